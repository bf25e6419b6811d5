import nock from 'nock';
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
};

/**
 * A service that answers everything and keeps what it was asked.
 *
 * @returns gives the requests since the last call, each as one text: method, address, body and the
 *   headers for a customer
 */
export function recordedRequests(): () => string[] {
	let sent: string[] = [];
	const take = () => {
		const taken = sent;
		sent = [];
		return taken;
	};

	// Before each test: the setup of the tests cleans up behind each.
	beforeEach(() => {
		take();
		const scope = nock(ORIGIN).persist();
		for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
			scope
				.intercept(/^/, method)
				.query(true)
				.reply(function (uri, body) {
					const headers = Object.entries(this.req.headers).filter(([name]) =>
						name.startsWith('svc-'),
					);
					sent.push(JSON.stringify([method, uri, body, headers.sort()]));
					// Files are an array of their own.
					return [200, /\/files(\?|$)/.test(uri) ? [ANSWER] : ANSWER];
				});
		}
	});
	return take;
}
