import type { IDataObject } from 'n8n-workflow';

import type { Config } from '../events/event';
import type { ServiceReader } from '../serviceReader';
import { type Entry, toEntries } from './entries';
import type { ReadPage } from './walk';

/** Reads the entries of the first page of a list. */
export async function firstPage(list: ReadPage): Promise<Entry[]> {
	return toEntries((await list(1)).records);
}

/** Returns the customers with a status, newest first; if a product is chosen, those of the product. */
export function customersWith(
	reader: ServiceReader,
	status: string,
	{ product }: Pick<Config, 'product'>,
	more: IDataObject = {},
): ReadPage {
	const href = product === undefined ? {} : { product: reader.hrefOf('product', product) };
	return reader.list('customers', { sort: 'newest', ...more, status, ...href });
}

/** Returns the videos that match the filters. */
export function videosWith(
	reader: ServiceReader,
	{ query, plan }: Pick<Config, 'query' | 'plan'>,
	sort: 'newest' | 'oldest',
): ReadPage {
	const search = query === '' ? {} : { query };
	const plans = plan.length > 0 ? { plan: plan.join(',') } : {};
	return reader.list('videos', { ...search, ...plans, sort });
}
