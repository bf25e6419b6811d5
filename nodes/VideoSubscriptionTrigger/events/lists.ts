import type { IDataObject } from 'n8n-workflow';

import type { Kind, KINDS } from '../../shared/reference/reference';
import type { ServiceReader } from '../serviceReader';
import type { ReadPage } from '../checkpoint/records';
import type { Limits } from '../checkpoint/window';
import type { Config } from './event';

/** The pages of a list of the service. */
export function listOf(
	reader: ServiceReader,
	key: (typeof KINDS)[Kind]['segment'],
	query: IDataObject,
): ReadPage {
	return async (page) => await reader.list(`/${key}`, key, { ...query, page });
}

/** The customers who have a status, of a product if one is chosen, the newest first. */
export function customersWith(
	reader: ServiceReader,
	status: string,
	{ product }: Pick<Config, 'product'>,
	more: IDataObject = {},
): ReadPage {
	const href = product === undefined ? {} : { product: reader.hrefOf('product', product) };
	return listOf(reader, 'customers', { sort: 'newest', ...more, status, ...href });
}

/** The videos that a person chose. */
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
	return { batch, now: () => reader.now(), mayRead: () => reader.affordable() >= 1 };
}
