import type { IDataObject } from 'n8n-workflow';

import { countRecords } from '../lists/count';
import { listOf } from '../lists/listOf';
import { operation, type Operation, type OperationCall } from './operation';

/** Counts the records of the list of a request, with more parameters in its query. */
export const countOf = async (
	{ client, request: { path, query } }: OperationCall,
	key: string,
	parameters: IDataObject = {},
): Promise<number> =>
	await countRecords(listOf(client, { path, key, query: { ...query, ...parameters } }));

/** Returns the operation that counts a list. `key` is the plural name under `_embedded`. */
export const countList = (key: string): Operation =>
	operation(async (call) => [{ count: await countOf(call, key) }]);
