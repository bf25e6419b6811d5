import type { IDataObject } from 'n8n-workflow';

import type { ResourceName, RESOURCES } from '../../shared/resources/resources';
import type { Config } from '../events/event';
import type { ServiceReader } from '../serviceReader';
import { DEFAULT_PAGE_SIZE } from '../../shared/client/page';
import type { ReadPage } from './pages';

/** Returns a function that reads the pages of a list. It counts their records: the service may return fewer than requested. */
export function listOf(
	reader: Pick<ServiceReader, 'list'>,
	key: (typeof RESOURCES)[ResourceName]['segment'],
	query: IDataObject,
): ReadPage {
	const counts: number[] = [];
	return async (number) => {
		let before = 0;
		for (let one = 1; one < number; one++) before += counts[one] ?? DEFAULT_PAGE_SIZE;
		const page = await reader.list(`/${key}`, key, { ...query, page: number }, before);
		counts[number] = page.read - before;
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
