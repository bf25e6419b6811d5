import { NodeApiError, type IDataObject, type IPollFunctions } from 'n8n-workflow';

import { clock } from '../shared/concurrency/clock';
import { asNodeError } from '../shared/http/nodeErrors';
import { hrefOf } from '../shared/http/reference';
import { UnusableAnswerError } from '../shared/http/response';
import type { RetryPolicy } from '../shared/http/retryPolicy';
import { send } from '../shared/http/send';
import { isObject } from '../shared/json';
import { PAGE_SIZE } from './core/newest';
import { secondsOf, toPage } from './core/page';
import type { Page, Reader, Single } from './core/types';

/** Passing faults are retried briefly: the next poll comes soon, and n8n has its own back-off. */
const RETRY_POLICY: RetryPolicy = { attempts: 3, totalMs: 5_000 };

/** So that a poll ends although the service never answers. */
const REQUEST_TIMEOUT_MS = 10_000;

/** The part of a poll's time that is kept for the last request and its retries. */
const RESERVE = 0.4;

/** What the service answers for a thing that is deleted, or that this account may not see. */
const GONE = ['404', '410'];
const FORBIDDEN = ['402', '403'];

/** What was asked for, or the status with which a deleted or forbidden thing is refused. */
async function refusalOr<T>(asked: Promise<T>): Promise<{ value: T } | { refusal: string }> {
	return await asked.then(
		(value) => ({ value }),
		async (error: unknown) => {
			const status = error instanceof NodeApiError ? (error.httpCode ?? '') : '';
			if ([...GONE, ...FORBIDDEN].includes(status)) return { refusal: status };
			return await Promise.reject(error);
		},
	);
}

/** Reads the service through the shared request layer, within the time that a poll has. */
export class ServiceReader implements Reader {
	private readonly start = Date.now();

	private requests = 0;

	/** What the latest answer tells of its moment, in seconds. */
	private answeredAt?: number;

	/** How long new requests may begin. */
	private readonly readingMs: number;

	/**
	 * @param baseUrl the parsed base address
	 * @param budgetMs how long this poll may take
	 */
	constructor(
		private readonly context: IPollFunctions,
		private readonly baseUrl: string,
		budgetMs: number,
	) {
		this.readingMs = budgetMs * (1 - RESERVE);
	}

	hrefOf(kind: 'product' | 'video', id: number): string {
		return hrefOf(String(id), kind, this.baseUrl);
	}

	/** This machine's clock counts only where an answer does not tell its date. */
	now(): number {
		return this.answeredAt ?? Math.floor(clock.now() / 1000);
	}

	affordable(): number {
		const elapsed = Date.now() - this.start;
		if (this.requests === 0 || elapsed === 0) return Infinity;
		return Math.floor(((this.readingMs - elapsed) * this.requests) / elapsed);
	}

	private outOfTime(): NodeApiError {
		const message = 'The service is too slow: the time that n8n gives to a poll is used up';
		const description =
			'Nothing is lost, the next poll tries again. If this goes on, choose a smaller Batch Size or fewer Requests per Poll.';
		const failure = { cause: 'temporarily-unavailable' as const };
		return new NodeApiError(
			this.context.getNode(),
			{},
			{
				message,
				description,
				httpCode: 'none',
				failure,
			},
		);
	}

	private async get(url: string, qs: IDataObject = {}): Promise<unknown> {
		if (Date.now() - this.start > this.readingMs) throw this.outOfTime();
		const { body, headers } = await send(this.context, {
			retryPolicy: RETRY_POLICY,
			options: { method: 'GET', baseURL: this.baseUrl, url, qs, timeout: REQUEST_TIMEOUT_MS },
		});
		this.requests++;
		this.answeredAt = secondsOf(headers.date);
		return body;
	}

	async list(path: string, key: string, query: IDataObject): Promise<Page> {
		const body = await this.get(path, { page: 1, per_page: PAGE_SIZE, ...query });
		const page = toPage(body, key);
		if (page) return page;
		return await asNodeError(this.context, () => {
			throw new UnusableAnswerError(
				'The service answered with something that is not a list',
				'Check the Base URL of the credential, then try again.',
			);
		});
	}

	async listIfThere(path: string, key: string, query: IDataObject): Promise<Page | undefined> {
		const answer = await refusalOr(this.list(path, key, query));
		return 'refusal' in answer ? undefined : answer.value;
	}

	async record(path: string): Promise<Single> {
		const answer = await refusalOr(this.get(path));
		if ('refusal' in answer) return { isGone: GONE.includes(answer.refusal) };
		return { row: isObject(answer.value) ? answer.value : undefined, isGone: false };
	}
}
