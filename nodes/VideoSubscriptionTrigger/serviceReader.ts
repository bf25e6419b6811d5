import { type IDataObject, type IPollFunctions, NodeApiError } from 'n8n-workflow';

import { Client } from '../shared/client/client';
import { hasStatus, plainError } from '../shared/client/errors';
import { DEFAULT_PAGE_SIZE, readPage } from '../shared/lists/page';
import type { RequestOptions, RetryPolicy } from '../shared/client/request';
import type { HttpResponse } from '../shared/client/response';
import { asObject } from '../shared/data/json';
import type { ResourceName, RESOURCES } from '../shared/ids/resources';
import { secondsOf, toEntries } from './lists/entries';
import type { ReadPage } from './lists/walk';
import { PollBudget } from './pollBudget';
import { ServiceClock } from './serviceClock';

/** Transient faults are retried briefly: the next poll comes soon, and n8n has its own back-off. */
export const RETRY_POLICY: RetryPolicy = { totalMs: 5_000 };

/** The time-out of one request, so that a poll ends when the service never responds. */
export const REQUEST_TIMEOUT_MS = 10_000;

/** Maximum ignored failures of a search in one poll: one may be the record's own, three in a row are the service's. */
export const MAX_FAILURES = 3;

/** The cause with which n8n's back-off grows with consecutive errors. */
const TIMED = { cause: 'temporarily-unavailable' } as const;

/** The statuses for a record that does not exist, and for one that this account has no access to. */
const GONE_STATUSES = ['404', '410'];
const WITHHELD_STATUSES = ['402', '403'];

/**
 * Whether the service could not answer: neither a refusal nor a redirect. A failed connection has no status, an unusable
 * response may have 200, and a 404 without the service's own error comes from a proxy.
 */
function isFailure(error: NodeApiError): boolean {
	if (error.httpCode === '404') return !hasStatus(error, GONE_STATUSES);
	return !/^[34]/.test(String(error.httpCode));
}

/** Reads the service within the budget of a poll, by the service's clock. */
export class ServiceReader {
	readonly budget: PollBudget;

	readonly clock: ServiceClock;

	private readonly client: Client;

	/** How many requests of the present search have failed whose errors were ignored, other than refusals. */
	private failures = 0;

	/**
	 * @param baseUrl the parsed base address
	 * @param budgetMs how long this poll may take
	 * @param isScheduled whether n8n polls again by itself after an error
	 */
	constructor(
		private readonly context: IPollFunctions,
		baseUrl: string,
		budgetMs: number,
		private readonly isScheduled: boolean,
	) {
		this.client = new Client(context, { baseURL: baseUrl, timeout: REQUEST_TIMEOUT_MS });
		this.budget = new PollBudget(budgetMs);
		this.clock = new ServiceClock();
	}

	/** Begins with the next search of the poll, which has its own requests and failures. */
	beginSearch(): void {
		this.budget.beginSearch();
		this.failures = 0;
	}

	/** Whether so many requests have failed that the service may be down. */
	get isFailing(): boolean {
		return this.failures >= MAX_FAILURES;
	}

	/** Returns the full address of a record, for parameters that are documented as `href`. */
	hrefOf(kind: 'product' | 'video', id: number): string {
		return this.client.hrefOf(kind, String(id));
	}

	warn(sentence: string): void {
		this.context.logger.warn(`${this.context.getNode().name}: ${sentence}`);
	}

	/**
	 * Sends a GET request. In scheduled polls, gives errors a cause: n8n's durable scheduler takes a 4xx for permanent and
	 * would not poll for half an hour; with the cause `TIMED` its back-off grows with consecutive errors instead.
	 */
	private async get(path: string, query: IDataObject, options?: RequestOptions) {
		if (this.budget.isOver) {
			const error = plainError(
				this.context,
				'The service is too slow: the poll has used up its time',
				'Nothing is lost, and the next poll tries again. If it keeps happening, raise the time limit for polls in n8n, or contact the service.',
			);
			throw Object.assign(error, { failure: TIMED });
		}
		this.budget.requests++;
		const response = this.client.get(path, query, { ...options, retryPolicy: RETRY_POLICY });
		const { body, headers } = await response.catch((error: unknown) => {
			const isCaused = error instanceof NodeApiError && error.failure?.cause !== 'rate-limited';
			if (isCaused && this.isScheduled) error.failure = TIMED;
			throw error;
		});
		this.clock.observe(secondsOf(headers.date));
		return body;
	}

	/** Sends one small request unless the poll has sent one, so that the clock is the service's if the service responds. */
	async ensureResponse(): Promise<void> {
		if (this.budget.requests > 0) return;
		await this.findOrIgnore(this.list('products', { per_page: 1 })(1));
	}

	/** Returns a list by its path and name under `_embedded`. */
	list(key: (typeof RESOURCES)[ResourceName]['segment'], query: IDataObject): ReadPage {
		const assertUsable = ({ body }: HttpResponse) => void readPage(body, key);
		return async (page) => {
			const paged = { per_page: DEFAULT_PAGE_SIZE, ...query, page };
			return readPage(await this.get(`/${key}`, paged, { assertUsable }), key);
		};
	}

	/** Returns the customers with a status, newest first; if a product is chosen, those of the product. */
	customers(status: string, { product }: { product?: number | undefined }, more: IDataObject = {}) {
		const href = product === undefined ? {} : { product: this.hrefOf('product', product) };
		return this.list('customers', { sort: 'newest', ...more, status, ...href });
	}

	/** Returns the videos that match a search, or all videos when it is empty. */
	videos(query: string, sort: 'newest' | 'oldest'): ReadPage {
		return this.list('videos', { ...(query === '' ? {} : { query }), sort });
	}

	/**
	 * Awaits a request.
	 *
	 * @returns `isGone` when the service says that there is no such record; `error` when it withholds or cannot send it
	 * @throws other errors, such as a refused key or the rate limit
	 */
	async findOrIgnore<T>(
		request: Promise<T>,
	): Promise<{ found?: T; isGone: boolean; error?: NodeApiError }> {
		return await request.then(
			(found) => ({ found, isGone: false }),
			(error: unknown) => {
				if (hasStatus(error, GONE_STATUSES)) return { isGone: true };
				if (!(error instanceof NodeApiError)) throw error;
				if (isFailure(error)) this.failures++;
				else if (!hasStatus(error, WITHHELD_STATUSES)) throw error;
				return { isGone: false, error };
			},
		);
	}

	/** Reads one record. A response without an ID says nothing of it. */
	async record(path: string, query: IDataObject = {}) {
		const { found, ...rest } = await this.findOrIgnore(this.get(path, query));
		const [entry] = toEntries([asObject(found)]);
		return { ...rest, entry };
	}
}
