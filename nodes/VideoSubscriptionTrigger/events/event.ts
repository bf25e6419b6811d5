import type { IDataObject } from 'n8n-workflow';

import type { RecordKind } from '../../shared/operation/records';
import { changedAt, type Entry, type Page, UNDATED } from '../window/records';

/** What a person chose, with ids in the place of locators and addresses. */
export interface Filters {
	/** Id of a product. */
	product: number | undefined;
	/** A customer status (docs/service.md, States). */
	status: string;
	/** Ids of videos; all videos when there are none. */
	videos: number[];
	query: string;
	plan: string[];
	/** Customer statuses that fire when a customer comes to them. */
	statuses: string[];
}

export interface Config extends Filters {
	/** The most events that one poll delivers. */
	batch: number;
	/** The most requests that one poll spends on comments or on lists that are compared. */
	requestsPerPoll: number;
}

/** An event to deliver: the record, and when it happened in seconds since the epoch. */
export interface Occurrence {
	entry: Entry;
	at: number;
	/** Tells it from every other event of its type in the account. */
	key: string;
	/** What the event tells beside the record. */
	details?: IDataObject;
}

/** A record that was asked for alone. */
export interface Single {
	row: IDataObject | undefined;
	/** Whether it exists no more, in contrast to being kept from us. */
	isGone: boolean;
}

/** All that an event can ask of the outside; whatever it cannot answer, it throws. */
export interface Reader {
	/** A page of a list, by the plural name under `_embedded`. */
	list(path: string, key: string, query: IDataObject & { page: number }): Promise<Page>;
	/** The same where a deleted or forbidden thing is expected; without a page for such a one. */
	listIfThere(
		path: string,
		key: string,
		query: IDataObject & { page: number },
	): Promise<{ page?: Page; isGone: boolean }>;
	record(path: string, query?: IDataObject): Promise<Single>;
	/** The full address of a thing, for parameters that the spec documents as `href`. */
	hrefOf(kind: 'product' | 'video', id: number): string;
	/** The moment of the latest answer, in seconds, by the service's clock. */
	now(): number;
	/** How many more requests fit into this poll; fewer than none when its time is over. */
	affordable(): number;
	/** Tells the person something that does not stop the trigger. */
	warn(sentence: string): void;
}

/** What a poll comes to. */
export interface Outcome<Checkpoint> {
	/** Oldest first. */
	occurrences: Occurrence[];
	/** Replaces the checkpoint saved before. */
	checkpoint: Checkpoint;
}

/** An event of the trigger. Its checkpoint, kept between polls, is plain data with sets of ids and moments by id. */
export interface EventSource<Checkpoint = unknown> {
	/** What its records are. */
	record: RecordKind;
	/** The filters that decide what fires: another value makes the trigger start afresh. */
	filters: ReadonlyArray<keyof Filters>;
	/** Whether a product must be chosen. */
	isProductRequired?: boolean;
	/** What a manual test says when there is nothing to show. */
	nothing: { message: string; description: string };
	/** Where events fire from: now, or an earlier moment in seconds. */
	start(reader: Reader, config: Config, from?: number): Promise<Checkpoint>;
	poll(reader: Reader, config: Config, checkpoint: Checkpoint): Promise<Outcome<Checkpoint>>;
	/** The newest real records, at most `count`, oldest first. */
	sample(reader: Reader, config: Config, count: number): Promise<Occurrence[]>;
}

/** That a record was created. One without a date was when it changed last, or was found. */
export function creationOf(entry: Entry, now: number): Occurrence {
	const at = entry.at === UNDATED ? Math.min(now, changedAt(entry)) : entry.at;
	return { entry, at, key: String(entry.id) };
}

/** Oldest first. */
export function inOrder(a: Occurrence, b: Occurrence): number {
	return a.at - b.at || a.entry.id - b.entry.id;
}
