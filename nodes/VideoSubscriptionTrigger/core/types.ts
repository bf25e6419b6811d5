import type { IDataObject } from 'n8n-workflow';

/** A record as the core needs it: which one, when it was created, and the record itself. */
export interface Entry {
	id: number;
	/** Seconds since the epoch; the service's timestamps have no finer unit (spec, Notation). */
	at: number;
	row: IDataObject;
}

/** One page of a list (spec, Pagination envelope). */
export interface Page {
	entries: Entry[];
	/** How many records the whole list has; not every answer tells. */
	total?: number;
	isLast: boolean;
}

/** A record that was asked for alone. */
export interface Single {
	row?: IDataObject;
	/** Whether it exists no more, in contrast to being kept from us. */
	isGone: boolean;
}

/** All that an event can ask of the outside; whatever it cannot answer, it throws. */
export interface Reader {
	/** A page of a list, by the plural name under `_embedded`. */
	list(path: string, key: string, query: IDataObject): Promise<Page>;
	/** The same where a deleted or forbidden thing is expected: then `undefined`. */
	listIfThere(path: string, key: string, query: IDataObject): Promise<Page | undefined>;
	record(path: string): Promise<Single>;
	/** The full address of a thing, for parameters that the spec documents as `href`. */
	hrefOf(kind: 'product' | 'video', id: number): string;
	/** The moment of the latest answer, in seconds, by the service's clock. */
	now(): number;
	/** How many more requests fit into this poll. */
	affordable(): number;
}

/** A page of one list, by its number from 1. */
export type ListPage = (page: number) => Promise<Page>;
