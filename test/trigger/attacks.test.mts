import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { clock } from '../../nodes/shared/concurrency/clock.ts';
import { LightAccount, PRODUCTS, type Quirks, USUAL_QUIRKS } from './account.mts';
import { eventIdOf, Host, type HostOptions } from './host.mts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const YEAR_2099 = Date.UTC(2099, 0, 1);

// Thousands of requests, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

let now: number;

/** The video that is commented on. */
let video: number;

/** How long the service takes for an answer. */
let answerMs: number;

beforeEach(() => {
	now = Date.UTC(2026, 0, 1, 12);
	answerMs = 0;
	vi.spyOn(clock, 'now').mockImplementation(() => now);
});

afterEach(() => {
	vi.restoreAllMocks();
});

function accountWith(quirks: Partial<Quirks> = {}): LightAccount {
	const account = new LightAccount({
		now: () => now,
		pageSize: 50,
		...USUAL_QUIRKS,
		...quirks,
	});
	const answer = account.answer.bind(account);
	account.answer = (request) => {
		now += answerMs;
		return answer(request);
	};
	return account;
}

const hostOf = (
	account: LightAccount,
	parameters: IDataObject,
	options: Partial<HostOptions> = {},
) => new Host(account, { parameters, ...options });

async function pollTimes(host: Host, polls: number, stepMs = MINUTE): Promise<void> {
	for (let poll = 0; poll < polls; poll++) {
		now += stepMs;
		await host.poll();
	}
}

function expectDelivered(host: Host, event: string, ids: number[]): void {
	expect(host.errors).toEqual([]);
	expect([...host.delivered].sort()).toEqual(ids.map((id) => `${event}:${id}`).sort());
}

/** The events on records with a date, each with how a record comes into being. */
const dated = [
	{
		event: 'customerCreated',
		parameters: {},
		add: (account: LightAccount, at: number) => account.addCustomer(at),
	},
	{
		event: 'liveEventCreated',
		parameters: { product: PRODUCTS[0] },
		add: (account: LightAccount, at: number) => account.addLiveEvent(at),
	},
	{
		event: 'uploadCompleted',
		parameters: {},
		add: (account: LightAccount, at: number) => account.addVideo('uploaded', at),
	},
	{
		event: 'videoPublished',
		parameters: {},
		add: (account: LightAccount, at: number) => account.addVideo('uploaded', at),
	},
	{
		event: 'commentCreated',
		parameters: {},
		add: (account: LightAccount, at: number) => account.addComment(video, at),
	},
];

describe.each(dated)('$event: what is dated ahead of the service', ({ event, parameters, add }) => {
	const start = async (aheadOf: number[]) => {
		const account = accountWith();
		if (event === 'commentCreated') video = account.addVideo('uploaded', now - 9 * HOUR);
		for (let index = 0; index < 60; index++) add(account, now - HOUR - index * MINUTE);
		for (const at of aheadOf) add(account, at);
		const host = hostOf(account, { event, ...parameters });
		await host.activate();
		return { account, host };
	};

	it.each([
		['ten minutes', 10 * MINUTE],
		['until 2099', YEAR_2099 - Date.UTC(2026, 0, 1, 12)],
	])('%s, when the workflow is published, hides nothing that appears', async (_, ahead) => {
		const { account, host } = await start([now + ahead]);
		const ids: number[] = [];
		for (let round = 0; round < 15; round++) {
			now += MINUTE;
			ids.push(add(account, now));
			await host.poll();
		}
		expectDelivered(host, event, ids);
	});

	it('comes itself, once, and hides nothing that appears after it', async () => {
		const { account, host } = await start([]);
		const ids = [add(account, YEAR_2099), add(account, now + 10 * MINUTE)];
		for (let round = 0; round < 15; round++) {
			now += MINUTE;
			ids.push(add(account, now));
			await host.poll();
		}
		await pollTimes(host, 3);
		expectDelivered(host, event, ids);
	});

	it.each([30 * MINUTE, 26 * HOUR])(
		'because its clock steps back by %i milliseconds after publishing, comes',
		async (back) => {
			const { account, host } = await start([]);
			await pollTimes(host, 2);
			now -= back;
			const ids: number[] = [];
			for (let round = 0; round < 6; round++) {
				ids.push(add(account, now));
				now += 10_000;
				await host.poll();
			}
			await pollTimes(host, 12, 10_000);
			expectDelivered(host, event, ids);
		},
	);
});

describe('12,000 records that share a second', () => {
	it.each(['ascending', 'descending', 'mixed'] as const)(
		'and one dated ahead come, each once (%s)',
		async (ties) => {
			const account = accountWith({ ties });
			for (let index = 0; index < 120; index++) account.addCustomer(now - HOUR - index * MINUTE);
			const host = hostOf(account, { event: 'customerCreated' }, { engine: 'durable' });
			await host.activate();
			now += MINUTE;
			const ids = Array.from({ length: 12_000 }, () => account.addCustomer(now));
			ids.push(account.addCustomer(YEAR_2099));
			await pollTimes(host, 4);
			ids.push(account.addCustomer(YEAR_2099 + 1000), account.addCustomer(now));
			await pollTimes(host, 30);
			expectDelivered(host, 'customerCreated', ids);
		},
		60_000,
	);
});

describe('records without a date', () => {
	// Without a total nobody can tell where a list ends that has them last in both orders.
	const isFindable = ({ undated, total }: { undated: string; total: string }) =>
		undated !== 'last' || total !== 'none';
	const cases = (['first', 'last', 'newest', 'oldest'] as const).flatMap((undated) =>
		(['all', 'none'] as const).map((total) => ({ undated, total })),
	);

	it.each(cases.filter(isFindable))(
		'are found wherever they are sorted ($undated, total: $total)',
		async ({ undated, total }) => {
			const account = accountWith({ undated, total, pageSize: 10 });
			for (let index = 0; index < 35; index++) account.addCustomer(now - HOUR - index * MINUTE);
			for (let index = 0; index < 3; index++) account.addUndatedCustomer();
			const host = hostOf(account, { event: 'customerCreated' });
			await host.activate();
			const ids = [account.addUndatedCustomer()];
			await pollTimes(host, 10);
			ids.push(account.addCustomer(now), account.addUndatedCustomer());
			await pollTimes(host, 20);
			expectDelivered(host, 'customerCreated', ids);
		},
	);
});

describe.each(['all', 'none', 'page', 'pages', 'text', 'constant'] as const)(
	'with "total" as %s',
	(total) => {
		it.each(dated)('$event: publishing and polling end, and everything comes', async (one) => {
			const account = accountWith({ total });
			if (one.event === 'commentCreated') video = account.addVideo('uploaded', now - 9 * HOUR);
			for (let index = 0; index < 230; index++) one.add(account, now - HOUR - index * MINUTE);
			const host = hostOf(account, { event: one.event, ...one.parameters });
			await host.activate();
			const ids: number[] = [];
			for (const count of [1, 49, 130]) {
				now += MINUTE;
				for (let index = 0; index < count; index++) {
					now += 1000;
					ids.push(one.add(account, now));
				}
				await pollTimes(host, 4);
			}
			expectDelivered(host, one.event, ids);
		});
	},
);

describe('a service that takes seconds for each answer, with 36 seconds a poll', () => {
	const durable = { engine: 'durable' } as const;

	it.each(
		[1000, 5000, 8000].flatMap((ms) => (['all', 'none'] as const).map((total) => ({ ms, total }))),
	)('is caught up with, also when records leave ($ms ms, total: $total)', async ({ ms, total }) => {
		const account = accountWith({ total });
		const old = Array.from({ length: 400 }, (_, index) =>
			account.addCustomer(now - 9 * HOUR - index * MINUTE),
		);
		const host = hostOf(account, { event: 'customerCreated' }, durable);
		await host.activate();
		answerMs = ms;
		const ids: number[] = [];
		for (let index = 0; index < 1500; index++) {
			now += 1000;
			ids.push(account.addCustomer(now));
		}
		let polls = 0;
		host.beforeRequest = () => {
			const gone = polls % 2 === 0 ? old.pop() : undefined;
			if (gone !== undefined) account.removeCustomer(gone);
		};
		for (; polls < 200 && new Set(host.delivered).size < 1500; polls++) {
			now += 30_000;
			const began = now;
			await host.poll();
			expect(now - began).toBeLessThanOrEqual(36_000);
		}
		expectDelivered(host, 'customerCreated', ids);
	});

	it.each([1000, 5000, 8000])('learns of pending videos that are uploaded (%i ms)', async (ms) => {
		const account = accountWith();
		const old = Array.from({ length: 2000 }, (_, index) =>
			account.addVideo(index % 20 === 0 ? 'processing' : 'uploaded', now - HOUR - index * MINUTE),
		);
		answerMs = ms;
		const host = hostOf(account, { event: 'uploadCompleted' }, durable);
		await host.activate();
		const ids = old.filter((_, index) => index % 20 === 0);
		for (let polls = 0; polls < 60; polls++) {
			now += 30_000;
			await host.poll();
		}
		for (const id of ids) account.setVideoStatus(id, 'uploaded');
		for (let polls = 0; polls < 200 && host.delivered.length < ids.length; polls++) {
			now += 30_000;
			const began = now;
			await host.poll();
			expect(now - began).toBeLessThanOrEqual(36_000);
		}
		expectDelivered(host, 'uploadCompleted', ids);
	});

	it.each([1000, 5000, 8000])(
		'compares long lists, and finds who is enabled again (%i ms)',
		async (ms) => {
			const account = accountWith();
			const lapsed = Array.from({ length: 1200 }, (_, index) =>
				account.addCustomer(now - HOUR - index * MINUTE, ['cancelled']),
			);
			answerMs = ms;
			const parameters = { event: 'customerStatusChanged', statuses: ['cancelled', 'enabled'] };
			const host = hostOf(account, parameters, durable);
			await host.activate();
			for (let polls = 0; polls < 80; polls++) await host.poll();
			const back = lapsed.slice(0, 5);
			for (const id of back) account.setCustomerStatus(id, 'enabled');
			const fresh = account.addCustomer(now, ['cancelled']);
			for (let polls = 0; polls < 300 && host.delivered.length < 6; polls++) {
				const began = now;
				await host.poll();
				expect(now - began).toBeLessThanOrEqual(36_000);
			}
			expect(host.errors).toEqual([]);
			const who = host.delivered.map((name) => Number(name.split(':')[1])).sort((a, b) => a - b);
			expect(who).toEqual([...back, fresh].sort((a, b) => a - b));
		},
	);

	it.each([1000, 5000, 8000])('reads comments on many videos (%i ms)', async (ms) => {
		const account = accountWith();
		const videos = Array.from({ length: 120 }, (_, index) =>
			account.addVideo('uploaded', now - 9 * HOUR - index * MINUTE),
		);
		for (const video of videos) account.addComment(video, now - HOUR);
		answerMs = ms;
		const host = hostOf(account, { event: 'commentCreated' }, durable);
		await host.activate();
		now += MINUTE;
		const ids = videos.map((video) => account.addComment(video, now));
		for (let polls = 0; polls < 150 && host.delivered.length < ids.length; polls++) {
			const began = now;
			await host.poll();
			expect(now - began).toBeLessThanOrEqual(36_000);
		}
		expectDelivered(host, 'commentCreated', ids);
	});
});

describe('what the person chose', () => {
	const locator = (value: unknown) => ({ __rl: true, mode: 'list', value });

	it.each([
		[
			'a repeating group of locators',
			(ids: number[]) => ({ entries: ids.map((id) => ({ video: locator(id) })) }),
		],
		['ids', (ids: number[]) => ids],
		['a text', (ids: number[]) => ids.join(', ')],
	])('videos as %s are watched, and no others', async (_, shape) => {
		const account = accountWith();
		const [first, second, other] = [1, 2, 3].map(() => account.addVideo('uploaded', now - HOUR));
		const videos = shape([first ?? 0, second ?? 0]);
		const host = hostOf(account, { event: 'commentCreated', videos });
		await host.activate();
		now += MINUTE;
		const ids = [first, second].map((video) => account.addComment(video ?? 0, now));
		account.addComment(other ?? 0, now);
		await host.poll();
		expectDelivered(host, 'commentCreated', ids);
	});

	it('a video that does not exist is refused at publishing', async () => {
		const account = accountWith();
		const host = hostOf(account, {
			event: 'commentCreated',
			videos: [account.addVideo('uploaded', now), 9999],
		});
		await expect(host.activate()).rejects.toThrow('There is no video 9999');
	});

	it('a video that is deleted later is told once, and refused when the workflow is published again', async () => {
		const account = accountWith();
		const [gone, there] = [1, 2].map(() => account.addVideo('uploaded', now - HOUR));
		const host = hostOf(account, { event: 'commentCreated', videos: [gone ?? 0, there ?? 0] });
		await host.activate();
		account.removeVideo(gone ?? 0);
		now += MINUTE;
		const id = account.addComment(there ?? 0, now);
		await pollTimes(host, 4);
		expectDelivered(host, 'commentCreated', [id]);
		expect(host.warnings).toEqual([expect.stringContaining(`There is no video ${gone} any more`)]);
		await expect(host.activate('update')).rejects.toThrow(`There is no video ${gone}`);
	});

	it.each([
		{ event: 'liveEventCreated', product: 9999 },
		{ event: 'productAdded', product: 9999 },
		{ event: 'customerCreated', filters: { product: 9999 } },
		{ event: 'customerStatusChanged', filters: { product: 9999 } },
	])('a product that does not exist is refused at publishing of $event', async (parameters) => {
		const host = hostOf(accountWith(), parameters);
		await expect(host.activate()).rejects.toThrow('There is no product 9999');
	});

	it('a moment that has not come yet starts from now', async () => {
		const account = accountWith();
		account.addCustomer(now - HOUR);
		const options = { startFrom: '2027-01-01T00:00:00Z' };
		const host = hostOf(account, { event: 'customerCreated', options });
		await host.activate();
		now += MINUTE;
		const id = account.addCustomer(now);
		await host.poll();
		expectDelivered(host, 'customerCreated', [id]);
	});
});

describe('the id of an event', () => {
	const idFor = async (options: Partial<HostOptions>) => {
		const account = accountWith();
		const host = hostOf(account, { event: 'customerCreated' }, options);
		await host.activate();
		now += MINUTE;
		account.addCustomer(now);
		const [item] = await host.poll();
		expect(item && eventIdOf(item)).toMatch(/^customerCreated:\d+$/);
		return String((item?.json.event as IDataObject).id);
	};

	it('is the same with a new key and in another workflow, and another one in another account', async () => {
		const id = await idFor({ credentialId: 'mine' });
		now -= MINUTE;
		expect(await idFor({ credentialId: 'mine', credential: { apiKey: 'new' } })).toBe(id);
		expect(await idFor({ credentialId: 'other' })).not.toBe(id);
		const credential = { baseUrl: 'http://127.0.0.1:4010/other' };
		expect(await idFor({ credentialId: 'mine', credential })).not.toBe(id);
	});
});
