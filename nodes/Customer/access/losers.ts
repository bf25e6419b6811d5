import { NodeApiError, UserError } from 'n8n-workflow';

import { parseBaseUrl } from '../../shared/http/baseUrl';
import { DEFAULT_PAGE_SIZE, readList } from '../../shared/http/pagination';
import { UnusableAnswerError } from '../../shared/http/response';
import { send } from '../../shared/http/send';
import { inSmallLetters } from '../../shared/operation/customerByEmail';
import { findSubscribers } from './find';
import { type AccessRequest, keyOf } from './request';

/** The service does not know what an item asks for, or refuses it: the item itself tells that. */
const ITS_OWN_FAILURE = ['400', '404', '422'];

function isItsOwnFailure(error: unknown): boolean {
	if (error instanceof UserError) return true;
	return error instanceof NodeApiError && ITS_OWN_FAILURE.includes(String(error.httpCode));
}

/** What was found; nothing where the item that asks for it fails by itself. */
async function unlessItsOwnFailure<T>(found: Promise<T[]>): Promise<T[]> {
	return await found.catch(async (error: unknown) =>
		isItsOwnFailure(error) ? [] : await Promise.reject(error),
	);
}

/** How many would lose access: each who is asked for is looked up. */
export async function countLosers(requests: AccessRequest[]): Promise<number> {
	const losers = await Promise.all(
		requests.map(async (request) => {
			const subscribers = await unlessItsOwnFailure(findSubscribers(request));
			return subscribers.map(({ id }) => `${request.product} ${String(id)}`);
		}),
	);
	return new Set(losers.flat()).size;
}

/** A list that cannot be read, or is too long to be counted. */
function uncounted(error: unknown): unknown {
	if (!(error instanceof UnusableAnswerError)) return error;
	return new UnusableAnswerError(
		error.message,
		'Nothing was revoked: how many have access could not be counted. Choose Customers as the Stop If More Than Unit, for which they need not be.',
	);
}

/** Of each customer who has access to the product now, whether the run asks for it. */
async function readSubscribers(
	{ context, options, product }: AccessRequest,
	asked: Set<string>,
): Promise<boolean[]> {
	const reading = readList({
		key: 'customers',
		firstPage: 1,
		perPage: DEFAULT_PAGE_SIZE,
		baseUrl: parseBaseUrl(options.baseURL),
		keep: ({ id, email }) =>
			asked.has(`${product} ${String(id)}`) ||
			asked.has(`${product} ${inSmallLetters(String(email))}`),
		fetchPage: async ({ page, perPage }) => {
			const qs = { product, status: 'enabled', page, per_page: perPage };
			const request = {
				...options,
				method: 'GET' as const,
				url: '/customers',
				body: undefined,
				qs,
			};
			return await send(context, { options: request });
		},
	});
	return await reading.catch(async (error: unknown) => await Promise.reject(uncounted(error)));
}

/**
 * How many would lose access, and how many have it now. Both are found in the lists of those who have
 * it, which must be read to their ends: a page's `total` may mean the page only (spec).
 */
export async function countInLists(
	requests: AccessRequest[],
): Promise<{ losers: number; total: number }> {
	const asked = new Set(requests.map(({ product, customer }) => `${product} ${keyOf(customer)}`));
	const byProduct = new Map(requests.map((request) => [request.product, request]));
	const lists = await Promise.all(
		[...byProduct.values()].map(
			async (request) => await unlessItsOwnFailure(readSubscribers(request, asked)),
		),
	);
	const subscribers = lists.flat();
	return { losers: subscribers.filter((isAsked) => isAsked).length, total: subscribers.length };
}
