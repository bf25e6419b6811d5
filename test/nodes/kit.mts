import nock from 'nock';
import type { IDataObject, INodeParameterResourceLocator, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	API_KEY,
	apiKeyCredential,
	oAuth2Credential,
	runNode,
	type RunOptions,
	type RunResult,
} from '../kit/engine.mts';

const ORIGIN = 'https://service.test';
export const BASE_URL = `${ORIGIN}/api`;

/** A request as the service receives it. */
export interface Sent {
	method: string;
	/** Below the base address. */
	path: string;
	query?: Record<string, string>;
	/** The parsed JSON. */
	body?: unknown;
	/** Only those made for a customer: `svc-…`, in lower case. */
	headers?: Record<string, string>;
}

/** A page of a list, the last one (docs/service.md, Lists). */
export function page(key: string, records: IDataObject[]): IDataObject {
	const { length } = records;
	return {
		_links: { next: { href: null } },
		count: length,
		total: length,
		_embedded: { [key]: records },
	};
}

/** The nodes whose requests carry the client's id and secret, and nothing else beside them. */
const isOfClient = (node: string) => ['accessToken', 'pairingCode'].includes(node);

const credentialFor = (node: string, baseUrl: string, data: IDataObject = {}) =>
	(isOfClient(node) ? oAuth2Credential : apiKeyCredential)(baseUrl, data);

const authorizationOf = (node: string) =>
	isOfClient(node) ? undefined : `Basic ${Buffer.from(`${API_KEY}:`).toString('base64')}`;

/** A request as nock hands it over. */
interface Received {
	method: string;
	uri: string;
	body: unknown;
	headers: IDataObject;
}

function sentOf({ method, uri, body, headers }: Received): Sent {
	const { pathname, searchParams } = new URL(uri, ORIGIN);
	const query = Object.fromEntries(searchParams);
	const own = Object.entries(headers).filter(([name]) => name.startsWith('svc-'));
	return {
		method,
		path: pathname.replace('/api', ''),
		...(searchParams.size > 0 && { query }),
		...(body !== '' && { body }),
		...(own.length > 0 && { headers: Object.fromEntries(own) as Record<string, string> }),
	};
}

/** Answers every request the same, and keeps what was received. */
function intercept(answer: unknown): Received[] {
	const received: Received[] = [];
	const scope = nock(ORIGIN).persist();
	for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
		scope
			.intercept(/^\/api\//, method)
			.query(true)
			.reply(function (uri, body) {
				// Nothing is asserted here: a failure would look like a cut connection, and be retried.
				received.push({ method, uri, body, headers: this.req.headers });
				return answer === undefined ? [204] : [200, answer as nock.Body];
			});
	}
	return received;
}

/** Each with a credential of its own: whom a process creates with one is remembered. */
let runs = 0;

async function run(
	node: string,
	parameters: INodeParameters,
	answer: unknown,
	input?: IDataObject[],
	onError?: RunOptions['onError'],
): Promise<RunResult & { sent: Sent[] }> {
	const received = intercept(answer);
	const credential = { ...credentialFor(node, `${BASE_URL}/`), id: `run ${runs++}` };
	const result = await runNode({ node, parameters, ...(input && { input }), credential, onError });
	for (const { headers, body } of received) {
		expect(headers.authorization).toBe(authorizationOf(node));
		if (body !== '') expect(headers['content-type']).toContain('application/json');
	}
	return { ...result, sent: received.map(sentOf) };
}

export interface Case {
	parameters: INodeParameters;
	input?: IDataObject[];
	sends: Sent[];
	/** The body of every answer; without one it is a 204. */
	answer?: IDataObject | IDataObject[];
	/** The items, each with the index of its input item where that is not the first. */
	gives: Array<IDataObject | [IDataObject, number]>;
}

/** Runs an operation in n8n's engine: what it sends, what it gives, and the pairing of its items. */
export function itSends(node: string, operation: string, cases: Record<string, Case>): void {
	describe(`${node} ${operation} sends`, () => {
		it.each(Object.entries(cases))('%s', async (_, { parameters, input, sends, answer, gives }) => {
			const result = await run(node, { operation, ...parameters }, answer, input);
			expect(result.error).toBeUndefined();
			expect(result.sent).toEqual(sends);
			expect(result.items).toEqual(
				gives.map((given) => {
					const [json, item] = Array.isArray(given) ? given : [given, 0];
					return { json, pairedItem: { item } };
				}),
			);
		});
	});
}

/** In the place of the value that is tried, in the parameters of a refusal. */
export const TRIED = '={{ $json.tried }}';

export interface Refused {
	parameters: INodeParameters;
	/** A value that is sent. */
	good: unknown;
	/** Values that are refused. */
	bad: unknown[];
	/** The name that the person reads. */
	names: string;
}

/** So that one answer serves for every list. */
const EMPTY_LISTS = {
	_embedded: {
		collections: [],
		comments: [],
		customers: [],
		items: [],
		live_events: [],
		products: [],
		videos: [],
	},
};

/**
 * Tries, in a second item, values that must be refused before anything is sent for it.
 *
 * @param answer to the first one
 */
export function itRefuses(
	node: string,
	operation: string,
	cases: Refused[],
	answer: unknown = { id: 1, access_token: 't', code: 'c', ...EMPTY_LISTS },
): void {
	const tries = cases.flatMap(({ bad, ...rest }) => bad.map((value) => ({ ...rest, value })));
	describe(`${node} ${operation} refuses`, () => {
		it.each(tries)('$names: $value', async ({ parameters, good, value, names }) => {
			const input = [{ tried: good }, { tried: value }] as IDataObject[];
			const all = { operation, ...parameters };
			const result = await run(node, all, answer, input, 'continueRegularOutput');
			const failed = result.items.filter(({ json }) => json.error !== undefined);
			expect(failed).toMatchObject([{ pairedItem: { item: 1 } }]);
			expect(failed[0]?.json.error).toContain(`"${names}"`);
			expect(result.sent).toHaveLength(1);
		});
	});
}

/** A locator as the editor stores it. */
export const chosen = (
	value: INodeParameterResourceLocator['value'],
	mode = 'id',
): INodeParameterResourceLocator => ({ __rl: true, mode, value });

/** The options of every operation, and the headers that they become. */
export const FOR_CUSTOMER = { onBehalfOfCustomer: chosen('7'), clientIp: '203.0.113.7' };
export const CUSTOMER_HEADERS = {
	'svc-customer': `${BASE_URL}/customers/7`,
	'svc-client-ip': '203.0.113.7',
};
