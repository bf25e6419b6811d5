import {
	isResourceLocatorValue,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';

import { parseBaseUrl } from '../reference/baseUrl';
import { credentialData } from '../http/credential';
import { asNodeError } from '../http/nodeErrors';
import { DEFAULT_PAGE_SIZE, readPage } from '../http/pagination';
import { hrefOf, type Kind, parseId } from '../reference/reference';
import type { RetryPolicy } from '../http/retryPolicy';
import { send } from '../http/send';
import { asObject, isObject } from '../json';
import { flattenRecord } from '../operation/flatten';

/** Somebody waits in front of an open list. */
const RETRY_POLICY: RetryPolicy = { attempts: 3, totalMs: 10_000 };

interface List {
	path: string;
	/** The plural name under `_embedded`. */
	key: string;
	query?: IDataObject;
	/** What a person recognises of a (flattened) record. */
	nameOf: (record: IDataObject) => string;
	/** The field of the record that is chosen; `id` when not given. */
	idOf?: (record: IDataObject) => unknown;
	/** Whether the API searches; otherwise the page that is shown is filtered. */
	searchable?: boolean;
}

function text(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function withDetail(name: unknown, detail: unknown): string {
	const parts = [text(name), text(detail)].filter((part) => part !== '');
	return parts.length === 2 ? `${parts[0]} (${parts[1]})` : (parts[0] ?? 'Without a name');
}

/** A person opens it with a click: nothing but a web page may be behind it. */
function isWebAddress(address: unknown): address is string {
	if (typeof address !== 'string' || !URL.canParse(address)) return false;
	return ['http:', 'https:'].includes(new URL(address).protocol);
}

/** The page that shows the thing to people, where there is one, or its address. */
function linkOf({ links, href }: IDataObject): string | undefined {
	const { collection_page: collectionPage, live_event_page: liveEventPage } = asObject(links);
	return [collectionPage, liveEventPage, href].find(isWebAddress);
}

/** A record as a choice; what has no id cannot be chosen. */
function toChoice(record: IDataObject, { nameOf, idOf = ({ id }) => id }: List) {
	const id = idOf(record);
	if (typeof id !== 'number' && typeof id !== 'string') return [];
	const url = linkOf(record);
	const choice: INodeListSearchItems = { name: nameOf(record), value: String(id) };
	return [url === undefined ? choice : { ...choice, url }];
}

interface Choices {
	results: INodeListSearchItems[];
	hasNext: boolean;
}

/** One page of a list, as what a person can choose from. */
async function readChoices(
	context: ILoadOptionsFunctions,
	list: List,
	page: number,
	perPage = DEFAULT_PAGE_SIZE,
): Promise<Choices> {
	const { path, key, query } = list;
	const { baseUrl } = await credentialData(context);
	const { body } = await send(context, {
		retryPolicy: RETRY_POLICY,
		options: {
			method: 'GET',
			baseURL: text(baseUrl),
			url: path,
			qs: { ...query, page, per_page: perPage },
		},
	});
	const { records, next, total = 0 } = await asNodeError(context, () => readPage(body, key));
	const results = records.flatMap((record) => toChoice(flattenRecord(record), list));
	const isLast = next === undefined && total <= (page - 1) * perPage + records.length;
	return { results, hasNext: !isLast && records.length > 0 };
}

function searchQuery(filter?: string): IDataObject {
	return filter ? { query: filter } : {};
}

async function search(
	this: ILoadOptionsFunctions,
	{ searchable = true, ...list }: List,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const page = Number(paginationToken ?? 1);
	const query = { ...list.query, ...(searchable ? searchQuery(filter) : {}) };
	const { results, hasNext } = await readChoices(this, { ...list, query }, page);
	const matches = ({ name }: INodeListSearchItems) =>
		searchable || !filter || name.toLowerCase().includes(filter.toLowerCase());
	return {
		results: results.filter(matches),
		...(hasNext && { paginationToken: String(page + 1) }),
	};
}

/** A parameter that the list depends on, as the id of a thing. */
async function chosen(
	context: ILoadOptionsFunctions,
	kind: Kind,
	label: string,
): Promise<{ id: string; href: string }> {
	const { baseUrl } = await credentialData(context);
	return await asNodeError(context, () => {
		const value = context.getCurrentNodeParameter(kind);
		const base = parseBaseUrl(baseUrl);
		const id = parseId(isResourceLocatorValue(value) ? value.value : value, kind, base, label);
		return { id, href: hrefOf(id, kind, base) };
	});
}

/** Customers of every status, with name and e-mail address. */
export async function searchCustomers(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const list: List = {
		path: '/customers',
		key: 'customers',
		query: { status: 'all' },
		nameOf: ({ name, email }) => withDetail(name, email),
	};
	return await search.call(this, list, filter, paginationToken);
}

export async function searchProducts(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const list: List = {
		path: '/products',
		key: 'products',
		nameOf: ({ name }) => withDetail(name, ''),
	};
	return await search.call(this, list, filter, paginationToken);
}

/** Videos with title and status. */
export async function searchVideos(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const list: List = {
		path: '/videos',
		key: 'videos',
		nameOf: ({ title, status }) => withDetail(title, status),
	};
	return await search.call(this, list, filter, paginationToken);
}

/** Collections with name and type. */
export async function searchCollections(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const list: List = {
		path: '/collections',
		key: 'collections',
		nameOf: ({ name, type }) => withDetail(name, type),
	};
	return await search.call(this, list, filter, paginationToken);
}

/** The items of the chosen collection, by the `item_id` that moving them needs. */
export async function searchItems(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const collection = await chosen(this, 'collection', 'Collection');
	const list: List = {
		path: `/collections/${collection.id}/items`,
		key: 'items',
		nameOf: ({ title, name, type }) => withDetail(title ?? name, type),
		idOf: ({ item_id: itemId, id }) => itemId ?? id,
	};
	return await search.call(this, list, filter, paginationToken);
}

/** Products whose live events are read for one page of the list: one request each. */
const PRODUCTS_AT_ONCE = 20;

/**
 * Live events with title and status. The API lists those of one product, so they are gathered from
 * a page of the products; the next page gathers from the next products.
 */
export async function searchLiveEvents(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const page = Number(paginationToken ?? 1);
	const products = await readChoices(
		this,
		{ path: '/products', key: 'products', nameOf: ({ name }) => withDetail(name, '') },
		page,
		PRODUCTS_AT_ONCE,
	);
	const eventsOfProducts = await Promise.all(
		products.results.slice(0, PRODUCTS_AT_ONCE).map(async ({ value: product }) => {
			const list: List = {
				path: '/live_events',
				key: 'live_events',
				query: { product, ...searchQuery(filter) },
				nameOf: ({ title, name, live_status: status }) => withDetail(title ?? name, status),
			};
			return (await readChoices(this, list, 1)).results;
		}),
	);
	const unique = new Map(eventsOfProducts.flat().map((event) => [event.value, event]));
	return {
		results: [...unique.values()],
		...(products.hasNext && { paginationToken: String(page + 1) }),
	};
}

const LONGEST_COMMENT = 60;

/** The comments on the chosen video. */
export async function searchComments(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const video = await chosen(this, 'video', 'Video');
	const list: List = {
		path: '/comments',
		key: 'comments',
		query: { video: video.href },
		nameOf: ({ content, customer }) =>
			withDetail(
				text(content).slice(0, LONGEST_COMMENT),
				isObject(customer) ? customer.name : undefined,
			),
		searchable: false,
	};
	return await search.call(this, list, filter, paginationToken);
}
