import type { IDataObject } from 'n8n-workflow';

import type { ReadPage } from '../checkpoint/pages';
import { newestUntil } from '../checkpoint/records';
import type { Limits, SortedList } from '../checkpoint/sortedList';
import type { Config, Filters, Reader } from './event';

type ListOf = 'customers' | 'videos' | 'live_events';

/** `sort` alone orders customers and videos; live events have `order` as well (spec, Live events). */
function sortings(key: ListOf): { newest: IDataObject; oldest: IDataObject } {
	const isOrdered = key === 'live_events';
	return {
		newest: { sort: 'newest', ...(isOrdered ? { order: 'DESC' } : {}) },
		oldest: { sort: 'oldest', ...(isOrdered ? { order: 'ASC' } : {}) },
	};
}

/** A list of the service, from both its ends. */
export function sortedList(reader: Reader, key: ListOf, query: IDataObject = {}): SortedList {
	const reading =
		(sorting: IDataObject): ReadPage =>
		async (page) =>
			await reader.list(`/${key}`, key, { ...query, ...sorting, page });
	const { newest, oldest } = sortings(key);
	return { newest: reading(newest), oldest: reading(oldest) };
}

/** The customers who have a status, of a product if one is chosen. */
export function customersWith(
	reader: Reader,
	status: string,
	{ product }: Pick<Filters, 'product'>,
	more: IDataObject = {},
): SortedList {
	const href = product === undefined ? {} : { product: reader.hrefOf('product', product) };
	return sortedList(reader, 'customers', { ...more, status, ...href });
}

/** The videos that a person chose. */
export function videosOf(
	reader: Reader,
	{ query, plan }: Pick<Filters, 'query' | 'plan'>,
): SortedList {
	return sortedList(reader, 'videos', {
		...(query ? { query } : {}),
		...(plan.length > 0 ? { plan: plan.join(',') } : {}),
	});
}

export function limitsOf(reader: Reader, { batch }: Pick<Config, 'batch'>): Limits {
	return {
		batch,
		now: () => reader.now(),
		mayRead: (requests = 1) => reader.affordable() >= requests,
		looksBeside: false,
	};
}

/** The newest moment that customers and videos tell, in seconds, and not ahead of the service's clock. */
export async function latestMoment(reader: Reader): Promise<number> {
	const query = { sort: 'newest', page: 1 };
	const pages = [
		await reader.listIfThere('/customers', 'customers', { ...query, status: 'all' }),
		await reader.listIfThere('/videos', 'videos', query),
	];
	const entries = pages.flatMap(({ page }) => page?.entries ?? []);
	return newestUntil(reader.now(), entries);
}
