import { defaultPerPage } from './contract/index.mts';
import type { Settings } from './options.mts';
import { Render } from './render.mts';
import { Refusal, type HandlerResponse } from './response.mts';
import { AccountState } from './state.mts';
import { Tokens } from './tokens.mts';
import { hollowed } from './traits/answers.mts';
import { missingRemovalStatus } from './traits/customers.mts';
import { Lag } from './traits/lag.mts';
import { embeddedAs, nextHref, recordsOnPage, shownTotal } from './traits/lists.mts';

/** The account and its settings, for every handler. */
export interface World {
	settings: Settings;
	state: AccountState;
	tokens: Tokens;
	render: Render;
	lag: Lag;
	/** How many removals of absent records were refused. */
	missingRemovals: { count: number };
	/** How many pages of lists were sent. */
	pages: { count: number };
}

/** Creates the seeded account of a service. */
export const createWorld = (settings: Settings): World => {
	const state = new AccountState(settings);
	return {
		settings,
		state,
		tokens: new Tokens(settings),
		render: new Render(settings, state),
		lag: new Lag(settings.now, settings.listLagSeconds, settings.grantLagSeconds),
		missingRemovals: { count: 0 },
		pages: { count: 0 },
	};
};

/** A request that fits the contract. */
export interface Call<Query, Body> extends World {
	/** The parameters in the path. */
	params: Record<string, string>;
	/** The first id in the path, or the id of the customer whose token the request carries. */
	id: number;
	query: Query;
	body: Body;
	/** The path below the base address. */
	path: string;
	/** The query as it was sent; links to pages repeat it. */
	rawQuery: URLSearchParams;
	/** The customer whose token the request carries; only for requests to `/me`. */
	customerId: number | undefined;
	/** The customer whom the customer header names. */
	onBehalfOf: number | undefined;
}

/** Returns the id in an address, or in an id given as text or number. */
export const idIn = (reference: string | number): number =>
	Number(/(\d+)$/.exec(String(reference))?.[1]);

/** The parts of a request that a list needs. */
export interface ListCall extends World {
	id: number;
	query: { page?: number | undefined; per_page?: number | undefined };
	path: string;
	rawQuery: URLSearchParams;
}

const addressOfPage = ({ settings, path, rawQuery }: ListCall, page: number): string => {
	const query = new URLSearchParams(rawQuery);
	query.set('page', String(page));
	return `${settings.publicUrl}${path}?${String(query)}`;
};

/**
 * Responds with a page of a list.
 *
 * @param name key under `_embedded`
 * @param all the whole list, sorted
 */
export const listPage = <Item extends { id: number }>(
	call: ListCall,
	name: string,
	all: readonly Item[],
	show: (item: Item) => object,
): HandlerResponse => {
	const { settings, query, lag } = call;
	const listed = lag.listed(name, all);
	const current = query.page ?? 1;
	const perPage = Math.min(query.per_page ?? defaultPerPage, settings.maxPerPage);
	const link = (page: number) => ({ href: addressOfPage(call, page) });
	const records = recordsOnPage(settings.paging, listed, current, perPage).map(show);
	const last = Math.max(1, Math.ceil(listed.length / perPage));
	const next = current < last ? nextHref(settings.next, addressOfPage(call, current + 1)) : null;
	const json = {
		_links: {
			self: link(current),
			first: link(1),
			prev: current > 1 ? link(current - 1) : { href: null },
			next: { href: next },
			last: link(last),
		},
		count: records.length,
		...shownTotal(settings.total, listed.length, records.length),
		_embedded: { [name]: embeddedAs(settings.embedded, records) },
	};
	call.pages.count += 1;
	return { status: 200, json: hollowed(settings.hollowList, name, call.pages.count - 1, json) };
};

/** Returns the refusal to remove an absent record, with the status of the trait `missingRemoval`. */
export const missing = ({ settings, missingRemovals }: World, what: string): Refusal => {
	missingRemovals.count += 1;
	const status = missingRemovalStatus(settings.missingRemoval, missingRemovals.count - 1);
	return new Refusal(status, `${what} not found`, { oauthError: 'not_found' });
};

/** Whether one of the fields contains a text, in any case. Without a text, always. */
export const contains = (text: string | undefined, ...fields: Array<string | null>): boolean =>
	text === undefined ||
	fields.some((field) => field?.toLowerCase().includes(text.toLowerCase()) === true);
