import { defaultPerPage, type Kind } from './contract/index.mts';
import { notFound, Refusal, type Reply } from './answer.mts';
import type { Settings } from './options.mts';
import type { Render } from './render.mts';
import type { State } from './state.mts';
import type { Tokens } from './tokens.mts';
import type { Lag } from './traits/lag.mts';
import { missingRemovalStatus } from './traits/customers.mts';
import { withSelfLinks } from './traits/addresses.mts';
import { hollowed } from './traits/answers.mts';
import { embeddedAs, nextHref, pageOf, shownTotal } from './traits/lists.mts';

/** What every endpoint works with. */
export interface World {
	settings: Settings;
	state: State;
	tokens: Tokens;
	render: Render;
	/** What is created and not listed yet. */
	lag: Lag;
	/** Counts the removals of what is not there. */
	missingRemovals: { count: number };
	/** Counts the pages of lists. */
	pages: { count: number };
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
	/** Whom the customer header names. */
	onBehalfOf: number | undefined;
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
	query: { page?: number | undefined; per_page?: number | undefined };
	path: string;
	rawQuery: URLSearchParams;
}

/** The addresses of the pages of a list. */
const addresses = ({ settings, path, rawQuery }: PageCall) => {
	const at = (number: number) => {
		const url = new URL(`${settings.publicUrl}${path}`);
		for (const [key, value] of rawQuery) url.searchParams.append(key, value);
		url.searchParams.set('page', String(number));
		return url;
	};
	return { at, link: (number: number) => ({ href: at(number).href }) };
};

/**
 * A page of a list, in the pagination envelope.
 *
 * @param name key under `_embedded`
 * @param all the whole list, in its order
 */
export const page = <Item extends { id: number }>(
	call: PageCall,
	name: string,
	all: readonly Item[],
	show: (item: Item) => object,
): Reply => {
	const { settings, query, lag } = call;
	const listed = lag.listed(name, all);
	const current = query.page ?? 1;
	const perPage = Math.min(query.per_page ?? defaultPerPage, settings.maxPerPage);
	const { at, link } = addresses(call);
	const shown = pageOf(settings.paging, listed, current, perPage).map(show);
	const records = withSelfLinks(settings.selfLinks, shown, link(current));
	const last = Math.max(1, Math.ceil(listed.length / perPage));
	const pages = { current: at(current), next: at(current + 1) };
	const json = {
		_links: {
			self: link(current),
			first: link(1),
			prev: current > 1 ? link(current - 1) : { href: null },
			next: { href: nextHref(settings.next, pages, current >= last) },
			last: link(last),
		},
		count: records.length,
		...shownTotal(settings.total, listed.length, records.length),
		_embedded: { [name]: embeddedAs(settings.embedded, records) },
	};
	call.pages.count += 1;
	return { status: 200, json: hollowed(settings, name, call.pages.count - 1, json) };
};

/** Refuses the removal of what is not there, as the trait `missingRemoval` has it. */
export const missing = ({ settings, missingRemovals }: World, what: string): Refusal => {
	missingRemovals.count += 1;
	const status = missingRemovalStatus(settings.missingRemoval, missingRemovals.count - 1);
	return new Refusal(status, `${what} not found`, { oauthError: 'not_found' });
};

export const unprocessable = (message: string): Refusal => new Refusal(422, message);

/** Whether a text stands in one of the fields, whatever the case; no text stands everywhere. */
export const contains = (text: string | undefined, ...fields: Array<string | null>): boolean =>
	text === undefined ||
	fields.some((field) => field?.toLowerCase().includes(text.toLowerCase()) === true);
