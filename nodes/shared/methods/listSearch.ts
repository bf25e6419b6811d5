import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { Client } from '../client/client';
import { credentialData } from '../client/context';
import { asNodeError } from '../client/errors';
import type { HttpResponse } from '../client/response';
import { incompleteListError } from '../lists/listErrors';
import { DEFAULT_PAGE_SIZE, placeInList, readPage } from '../lists/page';
import { hrefOf, requireId, resourceLabel } from '../ids/resources';
import type { RetryPolicy } from '../client/request';
import { asObject } from '../data/json';
import { flattenRecord } from '../output/flatten';

/** Shorter than that of an operation, because a person waits for the list. */
const SEARCH_RETRY_POLICY: RetryPolicy = { totalMs: 10_000 };

interface List {
	/** The plural name under `_embedded`, and the path unless that is given. */
	key: string;
	path?: string;
	query?: IDataObject;
	/** Returns the name that the list shows for a flattened record. */
	nameOf: (record: IDataObject) => string;
	/** Returns the value of the choice; the `id` of the record by default. */
	idOf?: (record: IDataObject) => unknown;
}

function text(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function withDetail(name: unknown, detail?: unknown): string {
	const parts = [text(name), text(detail)].filter((part) => part !== '');
	return parts.length === 2 ? `${parts[0]} (${parts[1]})` : (parts[0] ?? 'Without a name');
}

/** Whether an address is a web page, which the editor may link to. */
function isLinkable(address: unknown): address is string {
	if (typeof address !== 'string' || !URL.canParse(address)) return false;
	return ['http:', 'https:'].includes(new URL(address).protocol);
}

/** Returns a choice, with a link where the record has a page of its own; none for a record without an id. */
function toSearchResult(record: IDataObject, { nameOf, idOf = ({ id }) => id }: List) {
	const id = idOf(record);
	if (typeof id !== 'number' && typeof id !== 'string') return [];
	const { collection_page: collectionPage, live_event_page: eventPage } = asObject(record.links);
	const url = [collectionPage, eventPage].find(isLinkable);
	const choice: INodeListSearchItems = { name: nameOf(record), value: String(id) };
	return [url === undefined ? choice : { ...choice, url }];
}

async function readSearchResults(
	context: ILoadOptionsFunctions,
	list: List,
	page: number,
): Promise<INodeListSearchResult> {
	const { baseUrl } = await credentialData(context);
	const client = new Client(context, { baseURL: text(baseUrl) });
	const { key, query, path = `/${key}` } = list;
	const placeOf = ({ body }: HttpResponse) => {
		const shown = readPage(body, key);
		return { shown, ...placeInList(shown, (page - 1) * DEFAULT_PAGE_SIZE) };
	};
	const assertUsable = (response: HttpResponse) => {
		const { shown, isShort } = placeOf(response);
		if (shown.records.length === 0 && isShort) throw incompleteListError('a page is empty');
	};
	const response = await client.get(
		path,
		{ ...query, page, per_page: DEFAULT_PAGE_SIZE },
		{ retryPolicy: SEARCH_RETRY_POLICY, assertUsable },
	);
	const { shown, isLast } = placeOf(response);
	const results = shown.records.flatMap((record) => toSearchResult(flattenRecord(record), list));
	return { results, ...(!isLast && { paginationToken: String(page + 1) }) };
}

type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

const queryOf = (filter?: string): IDataObject => (filter ? { query: filter } : {});

/** Returns the search method of a list. `findList` may read other parameters of the node. */
function listSearchOf(
	findList: (context: ILoadOptionsFunctions) => List | Promise<List>,
): ListSearch {
	return async function (filter, paginationToken) {
		const list = await findList(this);
		const query = { ...list.query, ...queryOf(filter) };
		return await readSearchResults(this, { ...list, query }, Number(paginationToken ?? 1));
	};
}

/** Reads the ID in another parameter that the list depends on. */
async function chosenId(
	context: ILoadOptionsFunctions,
	kind: 'collection' | 'video',
): Promise<string> {
	const value: unknown = context.getCurrentNodeParameter(kind);
	return await asNodeError(context, () => requireId(value, kind, resourceLabel(kind)));
}

/** Searches customers of every status. */
export const searchCustomers = listSearchOf(() => ({
	key: 'customers',
	query: { status: 'all' },
	nameOf: ({ name, email }) => withDetail(name, email),
}));

export const searchProducts = listSearchOf(() => ({
	key: 'products',
	nameOf: ({ name }) => withDetail(name),
}));

export const searchVideos = listSearchOf(() => ({
	key: 'videos',
	nameOf: ({ title, status }) => withDetail(title, status),
}));

export const searchCollections = listSearchOf(() => ({
	key: 'collections',
	nameOf: ({ name, type }) => withDetail(name, type),
}));

/** Searches the items of the chosen collection. The value of a choice is the `item_id`, which moving an item needs. */
export const searchItems = listSearchOf(async (context) => ({
	key: 'items',
	path: `/collections/${await chosenId(context, 'collection')}/items`,
	nameOf: ({ title, name, type }) => withDetail(title ?? name, type),
	idOf: ({ item_id: itemId, id }) => itemId ?? id,
}));

const MAX_COMMENT_LENGTH = 60;

/** Searches the comments on the chosen video. The API cannot search them, so each page is filtered here. */
export const searchComments: ListSearch = async function (filter = '', paginationToken) {
	const { baseUrl } = await credentialData(this);
	const list: List = {
		key: 'comments',
		query: { video: hrefOf(await chosenId(this, 'video'), 'video', baseUrl) },
		nameOf: ({ content, customer }) =>
			withDetail(text(content).slice(0, MAX_COMMENT_LENGTH), asObject(customer).name),
	};
	const choices = await readSearchResults(this, list, Number(paginationToken ?? 1));
	const hasText = ({ name }: INodeListSearchItems) =>
		name.toLowerCase().includes(filter.toLowerCase());
	return { ...choices, results: choices.results.filter(hasText) };
};
