import type { IDataObject } from 'n8n-workflow';

import { DEFAULT_PAGE_SIZE, endlessListError } from '../../shared/http/pagination';
import type { ResourceName, RESOURCES } from '../../shared/resources/resources';
import type { ServiceReader } from '../serviceReader';
import type { ReadPage } from '../checkpoint/records';
import type { Limits } from '../checkpoint/window';
import type { Config } from './event';

/** Pages in a row without a new record that end the reading: records may have moved once while the list was read. */
const MAX_REPEATED_PAGES = 2;

/**
 * Reads the pages of a list, and counts what they have: the service may send fewer than were asked for.
 *
 * @throws UnusableAnswerError when page after page brings nothing new
 */
export function listOf(
	reader: ServiceReader,
	key: (typeof RESOURCES)[ResourceName]['segment'],
	query: IDataObject,
): ReadPage {
	const counts = new Map<number, number>();
	const known = new Set<number>();
	let repeated = 0;
	return async (number) => {
		const longest = Math.max(...counts.values(), counts.size > 0 ? 0 : DEFAULT_PAGE_SIZE);
		let before = 0;
		for (let one = 1; one < number; one++) before += counts.get(one) ?? longest;
		const page = await reader.list(`/${key}`, key, { ...query, page: number }, before);
		const isFurther = number > Math.max(...counts.keys(), 1);
		counts.set(number, page.entries.length + (page.withoutId ?? 0));
		const isRepeated = page.entries.length > 0 && page.entries.every(({ id }) => known.has(id));
		for (const { id } of page.entries) known.add(id);
		if (isFurther) repeated = isRepeated ? repeated + 1 : 0;
		if (repeated >= MAX_REPEATED_PAGES) throw endlessListError();
		return page;
	};
}

/** Reads the customers with a status, newest first; of a product where one is chosen. */
export function customersWith(
	reader: ServiceReader,
	status: string,
	{ product }: Pick<Config, 'product'>,
	more: IDataObject = {},
): ReadPage {
	const href = product === undefined ? {} : { product: reader.hrefOf('product', product) };
	return listOf(reader, 'customers', { sort: 'newest', ...more, status, ...href });
}

/** Reads the videos within the chosen filters. */
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
