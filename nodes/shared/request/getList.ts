import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { listOf } from '../lists/listOf';
import { LARGE_PAGE_SIZE, type ListRange, readList } from '../lists/listReader';
import { DEFAULT_PAGE_SIZE } from '../lists/page';
import type { RequestOptions } from '../client/request';
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
import { assertPassable } from './passable';

/** Returns the page size that fetches no more records than needed: 120 records at up to 50 a page are 3 pages of 40. */
function fittingPageSize(maxRecords: number, pageSize: number): number {
	return Math.ceil(maxRecords / Math.ceil(maxRecords / pageSize));
}

/** Returns the range of the list that Return All, Limit, Page and Page Size ask for. */
export function rangeOf(context: IExecuteSingleFunctions): ListRange {
	const firstPage = readCount(context, 'options.page', 'Page') ?? 1;
	const pageSize = readCount(context, 'options.perPage', 'Page Size');
	// Page counts in pages of 50, whatever else is asked for.
	const isFromStart = firstPage === 1;
	if (readBoolean(context, 'returnAll', 'Return All', false)) {
		const usual = isFromStart ? LARGE_PAGE_SIZE : DEFAULT_PAGE_SIZE;
		return { firstPage, perPage: pageSize ?? usual };
	}
	const maxRecords = readCount(context, 'limit', 'Limit') ?? DEFAULT_PAGE_SIZE;
	const usual = isFromStart ? fittingPageSize(maxRecords, DEFAULT_PAGE_SIZE) : DEFAULT_PAGE_SIZE;
	return { firstPage, perPage: pageSize ?? usual, maxRecords };
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
		`${context.getNode().name}: the list of ${list} ended too early. Records: ${received}. Its total counts ${missing} more, which no page contains.`,
	);
}

/** A list of records: the plural name under `_embedded`, and their kind. */
interface RecordList {
	key: string;
	kind: RecordKind;
	/** Returns the fields of a record that only requests show, such as the status by which a list was filtered. */
	knownOf?: (record: IDataObject) => IDataObject;
	/** The options of the request of each page. */
	options?: RequestOptions;
}

/** Reads the part of a list that the parameters ask for. */
export async function readRecords(
	{ context, client, request: { path, query } }: OperationCall,
	{ key, kind, knownOf, options }: RecordList,
): Promise<IDataObject[]> {
	const project = projection(context, kind, knownOf);
	const list = listOf(client, { path, key, query, ...rangeOf(context) }, options);
	const { records, missing } = await readList({ ...list, keep: (record) => project(record) });
	assertPassable(records.length);
	logMissing(context, key, records.length, missing);
	return records;
}

interface ListOptions extends Pick<HandlerOptions, 'pathOf'> {
	/** The options of the request of each page. */
	options?: RequestOptions | RequestOptionsFor;
}

/** Returns the operation that reads a list (docs/developers/service.md, Lists). `key` is the plural name under `_embedded`. */
export function getList(
	key: string,
	kind: RecordKind,
	{ options = {}, pathOf }: ListOptions = {},
): Operation {
	return operation(
		async (call) => await readRecords(call, { key, kind, options: optionsFor(options, call) }),
		{ pathOf },
	);
}
