import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { listOf } from '../lists/listOf';
import { type ListRange, readWholeList } from '../lists/listReader';
import { DEFAULT_PAGE_SIZE } from '../lists/page';
import type { RequestOptions } from '../client/request';
import { assertPassable } from '../client/response';
import { readBoolean, readCount } from '../values/readers';
import { projection } from '../output/projection';
import type { RecordKind } from '../output/records';
import {
	type HandlerOptions,
	operation,
	type Operation,
	type OperationCall,
	optionsFor,
	type RequestOptionsFor,
} from './operation';

/** Returns the page size that fetches no more records than needed: 120 records at up to 50 a page are 3 pages of 40. */
function fittingPageSize(limit: number, pageSize: number): number {
	return Math.ceil(limit / Math.ceil(limit / pageSize));
}

/** Returns the range of the list that Return All, Limit, Page and Page Size ask for. */
export function rangeOf(context: IExecuteSingleFunctions): ListRange {
	const firstPage = readCount(context, 'options.page', 'Page') ?? 1;
	const pageSize = readCount(context, 'options.perPage', 'Page Size');
	if (readBoolean(context, 'returnAll', 'Return All', false)) {
		return { firstPage, perPage: pageSize ?? DEFAULT_PAGE_SIZE };
	}
	const limit = readCount(context, 'limit', 'Limit') ?? DEFAULT_PAGE_SIZE;
	// Page counts in whole pages, whatever the limit is.
	const usual = firstPage > 1 ? DEFAULT_PAGE_SIZE : fittingPageSize(limit, DEFAULT_PAGE_SIZE);
	return { firstPage, perPage: pageSize ?? usual, limit };
}

/** Logs a list that is shorter than its total, because declared operations cannot add execution hints. */
export function logMissing(
	context: IExecuteSingleFunctions,
	key: string,
	received: number,
	missing: number,
): void {
	if (missing === 0) return;
	const list = key.replaceAll('_', ' ');
	context.logger.warn(
		`${context.getNode().name}: the list of ${list} ended after ${received} records. Its total counts ${missing} more, which no page contains.`,
	);
}

/** Returns the fields of a record that only requests show, such as the status by which a list was filtered. */
export type KnownFields = (record: IDataObject) => IDataObject;

interface ListOptions extends Pick<HandlerOptions, 'pathOf'> {
	/** May read other lists. Runs before the list is read. */
	knownFields?: (call: OperationCall) => Promise<KnownFields>;
	/** The options of the request of each page. */
	options?: RequestOptions | RequestOptionsFor;
}

/** Returns the operation that reads a list (docs/service.md, Lists). `key` is the plural name under `_embedded`. */
export function getList(
	key: string,
	kind: RecordKind,
	{ knownFields, options = {}, pathOf }: ListOptions = {},
): Operation {
	return operation(
		async (call) => {
			const { context, client, request } = call;
			const project = projection(context, kind, await knownFields?.(call));
			const { path, query } = request;
			const list = listOf(
				client,
				{ path, key, query, ...rangeOf(context) },
				optionsFor(options, call),
			);
			const { records, missing } = await readWholeList(() => ({
				...list,
				keep: (record) => project(record),
			}));
			assertPassable(records.length);
			logMissing(context, key, records.length, missing);
			return records;
		},
		{ pathOf },
	);
}
