import nock from 'nock';
import type { IDataObject } from 'n8n-workflow';
import { beforeEach } from 'vitest';

const ORIGIN = 'https://service.test';
export const BASE_URL = `${ORIGIN}/api`;

const LISTS = [
	'collections',
	'comments',
	'customers',
	'items',
	'live_events',
	'products',
	'videos',
];

/** Serves as the answer to any request: a record, a list of one customer or nothing, a report, a token. */
export const ANSWER = {
	id: 5,
	status: 'uploaded',
	_links: { next: { href: null } },
	count: 0,
	total: 0,
	_embedded: {
		...Object.fromEntries(LISTS.map((key) => [key, []])),
		// Whom a saved workflow looks up by e-mail address.
		customers: [{ id: 5, email: 'stored.access@example.com' }],
	},
	data: [],
	access_token: 'token_for_tests_5c0d',
	code: 'A1B2C3',
};

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

/** A service that answers everything and keeps what it was asked. */
export class Wire {
	/** Whether writes are answered with 204, and nothing. */
	isSilent = false;

	private sent: Recorded[] = [];

	constructor() {
		// Before each test: the setup of the tests cleans up behind each.
		beforeEach(() => {
			this.take();
			for (const method of ['GET', 'POST', 'PUT', 'DELETE']) this.answer(method);
		});
	}

	/** The requests since the last call. */
	take(): Recorded[] {
		return this.sent.splice(0);
	}

	private answer(method: string): void {
		const keep = (request: Recorded) => this.sent.push(request);
		const isSilent = () => this.isSilent && method !== 'GET';
		nock(ORIGIN)
			.persist()
			.intercept(/^/, method)
			.query(true)
			.reply(function (uri, body) {
				const { pathname, searchParams } = new URL(uri, ORIGIN);
				const headers = Object.entries(this.req.headers).filter(([name]) =>
					name.startsWith('svc-'),
				);
				keep({
					method,
					path: pathname.replace('/api', ''),
					query: Object.fromEntries(searchParams),
					body: typeof body === 'object' ? body : {},
					headers: Object.fromEntries(headers.sort()),
				});
				// Files are an array of their own.
				const answer = pathname.endsWith('/files') ? [ANSWER] : ANSWER;
				return isSilent() ? [204] : [200, answer];
			});
	}
}
