import { type IDataObject, type IPollFunctions, NodeApiError } from 'n8n-workflow';

import { clock, wait } from '../shared/concurrency/concurrency';
import { asNodeError, hasStatus } from '../shared/client/errors';
import { DEFAULT_PAGE_SIZE } from '../shared/client/page';
import { hrefOf } from '../shared/resources/resources';
import type { RetryPolicy } from '../shared/client/retry';
import { send } from '../shared/client/legacy';
import { isObject } from '../shared/json';
import { idOf, type Page, secondsOf, toPage } from './checkpoint/records';

/** Transient faults are retried briefly: the next poll comes soon, and n8n has its own back-off. */
const RETRY_POLICY: RetryPolicy = { attempts: 3, totalMs: 5_000 };

/** The time-out of one request, so that a poll ends when the service never responds. */
const REQUEST_TIMEOUT_MS = 10_000;

/** The share of a poll's time that is reserved for the last request and its retries. */
const RESERVE = 0.4;

/** Refusals that may be temporary, from a proxy or during a deployment, and the delay before their retry. */
const REFUSED = ['401', '403'];
const REFUSED_DELAY_MS = 1000;

/** The cause with which n8n's back-off grows with consecutive errors. */
const TIMED = { cause: 'temporarily-unavailable' } as const;

/** The statuses for a record that does not exist, and for one that this account has no access to. */
const GONE = ['404', '410'];
export const WITHHELD = ['402', '403'];

/** Reads the service through the shared request layer, within the time budget of a poll. */
export class ServiceReader {
	private readonly start = clock.now();

	requests = 0;

	/** The warnings of this poll. */
	private readonly warned = new Set<string>();

	/** The `Date` of the latest response, in seconds. */
	private lastResponseAt: number | undefined;

	private firstResponseAt: number | undefined;

	/** Seconds by which the clock of this machine was ahead of the service's at the latest response. */
	private ahead = 0;

	/** Whether the next refusal of this poll is retried. */
	private canRetryRefusal = true;

	/** Milliseconds of a poll in which new requests may begin. */
	private readonly readingMs: number;

	/**
	 * @param baseUrl the parsed base address
	 * @param budgetMs how long this poll may take
	 * @param isScheduled whether n8n polls again by itself after an error
	 */
	constructor(
		private readonly context: IPollFunctions,
		private readonly baseUrl: string,
		budgetMs: number,
		private readonly isScheduled: boolean,
	) {
		this.readingMs = budgetMs * (1 - RESERVE);
	}

	/** Returns the full address of a record, for parameters that are documented as `href`. */
	hrefOf(kind: 'product' | 'video', id: number): string {
		return hrefOf(String(id), kind, this.baseUrl);
	}

	/** Returns the time of the latest response in seconds, by this machine's clock if the response has no `Date`. */
	now(): number {
		return this.lastResponseAt ?? Math.floor(clock.now() / 1000);
	}

	/** The time of the first response, in seconds. */
	get startedAt(): number {
		return this.firstResponseAt ?? this.now();
	}

	/** Converts a time in seconds from this machine's clock to the service's. Sends a request unless there was one. */
	async toServiceTime(seconds: number): Promise<number> {
		if (this.requests === 0) await this.ifThere(this.get('/products', { per_page: 1 }));
		return seconds - this.ahead;
	}

	/** Estimates how many more requests fit into this poll; negative when its time is over. */
	affordable(): number {
		const elapsed = clock.now() - this.start;
		if (this.requests === 0 || elapsed <= 0) return Infinity;
		return Math.floor(((this.readingMs - elapsed) * this.requests) / elapsed);
	}

	/** Logs a warning, at most once a poll. */
	warn(sentence: string): void {
		if (this.warned.has(sentence)) return;
		this.warned.add(sentence);
		this.context.logger.warn(`${this.context.getNode().name}: ${sentence}`);
	}

	private outOfTime(): NodeApiError {
		return new NodeApiError(
			this.context.getNode(),
			{},
			{
				message: 'The service is too slow: the time that n8n gives to a poll is used up',
				description:
					'Nothing is lost, the next poll tries again. If this goes on, raise the time that n8n gives to a poll, or ask the service why it is slow.',
				httpCode: 'none',
				failure: TIMED,
			},
		);
	}

	private async getOnce(url: string, qs: IDataObject): Promise<unknown> {
		if (clock.now() - this.start > this.readingMs) throw this.outOfTime();
		this.requests++;
		const { body, headers } = await send(this.context, {
			retryPolicy: RETRY_POLICY,
			options: { method: 'GET', baseURL: this.baseUrl, url, qs, timeout: REQUEST_TIMEOUT_MS },
		});
		this.lastResponseAt = secondsOf(headers.date);
		this.firstResponseAt ??= this.now();
		this.ahead = Math.floor(clock.now() / 1000) - this.now();
		return body;
	}

	/**
	 * Sends a GET request. In scheduled polls, retries the first refusal once, and gives errors a cause: n8n's durable
	 * scheduler takes a 4xx for permanent and would not poll for half an hour; with the cause `TIMED` its back-off grows
	 * with consecutive errors instead.
	 */
	private async get(url: string, qs: IDataObject = {}): Promise<unknown> {
		return await this.getOnce(url, qs).catch(async (error: unknown) => {
			if (!(error instanceof NodeApiError) || !this.isScheduled) throw error;
			if (REFUSED.includes(String(error.httpCode)) && this.canRetryRefusal) {
				this.canRetryRefusal = false;
				await wait(REFUSED_DELAY_MS);
				return await this.get(url, qs);
			}
			if (error.failure?.cause !== 'rate-limited') error.failure = TIMED;
			throw error;
		});
	}

	/**
	 * Reads a page of a list.
	 *
	 * @param key the plural name under `_embedded`
	 * @param before how many records the pages before it have
	 */
	async list(
		path: string,
		key: string,
		query: IDataObject & { page: number },
		before?: number,
	): Promise<Page> {
		const body = await this.get(path, { per_page: DEFAULT_PAGE_SIZE, ...query });
		const page = await asNodeError(this.context, () => toPage(body, key, query.page, before));
		if (page.withoutId) {
			this.warn(`${page.withoutId} records without an id were left out of ${path}.`);
		}
		return page;
	}

	/**
	 * Awaits a request, and returns an error that may concern only this request. Throws other errors, such as a refused
	 * key or the rate limit. `isGone` means that the record does not exist; `error`, that it is withheld or unreadable.
	 */
	async ifThere<T>(
		request: Promise<T>,
	): Promise<{ found?: T; isGone: boolean; error?: NodeApiError }> {
		const passOver = (error: unknown) => {
			if (hasStatus(error, GONE)) return { isGone: true };
			const status = error instanceof NodeApiError ? Number(error.httpCode) : 0;
			const isOfThis = hasStatus(error, WITHHELD) || Number.isNaN(status) || status >= 500;
			if (!(error instanceof NodeApiError) || !isOfThis) throw error;
			return { isGone: false, error };
		};
		return await request.then((found) => ({ found, isGone: false }), passOver);
	}

	/**
	 * Reads one record. Without a `row` its state is unknown: neither `isGone` alone nor a response with another record or
	 * with none is a proof (docs/service.md, What a response proves).
	 */
	async record(
		path: string,
		query: IDataObject = {},
	): Promise<{ row: IDataObject | undefined; isGone: boolean; error?: NodeApiError | undefined }> {
		const { found, isGone, error } = await this.ifThere(this.get(path, query));
		const isAsked = isObject(found) && path.endsWith(`/${idOf(found)}`);
		return { row: isAsked ? found : undefined, isGone, error };
	}
}
