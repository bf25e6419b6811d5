import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import {
	DEFAULT_PAGE_SIZE,
	fittingPageSize,
	type ListRange,
	type ListRequest,
	readList,
} from '../client/lists';
import type { ItemRequest, RequestOverrides, RequestOverridesFor } from '../client/request';
import { send } from '../client/sender';
import { readBoolean, readCount } from '../parameters/values';
import { projection } from '../output/projection';
import type { RecordKind } from '../output/records';
import { operation, type Operation, overridesFor, type Work } from './run';

/** Returns the range of the list that Return All, Limit, Page and Page Size ask for. */
export function rangeOf(context: IExecuteSingleFunctions): ListRange {
	const firstPage = readCount(context, 'options.page', 'Page') ?? 1;
	const pageSize = readCount(context, 'options.perPage', 'Page Size');
	if (readBoolean(context, 'returnAll', 'Return All', false)) {
		return { firstPage, perPage: pageSize ?? DEFAULT_PAGE_SIZE };
	}
	const limit = readCount(context, 'limit', 'Limit') ?? DEFAULT_PAGE_SIZE;
	return { firstPage, perPage: pageSize ?? fittingPageSize(limit, DEFAULT_PAGE_SIZE), limit };
}

/**
 * Returns the request for the pages of an operation's list. Logs a list that is shorter than its total, because declared
 * operations cannot add execution hints.
 */
export function listRequest(
	{ context, options }: ItemRequest,
	key: string,
	range: ListRange,
	overrides: RequestOverrides = {},
): ListRequest {
	return {
		...range,
		key,
		fetchPage: async (page) =>
			await send(context, {
				...overrides,
				options: { ...options, qs: { ...options.qs, ...page } },
			}),
		onShortfall: ({ received, total }) => {
			const list = key.replaceAll('_', ' ');
			context.logger.warn(
				`${context.getNode().name}: the list of ${list} ended after ${received} records, although its total is ${total}. The service may count hidden ones.`,
			);
		},
	};
}

interface ListOptions {
	/** Returns the fields of each record that only the request contains. */
	knownOf?: (request: IHttpRequestOptions) => IDataObject;
	/** Overrides for the request of each page. */
	sending?: RequestOverrides | RequestOverridesFor;
}

/** Returns work that reads a list (docs/service.md, Lists). `key` is the plural name under `_embedded`. */
export function readsList(
	key: string,
	kind: RecordKind,
	{ knownOf = () => ({}), sending = {} }: ListOptions = {},
): Work {
	return async (request) => {
		const project = projection(request.context, kind, knownOf(request.options));
		const overrides = overridesFor(sending, request);
		return await readList({
			...listRequest(request, key, rangeOf(request.context), overrides),
			keep: (record) => project(record),
		});
	};
}

/** Returns the operation that reads a list. */
export function getList(key: string, kind: RecordKind, options?: ListOptions): Operation {
	return operation(readsList(key, kind, options));
}
