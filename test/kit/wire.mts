import nock from 'nock';
import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach } from 'vitest';

import { TurnedClock } from './time.mts';
import { endpoints } from '../../service/contract/index.mts';

const ORIGIN = 'https://service.test';
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
		// Whom a saved workflow looks up by e-mail address.
		customers: [{ id: 5, email: 'stored.access@example.com' }],
	},
	data: [],
	USD: { monthly: { price: 999 } },
	access_token: 'token_for_tests_5c0d',
	code: 'A1B2C3',
};

/** {@link ANSWER} as the record that a path asks for. */
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
	/** Only those made for a customer: `svc-…`, in lower case. */
	headers: Record<string, string>;
}

/**
 * Answers everything that is asked from now on.
 *
 * @param answerTo the body of an answer to a path below the base address; without one it is a 204
 * @returns what is asked
 */
export function listen(
	answerTo: (path: string, method: string) => unknown,
	onHeaders: (headers: object) => void = () => {},
): Recorded[] {
	const asked: Recorded[] = [];
	const scope = nock(ORIGIN).persist();
	for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
		scope
			.intercept(/^/, method)
			.query(true)
			.reply(function (uri, body) {
				const { pathname, searchParams } = new URL(uri, ORIGIN);
				const path = pathname.replace('/api', '');
				onHeaders(this.req.headers);
				const headers = Object.entries(this.req.headers).filter(([name]) =>
					name.startsWith('svc-'),
				);
				// Nothing is asserted here: a failure would look like a cut connection, and be retried.
				asked.push({
					method,
					path,
					query: Object.fromEntries(searchParams),
					body: typeof body === 'object' ? body : {},
					headers: Object.fromEntries(headers.sort()),
				});
				const answer = answerTo(path, method);
				return answer === undefined ? [204] : [200, answer as nock.Body];
			});
	}
	return asked;
}

/** A service that answers everything and keeps what it was asked, in each test of a file. Waiting takes no time. */
export class Wire {
	/** Whether writes are answered with 204, and nothing. */
	isSilent = false;

	private sent: Recorded[] = [];

	constructor() {
		let clock: TurnedClock;
		afterEach(() => clock.putBack());
		// Before each test: the setup of the tests cleans up behind each.
		beforeEach(() => {
			clock = new TurnedClock();
			this.sent = listen((path, method) => {
				if (this.isSilent && method !== 'GET') return undefined;
				// Files are an array of their own.
				return path.endsWith('/files') ? [ANSWER] : answerFor(path);
			});
		});
	}

	/** The requests since the last call. */
	take(): Recorded[] {
		return this.sent.splice(0);
	}
}
