import { type KeptList, LARGE_PAGE_SIZE, readList } from './listReader';
import { readPage } from './page';

/**
 * Returns the total of a list, as a request for one record tells it; `undefined` where the response has none, or that of the
 * page alone (docs/developers/service.md, Lists).
 */
export async function findTotal({
	fetchPage,
	key,
}: Pick<KeptList<unknown>, 'fetchPage' | 'key'>): Promise<number | undefined> {
	const { records, next, total } = readPage((await fetchPage({ page: 1, per_page: 1 })).body, key);
	if (total === undefined || total < records.length) return undefined;
	const isLast = next === null || (next === undefined && records.length === 0);
	const isOfList = records.length > 0 && total > records.length;
	return isOfList || (isLast && total === records.length) ? total : undefined;
}

/** Counts the records of a list: by its total, or else by reading it to its end. */
export async function countRecords(list: KeptList<unknown>): Promise<number> {
	const total = await findTotal(list);
	if (total !== undefined) return total;
	const { records } = await readList({ ...list, perPage: LARGE_PAGE_SIZE, keep: () => 0 });
	return records.length;
}
