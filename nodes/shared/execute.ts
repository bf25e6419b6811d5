import {
	NodeApiError,
	UserError,
	type DeclarativeRestApiSettings,
	type IDataObject,
	type IExecutePaginationFunctions,
	type IHttpRequestOptions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { parseBaseUrl } from './baseUrl';
import { withIdsInPath } from './idsInPath';
import { KINDS } from './reference';
import { throwRefusal } from './refusal';
import { simplifyRecord } from './simplify';
import { fittingPageSize, readList } from './transport/pages';
import { isObject, UnusableAnswerError, type ServiceResponse } from './transport/response';
import { nodeErrorFor } from './transport/failure';
import type { ServiceRequest } from './transport/request';
import { send } from './transport/send';

/**
 * What an operation does with its request, as n8n's routing takes it: a function in the place of
 * `operations.pagination` wraps the request, listing or not, and so can pace, repeat and pair.
 */
export type Operation = (
	this: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

/** How an operation's request differs from an ordinary one. */
export type RequestTraits = Omit<ServiceRequest, 'options'>;

type TraitsOf = (
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
) => RequestTraits;

/** Page size of all lists unless asked otherwise (spec, Limits). */
const DEFAULT_PAGE_SIZE = 50;

/** n8n resolves the expressions of the request before it is sent. */
export function requestOptions(
	requestData: DeclarativeRestApiSettings.ResultOptions,
): IHttpRequestOptions {
	const { skipSslCertificateValidation, url = '', ...options } = requestData.options;
	return { ...options, url, skipSslCertificateValidation: Boolean(skipSslCertificateValidation) };
}

/** Items paired with the input item that caused them. */
export function toItems(
	context: IExecutePaginationFunctions,
	records: IDataObject[],
): INodeExecutionData[] {
	const pairedItem = { item: context.getItemIndex() };
	return records.map((json) => ({ json, pairedItem }));
}

function isSimplified(context: IExecutePaginationFunctions): boolean {
	return context.getNodeParameter('simplify', false) === true;
}

/** Records as the person wants to see them: simplified, or exactly as the service sent them. */
export function view(context: IExecutePaginationFunctions): (record: IDataObject) => IDataObject {
	return isSimplified(context) ? simplifyRecord : (record) => record;
}

function isEmpty(body: unknown): boolean {
	return Object.keys(body ?? {}).length === 0;
}

/** @throws UnusableAnswerError when the answer is not one record */
export function recordOf({ body }: ServiceResponse): IDataObject {
	if (isObject(body)) return body;
	throw new UnusableAnswerError(
		'The service answered without the record that was asked for',
		'Check the Base URL of the credential, then try again.',
	);
}

const KIND_BY_SEGMENT = Object.fromEntries(
	Object.entries(KINDS).map(([kind, { segment }]) => [segment, kind]),
);

/** The ids in an address: `/customers/5/products` gives `{ customerId: 5 }`. */
function idsInAddress(address: string): IDataObject {
	const ids: IDataObject = {};
	for (const [, segment, id] of address.matchAll(/([a-z_]+)\/(\d+)(?=\/|$)/g)) {
		if (KIND_BY_SEGMENT[segment]) ids[`${KIND_BY_SEGMENT[segment]}Id`] = Number(id);
	}
	return ids;
}

/** The members of a collection, named so that a collection in a collection is told from it. */
const MEMBERS: Record<string, string> = {
	video_id: 'videoId',
	collection_id: 'collectionItemId',
	file_id: 'fileId',
};

function idsInBody(body: unknown): IDataObject {
	const ids: IDataObject = {};
	for (const [name, value] of Object.entries(isObject(body) ? body : {})) {
		if (name in MEMBERS) ids[MEMBERS[name]] = value;
		if (typeof value === 'string' && name in KINDS) Object.assign(ids, idsInAddress(value));
	}
	return ids;
}

/** The things that a request acted on: `{ customerId: 5, productId: 7 }`. */
export function actedOn({ url, body }: IHttpRequestOptions): IDataObject {
	return { ...idsInAddress(url), ...idsInBody(body) };
}

/**
 * A failure as an item, for those who let the workflow go on: what went wrong, and what to do. n8n
 * 1 sends an item to the error output when it has just these names, and each of them a value.
 */
function failedItem(context: IExecutePaginationFunctions, failure: unknown): INodeExecutionData {
	const error = failure instanceof Error ? failure.message : String(failure);
	const message = failure instanceof NodeApiError ? failure.description : undefined;
	return {
		json: { error, ...(message && { message }) },
		pairedItem: { item: context.getItemIndex() },
	};
}

/**
 * An operation: what it gives is paired with its input item, and so is its failure when the
 * workflow goes on. Values that were refused before are told now, with nothing sent.
 *
 * @param work sends one request, or several, and gives the `json` of the items; it gets the request
 *   that the fields made, and throws what `send` throws, or UserError with a description
 */
export function operation(
	work: (
		context: IExecutePaginationFunctions,
		options: IHttpRequestOptions,
	) => Promise<IDataObject[]>,
): Operation {
	return async function (requestData) {
		try {
			throwRefusal(requestData.options);
			const options = withIdsInPath(this, requestOptions(requestData));
			return toItems(this, await work(this, options));
		} catch (error) {
			const nodeError = nodeErrorFor(this, error);
			if (!this.continueOnFail()) throw nodeError;
			return [failedItem(this, nodeError)];
		}
	};
}

/** Sends one request and turns its answer into records. */
function once(
	records: (
		context: IExecutePaginationFunctions,
		response: ServiceResponse,
		options: IHttpRequestOptions,
	) => IDataObject[],
	traits: RequestTraits | TraitsOf = {},
): Operation {
	return operation(async (context, options) => {
		const own = typeof traits === 'function' ? traits(context, options) : traits;
		return records(context, await send(context, { ...own, options }), options);
	});
}

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

/**
 * Changes something: gives the record that the service answers, or, when it answers nothing,
 * `success` with the ids of what was acted on.
 */
export function write(traits?: RequestTraits | TraitsOf): Operation {
	return once(
		(_, response, options) => [
			isEmpty(response.body) ? { success: true, ...actedOn(options) } : recordOf(response),
		],
		traits,
	);
}

/** Deletes the thing whose id ends the address. */
export function remove(): Operation {
	return once((_, __, { url }) => [
		{ deleted: true, id: Number(url.slice(url.lastIndexOf('/') + 1)) },
	]);
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
 */
export function getList(key: string): Operation {
	return operation(
		async (context, options) =>
			await readList({
				...rangeOf(context),
				key,
				baseUrl: parseBaseUrl(options.baseURL),
				keep: view(context),
				fetchPage: async ({ page, perPage }) =>
					await send(context, {
						options: { ...options, qs: { ...options.qs, page, per_page: perPage } },
					}),
			}),
	);
}
