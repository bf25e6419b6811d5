import { defaultPerPage, type Kind } from '../contract/index.mts';
import { notFound, Refusal, type Reply } from './answer.mts';
import type { Settings } from './options.mts';
import type { Render } from './render.mts';
import type { State } from './state.mts';
import type { Tokens } from './tokens.mts';

/** What every endpoint works with. */
export interface World {
	settings: Settings;
	state: State;
	tokens: Tokens;
	render: Render;
}

/** One request that the contract has accepted. */
export interface Call<Query, Body> extends World {
	/** The path's parameters, decoded. */
	params: Record<string, string>;
	/** Of the path's first parameter. */
	id: number;
	query: Query;
	body: Body;
	/** The path below the base address, and the query as it came: what page links repeat. */
	path: string;
	rawQuery: URLSearchParams;
	/** Whose token the request carries. */
	customerId: number | undefined;
}

export const found = <Item,>(item: Item | undefined, what: string): Item => {
	if (item === undefined) throw notFound(what);
	return item;
};

/** The id that an address or an id, as text or number, holds. */
export const idIn = (reference: string | number): number =>
	Number(/(\d+)$/.exec(String(reference))?.[1]);

/** @throws Refusal 404 when the thing is not there */
export const existing = (world: World, kind: Kind, reference: string | number): number => {
	const id = idIn(reference);
	if (!world.state.has(kind, id)) throw notFound(`${kind} ${id}`);
	return id;
};

interface PageCall extends World {
	query: { page?: number; per_page?: number };
	path: string;
	rawQuery: URLSearchParams;
}

/** What a list takes from its source. */
export interface Slice {
	total: number;
	records: readonly unknown[];
}

/**
 * The pagination envelope.
 *
 * @param name key under `_embedded`
 * @param cut gives the records from an offset, at most `limit` of them, and the total
 */
export const page = (
	call: PageCall,
	name: string,
	cut: (offset: number, limit: number) => Slice,
): Reply => {
	const { settings, query } = call;
	const current = query.page ?? 1;
	const perPage = Math.min(query.per_page ?? defaultPerPage, settings.maxPerPage);
	const { total, records } = cut((current - 1) * perPage, perPage);
	const last = Math.max(1, Math.ceil(total / perPage));

	const address = (number: number) => {
		const url = new URL(`${settings.publicUrl}${call.path}`);
		for (const [key, value] of call.rawQuery) url.searchParams.append(key, value);
		url.searchParams.set('page', String(number));
		return url;
	};
	const link = (number: number) => ({ href: address(number).href });
	const next = current < last ? settings.nextHref(address(current + 1)) : null;
	return {
		status: 200,
		json: {
			_links: {
				self: link(current),
				first: link(1),
				prev: current > 1 ? link(current - 1) : { href: null },
				next: { href: next },
				last: link(last),
			},
			count: records.length,
			total,
			_embedded: { [name]: records },
		},
	};
};

/** A page of records that are all at hand. */
export const pageOfAll = <Item,>(
	call: PageCall,
	name: string,
	all: readonly Item[],
	show: (item: Item) => unknown,
): Reply =>
	page(call, name, (offset, limit) => ({
		total: all.length,
		records: all.slice(offset, offset + limit).map(show),
	}));

export const unprocessable = (message: string): Refusal => new Refusal(422, message);

/** Whether a text stands in one of the fields, whatever the case; no text stands everywhere. */
export const contains = (text: string | undefined, ...fields: Array<string | null>): boolean =>
	text === undefined ||
	fields.some((field) => field?.toLowerCase().includes(text.toLowerCase()) === true);
