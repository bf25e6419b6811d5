import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, onTestFinished } from 'vitest';

import { respondDirectly, stopResponding } from './direct.mts';
import { TurnedClock } from './time.mts';
import { endpoints } from '../../service/contract/index.mts';
import { createService } from '../../service/index.mts';

export const ORIGIN = 'https://service.test';
export const BASE_URL = `${ORIGIN}/api`;

/** The names of lists in a response body: `items`, or the last segment of a path in the contract. */
const LISTS = ['items', ...endpoints.map(({ path }) => path.slice(path.lastIndexOf('/') + 1))];

/** A response body that fits any request: a record, a list, a report, prices, a token. */
export const ANSWER = {
	id: 5,
	status: 'uploaded',
	_links: { next: { href: null } },
	count: 0,
	total: 0,
	_embedded: {
		...Object.fromEntries(LISTS.map((name) => [name, []])),
		// The customer whom a saved workflow looks up by email address.
		customers: [{ id: 5, email: 'stored.access@example.com' }],
	},
	data: [],
	USD: { monthly: { price: 999 } },
	access_token: 'token_for_tests_5c0d',
	code: 'A1B2C3',
};

/** Returns {@link ANSWER} with the id in the path. */
function answerFor(path: string): typeof ANSWER {
	const id = /^\/\w+\/(\d+)/.exec(path)?.[1];
	return id === undefined ? ANSWER : { ...ANSWER, id: Number(id) };
}

/** A request as the service receives it. */
export interface Recorded {
	method: string;
	/** Below the base address. */
	path: string;
	query: Record<string, string>;
	body: IDataObject;
	/** Only the headers on behalf of a customer: `svc-…`, in lower case. */
	headers: Record<string, string>;
}

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null;

/**
 * Responds to every request from now on.
 *
 * @param answerTo returns the body of the response to a path below the base address, or undefined for a 204
 * @returns the requests, to which later ones are added
 */
export function listen(
	answerTo: (path: string, method: string) => unknown,
	onHeaders: (headers: object) => void = () => {},
): Recorded[] {
	const asked: Recorded[] = [];
	onTestFinished(() => stopResponding(ORIGIN));
	respondDirectly(ORIGIN, ({ method, path: whole, query, headers: sent = {}, body: text = '' }) => {
		const path = whole.replace('/api', '');
		onHeaders(sent);
		const headers = Object.entries(sent).flatMap(([name, value]) =>
			name.startsWith('svc-') && value !== undefined ? [[name, value] as const] : [],
		);
		const isJson = sent['content-type']?.includes('json');
		const body: unknown = isJson && text ? JSON.parse(text) : text;
		// No assertion here: its failure would look like a lost connection and be retried.
		asked.push({
			method,
			path,
			query: Object.fromEntries(new URLSearchParams(query)),
			body: isObject(body) ? body : {},
			headers: Object.fromEntries(headers.sort()),
		});
		const answer = answerTo(path, method);
		if (answer === undefined) return { status: 204, headers: {}, body: '' };
		return {
			status: 200,
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(answer),
		};
	});
	return asked;
}

/** Responds to every request in each test of a file, and records it. Waiting takes no time. */
export class Wire {
	/** Issues the tokens and codes that fill in saved workflows. No request reaches it. */
	readonly service = createService({ publicUrl: BASE_URL });

	/** Whether the response to a write is 204 without a body. */
	isSilent = false;

	private sent: Recorded[] = [];

	constructor() {
		let clock: TurnedClock;
		afterEach(() => clock.putBack());
		beforeEach(() => {
			clock = new TurnedClock();
			this.sent = listen((path, method) => {
				if (this.isSilent && method !== 'GET') return undefined;
				// The list of files is an array.
				return path.endsWith('/files') ? [ANSWER] : answerFor(path);
			});
		});
	}

	/** The requests since the last call. */
	take(): Recorded[] {
		return this.sent.splice(0);
	}
}
