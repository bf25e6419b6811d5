import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../client/client';
import { cancelSignal } from '../client/context';
import type { RequestOptions } from '../client/request';
import type { HttpResponse } from '../client/response';
import type { KeptList, ListRange } from './listReader';
import { DEFAULT_PAGE_SIZE, type PageQuery, readPage } from './page';

/**
 * Returns a list as the list reader takes it, and the part of it to read.
 *
 * @param list.key the plural name under `_embedded`
 * @example readList(listOf(client, { path: '/videos', key: 'videos' }))
 */
export function listOf(
	client: Client,
	{
		path,
		key,
		query,
		firstPage = 1,
		perPage = DEFAULT_PAGE_SIZE,
		...range
	}: Partial<ListRange> & {
		path: string;
		key: string;
		query?: IDataObject | undefined;
	},
	options: RequestOptions = {},
): KeptList<IDataObject> {
	const assertUsable = ({ body }: HttpResponse) => void readPage(body, key);
	const fetchPage = async (page: PageQuery) =>
		await client.get(path, { ...query, ...page }, { ...options, assertUsable });
	const signal = cancelSignal(client.context);
	return { key, firstPage, perPage, ...range, fetchPage, signal, keep: (record) => record };
}
