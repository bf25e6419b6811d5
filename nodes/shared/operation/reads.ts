import {
	type IDataObject,
	type IExecutePaginationFunctions,
	type IHttpRequestOptions,
} from 'n8n-workflow';

import { readBoolean, readCount } from '../validation/readers';
import { DEFAULT_PAGE_SIZE, fittingPageSize, readList } from '../http/pagination';
import { type ServiceResponse, UnusableAnswerError } from '../http/response';
import { send } from '../http/send';
import { isObject } from '../json';
import { dataOf, outputOf, projection, recordOf } from './output';
import type { RecordKind } from './records';
import {
	once,
	operation,
	type Operation,
	type RequestTraits,
	traitsFor,
	type TraitsOf,
} from './run';

/** Reads one record. */
export function getRecord(kind: RecordKind, traits?: RequestTraits): Operation {
	return once((context) => {
		const project = projection(context, kind);
		return (response) => [project(recordOf(response, kind))];
	}, traits);
}

/**
 * Reads one answer that stands for several rows. Full and raw, the answer is the only item.
 *
 * @param rowsOf makes the rows, of the answer to the request
 * @param read gives the answer as an object
 */
export function getRows(
	rowsOf: (
		answer: IDataObject,
		request: IHttpRequestOptions,
		context: IExecutePaginationFunctions,
	) => IDataObject[],
	read: (response: ServiceResponse) => IDataObject = dataOf,
): Operation {
	return once((context, options) => {
		const project = projection(context);
		const isWhole = ['full', 'raw'].includes(String(outputOf(context)));
		return (response) => {
			const answer = read(response);
			return (isWhole ? [answer] : rowsOf(answer, options, context)).map((row) => project(row));
		};
	});
}

/** Reads an answer that is an array: one item for each entry. */
export function getArray(kind: RecordKind): Operation {
	return once((context) => {
		const project = projection(context, kind);
		return ({ body }) => {
			if (Array.isArray(body) && body.every(isObject)) return body.map((record) => project(record));
			throw new UnusableAnswerError(
				'The service answered without the list that was asked for',
				'Check that the Base URL of the credential is the address of the API, then try again.',
			);
		};
	});
}

interface Range {
	firstPage: number;
	perPage: number;
	limit?: number;
}

/** Which part of the list the person wants, from Return All, Limit, Page and Page Size. */
function rangeOf(context: IExecutePaginationFunctions): Range {
	const firstPage = readCount(context, 'options.page', 'Page') ?? 1;
	const pageSize = readCount(context, 'options.perPage', 'Page Size');
	const limit = readBoolean(context, 'returnAll', 'Return All', false)
		? undefined
		: (readCount(context, 'limit', 'Limit') ?? DEFAULT_PAGE_SIZE);
	const perPage =
		pageSize ??
		(limit === undefined ? DEFAULT_PAGE_SIZE : fittingPageSize(limit, DEFAULT_PAGE_SIZE));
	return { firstPage, perPage, ...(limit !== undefined && { limit }) };
}

/** How a list differs from an ordinary one. */
interface ListTraits {
	/** What the request tells of each record that the service does not repeat in it. */
	knownOf?: (request: IHttpRequestOptions) => IDataObject;
	/** Of the request for each page. */
	traits?: RequestTraits | TraitsOf;
}

/**
 * Reads a paginated list (docs/service.md, Lists), all of it or up to Limit; one item for each record.
 *
 * @param key the plural name under `_embedded`
 */
export function getList(
	key: string,
	kind: RecordKind,
	{ knownOf = () => ({}), traits = {} }: ListTraits = {},
): Operation {
	return operation(async (context, options) => {
		const project = projection(context, kind, knownOf(options));
		const own = traitsFor(traits, context, options);
		return await readList({
			...rangeOf(context),
			key,
			baseUrl: options.baseURL,
			keep: (record) => project(record),
			fetchPage: async ({ page, perPage }) =>
				await send(context, {
					...own,
					options: { ...options, qs: { ...options.qs, page, per_page: perPage } },
				}),
		});
	});
}
