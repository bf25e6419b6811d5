import {
	UserError,
	type IDataObject,
	type IExecutePaginationFunctions,
	type IHttpRequestOptions,
} from 'n8n-workflow';

import { parseBaseUrl } from '../http/baseUrl';
import { DEFAULT_PAGE_SIZE, fittingPageSize, readList } from '../http/pagination';
import type { ServiceResponse } from '../http/response';
import { send } from '../http/send';
import { isObject } from '../json';
import { isSimplified, recordOf, view } from './output';
import {
	once,
	operation,
	type Operation,
	type RequestTraits,
	traitsFor,
	type TraitsOf,
} from './run';

/** Reads one record; the person chooses whether it is simplified. */
export function getRecord(traits?: RequestTraits): Operation {
	return once((context, response) => [view(context)(recordOf(response))], traits);
}

/**
 * Reads one answer that stands for several records.
 *
 * @param simplify makes the records of the answer to the request; without Simplify the answer is
 *   the only item
 * @param read gives the answer as an object
 */
export function getRecords(
	simplify: (answer: IDataObject, request: IHttpRequestOptions) => IDataObject[],
	read: (response: ServiceResponse) => IDataObject = recordOf,
): Operation {
	return once((context, response, options) => {
		const answer = read(response);
		return isSimplified(context) ? simplify(answer, options) : [answer];
	});
}

/** Reads an answer that is an array: one item for each entry. */
export function getArray(): Operation {
	return once((context, { body }) =>
		(Array.isArray(body) ? body : []).filter(isObject).map(view(context)),
	);
}

interface Range {
	firstPage: number;
	perPage: number;
	limit?: number;
}

/**
 * @returns the number, or `undefined` for null
 * @throws UserError when it is anything else than a whole number of at least 1
 */
export function positiveInteger(value: unknown, label: string): number | undefined {
	if (value === null) return undefined;
	const number = Number(value);
	if (Number.isInteger(number) && number > 0) return number;
	throw new UserError(`The parameter "${label}" is not a whole number of at least 1`, {
		description: 'Type a whole number such as 50.',
	});
}

/** Which part of the list the person wants, from Return All, Limit, Page and Page Size. */
function rangeOf(context: IExecutePaginationFunctions): Range {
	const firstPage = positiveInteger(context.getNodeParameter('options.page', 1), 'Page') ?? 1;
	const pageSize = positiveInteger(context.getNodeParameter('options.perPage', null), 'Page Size');
	const limit =
		context.getNodeParameter('returnAll', false) === true
			? undefined
			: positiveInteger(context.getNodeParameter('limit', DEFAULT_PAGE_SIZE), 'Limit');
	const perPage =
		pageSize ??
		(limit === undefined ? DEFAULT_PAGE_SIZE : fittingPageSize(limit, DEFAULT_PAGE_SIZE));
	return { firstPage, perPage, limit };
}

/**
 * Reads a paginated list (spec, Pagination envelope), all of it or up to Limit; one item for each
 * record.
 *
 * @param key the plural name under `_embedded`
 * @param traits of the request for each page
 */
export function getList(key: string, traits: RequestTraits | TraitsOf = {}): Operation {
	return operation(async (context, options) => {
		const own = traitsFor(traits, context, options);
		return await readList({
			...rangeOf(context),
			key,
			baseUrl: parseBaseUrl(options.baseURL),
			keep: view(context),
			fetchPage: async ({ page, perPage }) =>
				await send(context, {
					...own,
					options: { ...options, qs: { ...options.qs, page, per_page: perPage } },
				}),
		});
	});
}
