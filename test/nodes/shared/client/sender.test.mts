// One request over all its attempts, over n8n's helpers and without its engine.
import { createRequire } from 'node:module';

import type * as N8nWorkflow from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type * as ClientModule from '../../../../nodes/shared/client/client';
import type { RequestOptions, ServiceRequest } from '../../../../nodes/shared/client/request';
import type * as ResponseModule from '../../../../nodes/shared/client/response';
import type * as Concurrency from '../../../../nodes/shared/concurrency/clock';
import { built } from '../../../kit/built.mts';
import { errorOf, Replies, type FakeReply } from '../../../kit/replies.mts';
import { TurnedClock } from '../../../kit/time.mts';

const { Client } = built<typeof ClientModule>('shared/client/client');
const { requireField } = built<typeof ResponseModule>('shared/client/response');
const { clock: nodeClock } = built<typeof Concurrency>('shared/concurrency/clock');
const { UserError }: typeof N8nWorkflow = createRequire(import.meta.url)('n8n-workflow');

let clock: TurnedClock;
let service: Replies;

beforeEach(() => {
	[clock, service] = [new TurnedClock(), new Replies()];
	vi.spyOn(nodeClock, 'random').mockReturnValue(0);
});
afterEach(() => clock.putBack());

async function sending(
	request: Partial<ServiceRequest> = {},
	options: RequestOptions = {},
	{ by = service, proxy = false } = {},
) {
	const through = proxy && { proxy: { host: 'proxy.test', port: 8080 } };
	const client = new Client(by.context(), { baseURL: 'https://svc.test', ...through });
	return await client.send({ method: 'GET', path: '/products/5', ...request }, options);
}

const failing = async (...given: Parameters<typeof sending>) => await errorOf(sending(...given));

const many = (count: number, reply: FakeReply): FakeReply[] =>
	Array.from({ length: count }, () => reply);
const needsId = { assertUsable: requireField('id') };
const ok: FakeReply = { status: 200 };
const notFound: FakeReply = { status: 404 };
const proxyNotFound: FakeReply = { status: 404, body: '<html>' };
const cut: FakeReply = { error: { code: 'ECONNRESET' } };
const limited = (seconds: number): FakeReply => ({
	status: 429,
	headers: { 'retry-after': String(seconds) },
});
const done = { status: 204, headers: {}, body: undefined };
const WEB_PAGE = "The response is a web page instead of the service's answer";
const UNCERTAIN = 'The change may have been made anyway.';

describe('a read', () => {
	it('is tried for a minute, with growing pauses, and a last time when it is over', async () => {
		vi.spyOn(nodeClock, 'random').mockReturnValue(1);
		service.always = { status: 503 };
		expect(await failing()).toMatchObject({
			message: 'The service failed',
			description: expect.stringMatching(
				/^The node tried 10 times\. Try again later.*\(HTTP 503\)/,
			),
		});
		expect(service.sent).toHaveLength(10);
		const waits = [1, 2, 4, 8, 10, 10, 10, 10, 5].map((seconds) => seconds * 1_000);
		expect(clock.waits).toEqual(waits);
	});

	it('waits for a service that is down, as long as its retry policy says', async () => {
		service.always = { status: 503 };
		await failing();
		expect(service.sent.length).toBeGreaterThan(20);
		const before = service.sent.length;
		const began = clock.now;
		await failing({}, { retryPolicy: { totalMs: 10_000 } });
		expect(clock.now - began).toBeLessThanOrEqual(15_000);
		expect(service.sent.length - before).toBeLessThan(5);
		service.always = ok;
		expect(await sending()).toMatchObject({ status: 200 });
	});

	it('waits for Retry-After, or for the longer delay of its retry policy', async () => {
		const retryPolicy = { totalMs: 60_000, minDelayMs: 2_000 };
		service.add(limited(3), ok, limited(1), ok);
		await sending({}, { retryPolicy });
		await sending({}, { retryPolicy });
		expect(clock.waits).toEqual([3_000, 2_000]);
	});

	it('that gets the service’s own 404 after a lost response fails', async () => {
		service.add(cut, notFound);
		expect((await failing()).message).toBe('No product 5');
		expect(service.sent).toHaveLength(2);
	});

	it('that gets a proxy’s 404 is repeated like after a 503, and never believes it', async () => {
		service.add(ok, proxyNotFound, ok);
		await sending();
		service.always = proxyNotFound;
		expect(await sending()).toMatchObject({ status: 200 });
		expect((await failing()).message).toBe(
			"Couldn't check whether product 5 exists: the response didn't come from the service",
		);
	});

	it('whose Base URL is that of a website names the Base URL, and is not repeated', async () => {
		service.always = { status: 404, body: '<!DOCTYPE html><title>Not found</title>' };
		const { message, description } = await failing();
		expect(message).toBe('Nothing was found at this Base URL');
		expect(description).toMatch(/^Enter the URL of the API, and nothing after it/);
		expect(service.sent).toHaveLength(1);
	});

	it('whose response is of no use is repeated', async () => {
		service.add({ status: 200, body: '<html>' }, { status: 200, body: {} }, ok);
		expect(await sending({}, needsId)).toMatchObject({ body: { id: 5 } });
		service.always = { status: 200, body: '<html>' };
		expect((await failing()).message).toBe(WEB_PAGE);
	});

	it.each([400, 401, 403, 405, 451])(
		'that gets a web page with the status %i is repeated, and sends nobody for another key',
		async (status) => {
			const page = { status, body: '<!DOCTYPE html><title>Just a moment...</title>' };
			service.add(page, ok);
			service.always = page;
			expect(await sending()).toMatchObject({ status: 200 });
			const { message, description } = await failing();
			expect(message).toBe(WEB_PAGE);
			expect(description).toMatch(/Base URL.*bot check/);
			expect(description).not.toMatch(/account owner|permission|API key/);
		},
	);

	it('throws an error of its check that says nothing of the response', async () => {
		service.add(ok);
		const assertUsable = () => {
			throw new TypeError('A fault of ours');
		};
		await expect(sending({}, { assertUsable })).rejects.toThrow('A fault of ours');
	});

	it('that n8n refuses to send passes n8n’s text on, and is not repeated', async () => {
		const refusal = new UserError('The address is blocked', { description: 'Ask the owner.' });
		service.add({ error: { cause: refusal } });
		expect(await failing({ method: 'PUT' })).toEqual({
			message: 'The address is blocked',
			description: 'Ask the owner.',
		});
		expect(service.sent).toHaveLength(1);
	});

	it('through a proxy that is down names the proxy', async () => {
		service.always = { error: { code: 'ECONNREFUSED' } };
		expect(await failing({}, {}, { proxy: true })).toEqual({
			message: 'The proxy did not accept the connection',
			description: expect.stringMatching(
				/^The node tried \d+ times\. Check "Proxy" under Request Options, then try again\. \(ECONNREFUSED\)$/,
			),
		});
		expect((await failing()).message).toBe('Nothing responds at the Base URL');
	});

	it('without a response ends at its deadline, and is repeated', async () => {
		service.meanwhile = () => clock.passDeadlines();
		const { message } = await failing();
		expect(message).toBe('The service did not respond in time');
		expect(clock.deadlines).toEqual([60_000, 60_000]);
	});
});

describe('a 429', () => {
	/** Starts a request that waits after a 429, then another one, and returns their waits. */
	async function waitsOf(reply: FakeReply, options: RequestOptions, by = service) {
		const waits: number[] = [];
		vi.spyOn(nodeClock, 'sleep').mockImplementation(async (milliseconds) => {
			waits.push(milliseconds);
			return await new Promise(() => {});
		});
		service.add(reply, ok);
		by.add(ok);
		void sending({ method: 'POST', path: '/customers' }, options);
		await new Promise(setImmediate);
		void sending({}, {}, { by });
		await new Promise(setImmediate);
		return waits;
	}

	it('delays all other requests with the credential', async () => {
		expect(await waitsOf(limited(5), {})).toEqual([5_000, 5_000]);
		expect(service.sent).toHaveLength(1);
	});

	it('delays no request with another credential', async () => {
		const others = new Replies();
		expect(await waitsOf(limited(5), {}, others)).toEqual([5_000]);
		expect(others.sent).toHaveLength(1);
	});

	it('of a creation delays no other request', async () => {
		expect(await waitsOf(limited(1), { rateLimit: 'creation' })).toEqual([1_000]);
		expect(service.sent).toHaveLength(2);
	});

	it('is repeated for two minutes, beside the minute for other failures', async () => {
		const creation = { method: 'POST', path: '/customers' } as const;
		vi.spyOn(nodeClock, 'random').mockReturnValue(1);
		const refused = { error: { code: 'ECONNREFUSED' } };
		service.add(...many(8, limited(10)), ...many(5, refused), { status: 201 });
		const created = await sending(creation, { rateLimit: 'creation' });
		expect(created).toMatchObject({ status: 201 });
		service.always = limited(10);
		expect((await failing(creation)).message).toBe('The service receives too many requests');
		expect(service.sent).toHaveLength(14 + 13);
	});

	it('that asks for more than two minutes lets nothing else be sent until then', async () => {
		service.add(limited(121), ok);
		expect((await failing()).message).toBe('The service asks to wait 3 minutes');
		const { message, description } = await failing({ method: 'PUT' });
		expect(message).toBe('This row was not tried: the service asks to wait 3 minutes');
		expect(description).toMatch(/Nothing was sent for it\. Run it again in 3 minutes/);
		expect(service.sent).toHaveLength(1);
		clock.now += 122_000;
		expect(await sending()).toMatchObject({ status: 200 });
	});
});

describe('a deletion', () => {
	const deletion = { method: 'DELETE', path: '/videos/5' } as const;

	it.each([
		['a lost response', [cut, notFound]],
		['several', [cut, { status: 502 }, notFound]],
		['a proxy’s 404', [proxyNotFound, notFound]],
		['a lost response and a proxy’s 404', [cut, proxyNotFound, notFound]],
		['an unusable token', [cut, { error: { code: 'ECONNREFUSED' } }, notFound]],
	])('that finds nothing after %s is done', async (_, replies) => {
		service.add(ok, ...replies);
		await sending();
		expect(await sending(deletion)).toEqual(done);
		expect(service.unused).toBe(0);
	});

	it.each([
		['the first attempt', [notFound]],
		['a 429', [limited(1), notFound]],
		['a refused connection', [{ error: { code: 'ECONNREFUSED' } }, notFound]],
	])('that finds nothing after %s fails', async (_, replies) => {
		service.add(...replies);
		const { message, description } = await failing(deletion);
		expect(message).toBe('No video 5');
		expect(description).not.toContain(UNCERTAIN);
	});

	it('is never done by a proxy’s 404', async () => {
		service.add(ok, cut);
		await sending();
		service.always = proxyNotFound;
		const { message, description } = await failing(deletion);
		expect(message).toContain("Couldn't check whether video 5 exists");
		expect(description).toContain(UNCERTAIN);
	});

	it('that is refused after a lost response may have been done', async () => {
		service.add(cut, { status: 403 });
		const { message, description } = await failing(deletion);
		expect(message).toContain('does not allow this');
		expect(description).toContain(UNCERTAIN);
	});
});

describe('a write', () => {
	const creation = { method: 'POST', path: '/videos' } as const;

	it.each([200, 403])(
		'that gets a web page with the status %i is repeated until it is done',
		async (status) => {
			const page = { status, body: '<html>' };
			service.add(page, ok);
			service.always = page;
			expect(await sending({ method: 'PUT', body: {} })).toMatchObject({ status: 200 });
			const { message, description } = await failing({ method: 'PUT', body: {} });
			expect(message).toBe(WEB_PAGE);
			expect(description).toContain(UNCERTAIN);
		},
	);

	it.each([200, 403])('that gets a web page with the status %i is looked for', async (status) => {
		const found = { status: 200, headers: {}, body: { id: 7 } };
		service.add({ status, body: '<html>' }, { status, body: '<html>' });
		const reconcile = async () => await Promise.resolve(found);
		const creation = { method: 'POST', path: '/customers', body: {} } as const;
		expect(await sending(creation, { reconcile })).toEqual(found);
		expect((await failing(creation)).description).toContain(UNCERTAIN);
		expect(service.sent).toHaveLength(2);
	});

	it('with a success status is done, with any response body', async () => {
		service.add({ status: 201, body: '[]' }, { status: 201, body: '   ' });
		service.add({ error: { response: { status: 200, data: '{"id":' } } });
		expect(await sending(creation)).toMatchObject({ status: 201, body: [] });
		expect(await sending(creation)).toEqual(done);
		expect(await sending(creation)).toEqual(done);
	});

	it.each([{}, { id: null }, '<html>'])(
		'that needs a field is ambiguous with the response %j',
		async (body) => {
			service.add({ status: 201, body }, { status: 201, body: { id: 5 } });
			const { description } = await failing(creation, needsId);
			expect(description).toContain(UNCERTAIN);
			expect(await sending(creation, needsId)).toMatchObject({ body: { id: 5 } });
		},
	);

	it('that got no access token is not done', async () => {
		service.always = { error: { message: 'Unable to sign without access token' } };
		const { message, description } = await failing({ method: 'PUT' });
		expect(message).toBe('The service returned no access token');
		expect(description).not.toContain(UNCERTAIN);
	});

	it('that is not idempotent is reconciled instead of repeated', async () => {
		const began = clock.now;
		const moments: number[] = [];
		const found = { status: 201, headers: {}, body: { id: 9 } };
		const reconcile = async (since: () => number) => {
			moments.push(since());
			return await Promise.resolve(found);
		};
		service.add(limited(2), cut);
		expect(await sending(creation, { reconcile })).toEqual(found);
		expect(service.sent).toHaveLength(2);
		expect(moments).toEqual([began]);
	});

	it('is reconciled by the clock of the service, as its latest response shows it', async () => {
		const began = clock.now;
		const date = new Date(began - 600_000).toUTCString();
		const moments: number[] = [];
		const reconcile = async (since: () => number) => {
			await sending();
			moments.push(since());
			return { status: 201, headers: {}, body: {} };
		};
		service.add(cut, { status: 200, headers: { date } });
		await sending(creation, { reconcile });
		expect(moments).toEqual([began - 600_000]);
	});

	it('is looked up at growing intervals, and fails after half a minute', async () => {
		let looks = 0;
		service.add(cut);
		const reconcile = async () => {
			looks++;
			return await Promise.resolve(undefined);
		};
		const { description } = await failing(creation, { reconcile });
		expect(description).toContain(UNCERTAIN);
		expect(clock.waits).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000, 5_000, 2_500]);
		expect(looks).toBe(10);
	});

	it('that cannot be reconciled fails as ambiguous', async () => {
		service.add(cut);
		const reconcile = async () => await Promise.reject(new Error('of no use'));
		const options = { reconcile, ambiguousHint: 'Look into the list.' };
		expect(await failing(creation, options)).toMatchObject({
			message: 'The connection to the service was cut',
			description: expect.stringMatching(/^Look into the list\. .*\(ECONNRESET\)$/),
		});
		expect(service.sent).toHaveLength(1);
	});

	it('that was refused is not ambiguous, and not looked up', async () => {
		service.add({ status: 422 }, { error: { code: 'ECONNREFUSED' } }, { status: 403 });
		const reconcile = async () => await Promise.reject(new Error('It was looked up'));
		for (let count = 0; count < 2; count++) {
			expect((await failing(creation, { reconcile })).description).not.toContain(UNCERTAIN);
		}
	});

	it('that failed in every attempt is ambiguous', async () => {
		service.always = { status: 502 };
		const failed = await failing({ method: 'PUT' });
		expect(failed.description).toContain(UNCERTAIN);
		service.always = limited(20);
		const refused = await failing({ method: 'PUT' });
		expect(refused.description).not.toContain(UNCERTAIN);
		expect(refused.description).toContain('The node tried 7 times.');
	});
});

describe('a cancelled execution', () => {
	const cancel = () => service.execution.abort();
	const CANCELLED = 'The execution was canceled';

	/** Cancels while the code waits. */
	function cancelDuringWait(): void {
		vi.spyOn(nodeClock, 'sleep').mockImplementation(async () => {
			cancel();
			return await new Promise(() => {});
		});
	}

	it('reports that a read did nothing', async () => {
		service.meanwhile = cancel;
		expect(await failing()).toEqual({ message: CANCELLED, description: 'Nothing more is sent.' });
	});

	it('reports a write under way as ambiguous', async () => {
		service.meanwhile = cancel;
		const description = `${UNCERTAIN} It is safe to run this again. Nothing more is sent.`;
		expect(await failing({ method: 'PUT' })).toEqual({ message: CANCELLED, description });
	});

	it('reports a write without a valid response as ambiguous', async () => {
		service.add(cut);
		cancelDuringWait();
		expect((await failing({ method: 'PUT' })).description).toContain(UNCERTAIN);
	});

	it('does not report a refused write as ambiguous', async () => {
		service.add(limited(1));
		cancelDuringWait();
		const { message, description } = await failing({ method: 'PUT' });
		expect([message, description]).toEqual([CANCELLED, 'Nothing more is sent.']);
	});

	it('reports a write that is being reconciled as ambiguous', async () => {
		service.add(cut);
		const reconcile = async () => {
			cancel();
			return await Promise.resolve(undefined);
		};
		const { message, description } = await failing({ method: 'POST' }, { reconcile });
		expect(message).toBe(CANCELLED);
		expect(description).toContain(UNCERTAIN);
	});

	it('sends nothing more', async () => {
		cancel();
		expect((await failing({ method: 'PUT' })).message).toBe(CANCELLED);
	});
});
