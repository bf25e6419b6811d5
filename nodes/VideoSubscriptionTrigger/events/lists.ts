import type { IDataObject } from 'n8n-workflow';

import { endlessListError } from '../../shared/client/lists';
import { DEFAULT_PAGE_SIZE } from '../../shared/client/page';
import type { ResourceName, RESOURCES } from '../../shared/resources/resources';
import type { ServiceReader } from '../serviceReader';
import { LIST_REMEDY, type ReadPage } from '../checkpoint/records';
import type { Limits } from '../checkpoint/window';
import type { Config } from './event';

/** How many pages in a row may repeat the previous one before the list counts as endless. */
const MAX_REPEATED_PAGES = 2;

/**
 * Returns a function that reads the pages of a list. It counts their records, because the service may return fewer than
 * requested.
 *
 * @throws InvalidResponseError when several pages in a row are the same
 */
export function listOf(
	reader: Pick<ServiceReader, 'list'>,
	key: (typeof RESOURCES)[ResourceName]['segment'],
	query: IDataObject,
): ReadPage {
	const counts = new Map<number, number>();
	let furthest = 0;
	let latest = '';
	let repeated = 0;
	return async (number) => {
		let before = 0;
		for (let one = 1; one < number; one++) before += counts.get(one) ?? DEFAULT_PAGE_SIZE;
		const page = await reader.list(`/${key}`, key, { ...query, page: number }, before);
		counts.set(number, page.entries.length + (page.withoutId ?? 0));
		if (number <= furthest) return page;
		furthest = number;
		const ids = page.entries.map(({ id }) => id).join();
		repeated = ids !== '' && ids === latest ? repeated + 1 : 0;
		latest = ids;
		if (repeated >= MAX_REPEATED_PAGES) throw endlessListError(LIST_REMEDY);
		return page;
	};
}

/** Reads the customers with a status, newest first; if a product is chosen, those of the product. */
export function customersWith(
	reader: ServiceReader,
	status: string,
	{ product }: Pick<Config, 'product'>,
	more: IDataObject = {},
): ReadPage {
	const href = product === undefined ? {} : { product: reader.hrefOf('product', product) };
	return listOf(reader, 'customers', { sort: 'newest', ...more, status, ...href });
}

/** Reads the videos that match the filters. */
export function videosWith(
	reader: ServiceReader,
	{ query, plan }: Pick<Config, 'query' | 'plan'>,
	sort: 'newest' | 'oldest',
): ReadPage {
	const filters = {
		...(query ? { query } : {}),
		...(plan.length > 0 ? { plan: plan.join(',') } : {}),
	};
	return listOf(reader, 'videos', { ...filters, sort });
}

export function limitsOf(reader: ServiceReader, batch: number): Limits {
	return { batch, now: () => reader.now(), mayRead: () => reader.budget.requestsLeft() >= 1 };
}
