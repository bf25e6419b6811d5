// One request over all its attempts, without n8n's engine (send.test.mts runs that).
import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type * as Concurrency from '../../../../nodes/shared/concurrency/concurrency';
import type { ServiceRequest } from '../../../../nodes/shared/client/request';
import type * as SendModule from '../../../../nodes/shared/client/sender';
import { built } from '../../../kit/built.mts';
import { itemContext } from '../../../kit/itemContext.mts';

const { send, sendGet } = built<typeof SendModule>('shared/client/sender');
const { clock } = built<typeof Concurrency>('shared/concurrency/concurrency');

const BASE = 'https://svc.test';

type Reply = { status: number; body?: unknown; headers?: IDataObject } | { error: object };

let replies: Reply[];
let requests: number;
let waits: number[];
let now: number;
let execution: AbortController;
let accounts = 0;
/** Called while a request is under way. */
let meanwhile: () => void;

beforeEach(() => {
	[replies, waits, requests, now, execution] = [[], [], 0, 0, new AbortController()];
	accounts++;
	meanwhile = () => {};
	vi.spyOn(clock, 'monotonic').mockImplementation(() => now);
	vi.spyOn(clock, 'now').mockImplementation(() => 1_000_000 + now);
	vi.spyOn(clock, 'random').mockReturnValue(0);
	vi.spyOn(clock, 'sleep').mockImplementation(async (milliseconds) => {
		waits.push(milliseconds);
		now += milliseconds;
	});
});

function contextOf(authentication?: string): IExecuteSingleFunctions {
	const reply = async () => {
		requests++;
		meanwhile();
		const next = replies.shift();
		if (next === undefined) return await new Promise(() => {});
		if ('error' in next) throw Object.assign(new Error('failed'), next.error);
		const { status, body = { id: 5 }, headers = {} } = next;
		return { statusCode: status, headers, body: JSON.stringify(body) };
	};
	return itemContext({
		authentication,
		account: String(accounts),
		signal: execution.signal,
		helpers: { httpRequest: reply, httpRequestWithAuthentication: reply },
	});
}

type Given = Partial<Omit<ServiceRequest, 'options'>> & Partial<ServiceRequest['options']>;

async function sending(
	{ method = 'GET', url = '/products/5', ...given }: Given = {},
	authentication?: string,
) {
	const request = { ...given, options: { method, baseURL: BASE, url } };
	return await send(contextOf(authentication), request);
}

/** Returns the error of a request that fails. */
async function failing(given?: Given, authentication?: string) {
	const outcome = sending(given, authentication).then(
		() => undefined,
		(error: Error & { description?: string }) => ({
			message: error.message,
			description: error.description ?? '',
		}),
	);
	return (await outcome) ?? expect.fail('It succeeded');
}

const many = (count: number, reply: Reply): Reply[] => Array.from({ length: count }, () => reply);
const notFound: Reply = { status: 404, body: { message: 'Not found' } };
const cut: Reply = { error: { code: 'ECONNRESET' } };
const UNCERTAIN = 'It may have been done anyway';

it.each(['products/5', 'https://evil.test/', '/products/:product', '/:product'])(
	'nothing is sent to the incomplete address %j',
	async (url) => {
		const { message, description } = await failing({ url });
		expect(message).toBe('The request has no complete address');
		expect(description).toContain('required parameter');
		expect(requests).toBe(0);
	},
);

it('sendGet sends the headers of an operation’s request, and neither its body nor its query', async () => {
	const sent: IDataObject[] = [];
	const httpRequestWithAuthentication = async (_: string, options: IDataObject) => {
		sent.push(options);
		return { statusCode: 200, headers: {}, body: '{}' };
	};
	const context = itemContext({ helpers: { httpRequestWithAuthentication } });
	const headers = { 'X-Customer': '5' };
	const qs = { plan: 'free' };
	const body = { email: 'ada@example.org' };
	const options = { method: 'POST', baseURL: BASE, url: '/customers', headers, qs, body } as const;
	await sendGet({ context, options }, '/products/5', { page: 2 });
	expect(sent).toEqual([
		expect.objectContaining({
			...{ method: 'GET', url: '/products/5', qs: { page: 2 }, body: undefined },
			headers: expect.objectContaining(headers),
		}),
	]);
});

describe('a read', () => {
	it('is sent up to six times, with pauses', async () => {
		replies = many(9, { status: 503 });
		await failing();
		expect(requests).toBe(6);
		expect(waits).toEqual(many(5, cut).map(() => 250));
	});

	it('waits for Retry-After, or for the longer delay of its retry policy', async () => {
		replies = [{ status: 503, headers: { 'retry-after': '3' } }, { status: 200 }];
		await sending({ retryPolicy: { attempts: 6, totalMs: 60_000, minDelayMs: 2_000 } });
		replies = [{ status: 503, headers: { 'retry-after': '3' } }, { status: 200 }];
		await sending({ retryPolicy: { attempts: 6, totalMs: 60_000, minDelayMs: 7_000 } });
		expect(waits).toEqual([3_000, 7_000]);
	});

	it.each(['0', 0, '-3', 'Thu, 01 Jan 1970 00:00:00 GMT', 'soon'])(
		'waits no shorter than its back-off with Retry-After %j',
		async (value) => {
			for (const status of [429, 503]) {
				replies = [{ status, headers: { 'retry-after': value } }, { status: 200 }];
				await sending();
			}
			expect(waits).toEqual([250, 250]);
		},
	);

	it('fails when the next attempt would come too late', async () => {
		const retryPolicy = { attempts: 99, totalMs: 1_000 };
		replies = many(99, { status: 503 });
		await failing({ retryPolicy });
		expect(requests).toBe(5);
		expect(now).toBe(1_000);
	});

	it('of another credential is not delayed by a rate limit', async () => {
		replies = [{ status: 429, headers: { 'retry-after': '20' } }, { status: 200 }];
		await sending();
		expect(now).toBe(20_000);
		[now, waits] = [0, []];
		accounts++;
		replies = [{ status: 200 }];
		await sending();
		expect(waits).toEqual([]);
	});

	it('reports whether it was rate limited on the way', async () => {
		replies = [{ status: 503 }, { status: 200 }];
		expect(await sending()).toMatchObject({ status: 200, throttled: false });
		replies = [{ status: 429 }, { status: 200 }];
		expect(await sending()).toMatchObject({ status: 200, throttled: true });
	});

	it('that gets a 404 after a lost response fails', async () => {
		replies = [cut, notFound];
		expect((await failing()).message).toBe('No product 5');
	});

	it('without a record returns the response as it is', async () => {
		replies = [{ status: 200, body: [] }];
		expect(await sending()).toMatchObject({ status: 200, body: [] });
	});
});

describe('a deletion', () => {
	const deletion: Given = { method: 'DELETE', url: '/videos/5' };

	it.each([
		['its own 404', notFound],
		['a 404 of a proxy', { status: 404 }],
	])('is unclear when the service answers %s after a lost response', async (_, second) => {
		replies = [{ status: 429 }, cut, second];
		const { message, description } = await failing(deletion);
		expect(message).toBe('It is unclear whether the removal at video 5 was done');
		expect(description).toContain('The response to the first attempt was lost');
		expect(description).toContain(UNCERTAIN);
	});

	it('succeeds when a look-up confirms it after a lost response and a 404', async () => {
		replies = [cut, notFound];
		const proven = { status: 204, headers: {}, body: undefined };
		const sent = await sending({ ...deletion, reconcile: async () => proven });
		expect(sent).toEqual({ ...proven, path: '/videos/5', throttled: false });
	});

	it('fails when the first attempt, or the first after a refusal, gets a 404', async () => {
		replies = [notFound];
		expect((await failing(deletion)).message).toBe('No video 5');
		replies = [{ status: 429 }, notFound];
		expect((await failing(deletion)).message).toBe('No video 5');
		replies = [cut, { status: 403 }];
		const { message, description } = await failing(deletion);
		expect(message).toContain('does not allow this');
		expect(description).toContain(UNCERTAIN);
	});

	it('is the only write whose 404 after a lost response is unclear', async () => {
		replies = [cut, notFound];
		expect((await failing({ method: 'PUT', url: '/videos/5' })).message).toBe('No video 5');
	});
});

describe('a write', () => {
	const creation: Given = { method: 'POST', url: '/videos' };

	it('with a success status is done, with any response body', async () => {
		replies = [{ status: 201, body: [] }];
		expect(await sending(creation)).toMatchObject({ status: 201, body: [] });
		replies = [{ error: { response: { status: 201, data: '{"id":' } } }];
		expect(await sending(creation)).toEqual({
			...{ status: 201, headers: {}, body: undefined },
			...{ path: '/videos', throttled: false },
		});
	});

	it('that needs a record from the response is ambiguous without it', async () => {
		replies = [{ status: 201, body: [] }];
		const { message, description } = await failing({ ...creation, needsRecord: 'id' });
		expect(message).toContain('without the record');
		expect(description).toContain(UNCERTAIN);
		replies = [{ status: 201, body: { id: 5 } }];
		expect(await sending({ ...creation, needsRecord: 'id' })).toMatchObject({ body: { id: 5 } });
	});

	it('that needs a record from the response is ambiguous with another record', async () => {
		const isRecord = ({ email }: IDataObject) => email === 'ada@example.org';
		replies = [{ status: 201, body: { id: 5, email: 'eve@example.org' } }];
		const { description } = await failing({ ...creation, needsRecord: 'id', isRecord });
		expect(description).toContain(UNCERTAIN);
	});

	it('that is not idempotent is reconciled instead of repeated', async () => {
		const since: number[] = [];
		const reconcile = async (moment: number) => {
			since.push(moment);
			return { status: 201, headers: {}, body: { id: 9 } };
		};
		replies = [{ status: 429, headers: { 'retry-after': '2' } }, cut];
		expect(await sending({ ...creation, reconcile })).toEqual({
			...{ status: 201, headers: {}, body: { id: 9 } },
			...{ path: '/videos', throttled: true },
		});
		expect(requests).toBe(2);
		expect(since).toEqual([1_000_000]);
	});

	it('is looked up at growing intervals, and fails after half a minute', async () => {
		replies = [cut];
		const asked: number[] = [];
		const reconcile = async (since: number) => void asked.push(since);
		const { description } = await failing({ ...creation, reconcile });
		expect(description).toContain(UNCERTAIN);
		expect(waits).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000, 5_000, 2_500]);
		expect(asked).toEqual(Array(10).fill(1_000_000));
	});

	it('succeeds when its record appears at a later look-up', async () => {
		replies = [cut];
		const found = { status: 201, headers: {}, body: { id: 9 } };
		let looks = 0;
		const reconcile = async () => (++looks === 3 ? found : undefined);
		expect(await sending({ ...creation, reconcile })).toMatchObject(found);
		expect(waits).toEqual([500, 1_000]);
	});

	it('that cannot be reconciled fails as ambiguous', async () => {
		replies = [cut];
		const reconcile = async () => await Promise.reject(new Error('of no use'));
		const { message, description } = await failing({ ...creation, reconcile });
		expect(message).toContain('was cut');
		expect(description).toContain(UNCERTAIN);
		expect(requests).toBe(1);
	});

	it('that was refused is not reported as ambiguous', async () => {
		replies = [{ status: 422 }];
		expect((await failing(creation)).description).not.toContain(UNCERTAIN);
		replies = [{ error: { code: 'ECONNREFUSED' } }, { status: 403 }];
		expect((await failing(creation)).description).not.toContain(UNCERTAIN);
	});

	it('that failed in every attempt is ambiguous', async () => {
		replies = many(6, { status: 502 });
		expect((await failing({ method: 'PUT' })).description).toContain(UNCERTAIN);
		replies = many(6, { status: 429 });
		expect((await failing({ method: 'PUT' })).description).not.toContain(UNCERTAIN);
	});

	it('that creates a customer is retried after a 429 as long as there is time', async () => {
		const customer: Given = { method: 'POST', url: '/customers', createsCustomer: true };
		replies = [...many(12, { status: 429 }), { status: 201 }];
		expect(await sending(customer)).toMatchObject({ status: 201, throttled: true });
		replies = many(12, { status: 429 });
		expect((await failing({ ...customer, createsCustomer: false })).message).toContain(
			'too many requests',
		);
		expect(replies).toHaveLength(6);
		replies = many(12, { error: { code: 'ECONNREFUSED' } });
		await failing(customer);
		expect(replies).toHaveLength(6);
	});
});

describe('an access token that has expired', () => {
	const expired: Reply = { status: 401 };

	it('is renewed up to four times', async () => {
		replies = [...many(3, expired), { status: 200 }];
		expect(await sending({}, 'oAuth2')).toMatchObject({ status: 200 });
		replies = many(9, expired);
		await failing({}, 'oAuth2');
		expect(replies).toHaveLength(5);
	});

	it.each([
		['an API key', {}, 'apiKey'],
		['a secret in the request', { authenticatesItself: true }, 'oAuth2'],
		['the token of a customer', { customerToken: 'theirs' }, 'oAuth2'],
	] as const)('is not renewed with %s', async (_, given, authentication) => {
		replies = many(2, expired);
		await failing(given, authentication);
		expect(requests).toBe(1);
	});

	it('is not renewed after the error EAUTH or the status 403', async () => {
		replies = many(2, { error: { code: 'EAUTH' } });
		await failing({}, 'oAuth2');
		expect(requests).toBe(1);
		replies = many(2, { status: 403 });
		await failing({}, 'oAuth2');
		expect(requests).toBe(2);
	});
});

describe('a cancelled execution', () => {
	function cancelDuringWait(): void {
		vi.spyOn(clock, 'sleep').mockImplementation(async () => {
			execution.abort();
			return await new Promise(() => {});
		});
	}

	it('reports that a read did nothing', async () => {
		meanwhile = () => execution.abort();
		const { message, description } = await failing();
		expect(message).toBe('The execution was cancelled');
		expect(description).toBe('Nothing more is sent.');
	});

	it('reports a write under way as ambiguous', async () => {
		meanwhile = () => execution.abort();
		const { description } = await failing({ method: 'PUT' });
		expect(description).toContain(UNCERTAIN);
		expect(description).toContain('Nothing more is sent.');
	});

	it('reports a write without a valid response as ambiguous', async () => {
		replies = [cut];
		cancelDuringWait();
		expect((await failing({ method: 'PUT' })).description).toContain(UNCERTAIN);
	});

	it('does not report a refused write as ambiguous', async () => {
		replies = [{ status: 429 }];
		cancelDuringWait();
		expect((await failing({ method: 'PUT' })).description).toBe('Nothing more is sent.');
	});

	it('reports a write that is being reconciled as ambiguous', async () => {
		replies = [cut];
		const reconcile = async () => {
			execution.abort();
			return await Promise.resolve(undefined);
		};
		const { message, description } = await failing({ method: 'POST', reconcile });
		expect(message).toBe('The execution was cancelled');
		expect(description).toContain(UNCERTAIN);
	});
});
