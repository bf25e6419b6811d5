import nock from 'nock';
import type { IDataObject, INodeParameterResourceLocator, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	API_KEY,
	apiKeyCredential,
	oAuth2Credential,
	runNode,
	type RunResult,
} from '../kit/engine.mts';
import { startService, type SimulatedService } from '../../service/index.mts';

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

async function run(
	node: string,
	parameters: INodeParameters,
	answer: unknown,
	input?: IDataObject[],
): Promise<RunResult & { sent: Sent[] }> {
	const received = intercept(answer);
	const credential = credentialFor(node, `${BASE_URL}/`);
	const result = await runNode({ node, parameters, ...(input && { input }), credential });
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
	answer: unknown = { id: 1, ...EMPTY_LISTS },
): void {
	const tries = cases.flatMap(({ bad, ...rest }) => bad.map((value) => ({ ...rest, value })));
	describe(`${node} ${operation} refuses`, () => {
		it.each(tries)('$names: $value', async ({ parameters, good, value, names }) => {
			const input = [{ tried: good }, { tried: value }] as IDataObject[];
			const result = await run(node, { operation, ...parameters }, answer, input);
			expect(result.error?.message).toContain(`"${names}"`);
			expect(result.error?.context.itemIndex).toBe(1);
			expect(result.sent).toHaveLength(1);
		});
	});
}

/**
 * What no id may be: nothing of this may reach a path.
 *
 * @param otherSegment the path segment of another kind of thing
 */
export const badIds = (otherSegment: string): string[] => [
	'',
	'7/../8',
	'a b',
	'5?x=1',
	'#5',
	'..',
	'https://elsewhere.test/api/videos/5',
	`${BASE_URL}/${otherSegment}/5`,
];

/**
 * The ways to say the id 5.
 *
 * @param segment the path segment of the kind of thing
 */
export const waysToSayFive = (segment: string): Array<string | number> => [
	5,
	'5',
	`${BASE_URL}/${segment}/5`,
	`${BASE_URL}/${segment}/5/`,
	encodeURIComponent(`${BASE_URL}/${segment}/5`),
];

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

/**
 * Runs operations one after the other against the simulated service.
 *
 * @param work gets a function that runs one operation and gives its items; a parameter may be made
 *   of what an earlier one gave; and the service, for what happens there without a request
 */
export async function withService(
	node: string,
	work: (
		run: (parameters: INodeParameters) => Promise<IDataObject[]>,
		service: SimulatedService,
	) => Promise<void>,
): Promise<void> {
	const { url, service, close } = await startService();
	const { apiKey, clientId, clientSecret } = service.settings;
	const credential = credentialFor(node, url, { apiKey, clientId, clientSecret });
	try {
		await work(async (parameters) => {
			const { json, error } = await runNode({ node, parameters, credential });
			if (error) throw error;
			return json;
		}, service);
		expect(service.violations).toEqual([]);
	} finally {
		await close();
	}
}
