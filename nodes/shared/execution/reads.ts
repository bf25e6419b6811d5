import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { DEFAULT_PAGE_SIZE, fittingPageSize, type ListRange, readList } from '../http/pagination';
import type { ItemRequest } from '../http/request';
import { InvalidResponseError, type ServiceResponse } from '../http/response';
import { send } from '../http/requestSender';
import { isObject } from '../json';
import { readBoolean, readCount } from '../parameters/values';
import { outputMode, projection, requireData, requireRecord } from '../output/projection';
import type { RecordKind } from '../output/records';
import {
	once,
	operation,
	type Operation,
	overridesFor,
	type RequestOverrides,
	type RequestOverridesFor,
} from './run';

export function getRecord(kind: RecordKind, sending?: RequestOverrides): Operation {
	return once(({ context }) => {
		const project = projection(context, kind);
		return (response) => [project(requireRecord(response, kind))];
	}, sending);
}

/** Reads one answer that stands for several rows. Full and raw, the answer is the only item. */
export function getRows(
	rowsOf: (answer: IDataObject, request: ItemRequest) => IDataObject[],
	read: (response: ServiceResponse) => IDataObject = requireData,
): Operation {
	return once((request) => {
		const project = projection(request.context);
		const isWhole = ['full', 'raw'].includes(String(outputMode(request.context)));
		return (response) => {
			const answer = read(response);
			return (isWhole ? [answer] : rowsOf(answer, request)).map((row) => project(row));
		};
	});
}

export function getArray(kind: RecordKind): Operation {
	return once(({ context }) => {
		const project = projection(context, kind);
		return ({ body }) => {
			if (Array.isArray(body) && body.every(isObject)) return body.map((record) => project(record));
			throw new InvalidResponseError(
				'The service answered without the list that was asked for',
				'Check that the Base URL of the credential is the address of the API, then try again.',
			);
		};
	});
}

/** Which part of the list the person wants, from Return All, Limit, Page and Page Size. */
function rangeOf(context: IExecuteSingleFunctions): ListRange {
	const firstPage = readCount(context, 'options.page', 'Page') ?? 1;
	const pageSize = readCount(context, 'options.perPage', 'Page Size');
	if (readBoolean(context, 'returnAll', 'Return All', false)) {
		return { firstPage, perPage: pageSize ?? DEFAULT_PAGE_SIZE };
	}
	const limit = readCount(context, 'limit', 'Limit') ?? DEFAULT_PAGE_SIZE;
	return { firstPage, perPage: pageSize ?? fittingPageSize(limit, DEFAULT_PAGE_SIZE), limit };
}

interface ListOptions {
	/** What the request tells of each record that the service does not repeat in it. */
	knownOf?: (request: IHttpRequestOptions) => IDataObject;
	/** Of each page. */
	sending?: RequestOverrides | RequestOverridesFor;
}

/** Reads a list (docs/service.md, Lists), all of it or up to Limit, by the plural name under `_embedded`. */
export function getList(
	key: string,
	kind: RecordKind,
	{ knownOf = () => ({}), sending = {} }: ListOptions = {},
): Operation {
	return operation(async (request) => {
		const { context, options } = request;
		const project = projection(context, kind, knownOf(options));
		const own = overridesFor(sending, request);
		return await readList({
			...rangeOf(context),
			key,
			baseUrl: options.baseURL,
			keep: (record) => project(record),
			fetchPage: async (page) =>
				await send(context, { ...own, options: { ...options, qs: { ...options.qs, ...page } } }),
		});
	});
}
