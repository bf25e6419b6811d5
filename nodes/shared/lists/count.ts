import { asObject } from '../data/json';
import { type KeptList, LARGE_PAGE_SIZE, readList } from './listReader';
import { readPage } from './page';

/** Number of records of the request of a count: a list of exactly as many may be longer, where its total is of the page. */
const COUNTED_PAGE_SIZE = 25;

/**
 * Returns the total of a list, as a request for a few records tells it; `undefined` where the response has none, or that of
 * the page alone (docs/developers/service.md, Lists).
 */
export async function findTotal(
	{ fetchPage, key }: Pick<KeptList<unknown>, 'fetchPage' | 'key'>,
	pageSize = 1,
): Promise<number | undefined> {
	const { body } = await fetchPage({ page: 1, per_page: pageSize });
	const { records, next, total } = readPage(body, key);
	if (total === undefined || total < records.length) return undefined;
	if (total > records.length) return records.length > 0 ? total : undefined;
	// A page of one record may be full in any list: there a link of null is believed.
	const isWhole =
		pageSize === 1 && total === 1 ? next === null : records.length < pageSize && !next;
	return isWhole ? total : undefined;
}

/** Returns a response without a link of null, which ends a list: where the total is of the page, it may be meaningless. */
function withOpenEnd<T extends { body: unknown }>(response: T): T {
	const body = asObject(response.body);
	const { next, ...links } = asObject(body._links);
	if (asObject(next).href !== null) return response;
	return { ...response, body: { ...body, _links: links } };
}

/** Counts the records of a list: by its total, or else by reading it to its end. */
export async function countRecords(list: KeptList<unknown>): Promise<number> {
	const total = await findTotal(list, COUNTED_PAGE_SIZE);
	if (total !== undefined) return total;
	const { records } = await readList({
		...list,
		fetchPage: async (page) => withOpenEnd(await list.fetchPage(page)),
		perPage: LARGE_PAGE_SIZE,
		keep: () => 0,
	});
	return records.length;
}
