import { NodeApiError, type IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { clock } from '../../nodes/shared/concurrency/clock.ts';
import { events } from '../../nodes/VideoSubscriptionTrigger/events/index.ts';
import { BASE_URL, PRODUCTS, SimulatedAccount, USUAL_QUIRKS } from './account.mts';
import { eventIdOf, Host, type HostOptions } from './host.mts';
import { first, only } from '../kit/defined.mts';

let now: number;
let account: SimulatedAccount;

beforeEach(() => {
	now = Date.UTC(2026, 0, 1, 12);
	account = new SimulatedAccount({
		now: () => now,
		pageSize: 50,
		...USUAL_QUIRKS,
	});
});

function hostFor(parameters: IDataObject, options: Partial<HostOptions> = {}): Host {
	return new Host(account, { parameters, ...options });
}

const hostForCustomers = (options: Partial<HostOptions> = {}) =>
	hostFor({ event: 'customerCreated' }, options);

const eventIds = (items: Array<{ json: IDataObject }>) => items.map(eventIdOf);

/** The id of an event, which ends with eight digits for the account. */
const idOfEvent = (name: string): unknown =>
	expect.stringMatching(new RegExp(`^${name}:[0-9a-f]{8}$`));

describe('an event', () => {
	it('is the simplified record and what happened', async () => {
		const host = hostForCustomers();
		await host.activate();
		now += 60_000;
		const id = account.addCustomer(now);
		const item = only(await host.poll());
		expect(item.json).toMatchObject({
			id,
			href: `${BASE_URL}/customers/${id}`,
			email: expect.stringContaining('@'),
			event: {
				id: idOfEvent(`customerCreated:${id}`),
				type: 'customerCreated',
				occurredAt: '2026-01-01T12:01:00Z',
			},
		});
		expect(item.json).not.toHaveProperty('_links');
	});

	it('of an upload says when the video changed last', async () => {
		const host = hostFor({ event: 'uploadCompleted' });
		const id = account.addVideo('processing', now);
		await host.activate();
		now += 7 * 24 * 3_600_000;
		account.setVideoStatus(id, 'uploaded');
		const item = only(await host.poll());
		expect(item.json.event).toEqual({
			id: idOfEvent(`uploadCompleted:${id}`),
			type: 'uploadCompleted',
			occurredAt: '2026-01-08T12:00:00Z',
		});
	});
});

describe('a change of status', () => {
	const changed = (statuses: string[], more: IDataObject = {}) => ({
		event: 'customerStatusChanged',
		statuses,
		...more,
	});
	const EVERY = ['cancelled', 'disabled', 'enabled', 'expired', 'paused', 'refunded'];

	it('fires with the status, for everyone but those who had it before', async () => {
		const [before, after] = [account.addCustomer(now, ['paused']), account.addCustomer(now)];
		const host = hostFor(changed(EVERY));
		await host.activate();
		now += 60_000;
		account.touchCustomer(before);
		account.setCustomerStatus(after, 'paused');
		const [item, ...others] = await host.poll();
		expect(item?.json).toMatchObject({
			id: after,
			event: {
				id: idOfEvent(`customerStatusChanged:${after}:paused:${now / 1000}`),
				type: 'customerStatusChanged',
				occurredAt: '2026-01-01T12:01:00Z',
				status: 'paused',
			},
		});
		expect(others).toEqual([]);
	});

	it('fires again, with another id, for a second cancellation', async () => {
		const id = account.addCustomer(now);
		const host = hostFor(changed(EVERY));
		await host.activate();
		for (const status of ['cancelled', 'enabled', 'cancelled']) {
			account.setCustomerStatus(id, status);
			await host.poll();
			await host.poll();
			now += 60_000;
		}
		const [first, second, third] = [now - 180_000, now - 120_000, now - 60_000];
		expect(host.delivered).toEqual([
			`customerStatusChanged:${id}:cancelled:${first / 1000}`,
			`customerStatusChanged:${id}:enabled:${second / 1000}`,
			`customerStatusChanged:${id}:cancelled:${third / 1000}`,
		]);
	});

	it('fires for the chosen statuses only', async () => {
		const [paused, refunded] = [account.addCustomer(now), account.addCustomer(now)];
		const host = hostFor(changed(['refunded']));
		await host.activate();
		account.setCustomerStatus(paused, 'paused');
		account.setCustomerStatus(refunded, 'refunded');
		await host.poll();
		expect(host.delivered).toEqual([`customerStatusChanged:${refunded}:refunded:${now / 1000}`]);
	});

	it('starts from now although an earlier moment is named', async () => {
		account.addCustomer(now, ['paused']);
		const options = { startFrom: '2025-01-01T00:00:00Z' };
		const host = hostFor(changed(EVERY, { options }));
		await host.activate();
		await host.poll();
		expect(host.delivered).toEqual([]);
	});

	it('of a product asks for its customers only', async () => {
		const { state } = account.service;
		const ids = PRODUCTS.map((product) => state.addCustomer({ products: [product] }).id);
		const product = PRODUCTS[1];
		const host = hostFor(changed(EVERY, { filters: { product } }));
		await host.activate();
		for (const id of ids) account.setCustomerStatus(id, 'paused');
		await host.poll();
		now += 60_000;
		for (const id of ids) account.setCustomerStatus(id, 'enabled');
		await host.poll();
		const names = host.delivered.map((name) => name.split(':').slice(1, 3).join());
		expect(names).toEqual([`${ids[1]},paused`, `${ids[1]},enabled`]);
		expect(account.violations()).toEqual([]);
	});

	it('costs no more requests than a poll may spend, and reaches everyone', async () => {
		const { state } = account.service;
		state.addCustomers(900, { status: 'expired', createdAt: now - 60_000 });
		const lapsed = state.addCustomers(40, { status: 'cancelled', createdAt: now - 60_000 });
		const host = hostFor(changed(EVERY, { options: { requestsPerPoll: 15 } }));
		await host.activate();
		for (const { id } of lapsed) account.setCustomerStatus(id, 'enabled');
		const before = state.addCustomers(10, { createdAt: now - 120_000_000 });
		for (const { id } of before) account.setCustomerStatus(id, 'expired');
		for (let poll = 0; poll < 80; poll++) {
			await host.poll();
			expect(host.requests).toBeLessThanOrEqual(15);
		}
		expect(new Set(host.delivered).size).toBe(50);
		expect(host.delivered).toHaveLength(50);
	});
});

describe('a published video', () => {
	const HOUR = 3_600_000;
	const at = (milliseconds: number | null) => ({ from: milliseconds, until: null });

	it("fires with the first poll after its date, by the service's clock", async () => {
		const ids = Array.from({ length: 60 }, (_, index) =>
			account.addVideo('uploaded', now - index * 1000, at(now + HOUR)),
		);
		const host = hostFor({ event: 'videoPublished' });
		await host.activate();
		now += HOUR - 1000;
		expect(await host.poll()).toEqual([]);
		now += 1000;
		expect(eventIds(await host.poll()).sort()).toEqual(ids.map((id) => `videoPublished:${id}`));
	});

	it('fires at its new date when the date was changed', async () => {
		const ids = Array.from({ length: 60 }, () => account.addVideo('uploaded', now, at(now + HOUR)));
		const host = hostFor({ event: 'videoPublished' });
		await host.activate();
		for (const id of ids) account.setAvailability(id, at(now + 2 * HOUR));
		for (let poll = 0; poll < 15; poll++) await host.poll();
		now += HOUR;
		expect(await host.poll()).toEqual([]);
		now += HOUR;
		expect(await host.poll()).toHaveLength(60);
	});

	it('says when it was published', async () => {
		const scheduled = account.addVideo('uploaded', now, at(now + HOUR));
		const finished = account.addVideo('processing', now, at(now + HOUR));
		const host = hostFor({ event: 'videoPublished' });
		await host.activate();
		now += 2 * HOUR;
		account.setVideoStatus(finished, 'uploaded');
		now += HOUR;
		const items = await host.poll();
		expect(items.map(({ json }) => [json.id, json.event])).toEqual([
			[scheduled, expect.objectContaining({ occurredAt: '2026-01-01T13:00:00Z' })],
			[finished, expect.objectContaining({ occurredAt: '2026-01-01T14:00:00Z' })],
		]);
	});

	it('never fires again, also when it was withdrawn', async () => {
		const there = account.addVideo('uploaded', now);
		const next = account.addVideo('uploaded', now, at(now + HOUR));
		const host = hostFor({ event: 'videoPublished' });
		await host.activate();
		now += HOUR;
		expect(eventIds(await host.poll())).toEqual([`videoPublished:${next}`]);
		for (const from of [now + HOUR, null]) {
			for (const id of [there, next]) account.setAvailability(id, at(from));
			for (let poll = 0; poll < 3; poll++) expect(await host.poll()).toEqual([]);
		}
	});

	it('counts since the moment that a person names', async () => {
		account.addVideo('uploaded', now - 9 * HOUR, at(now - 3 * HOUR));
		const id = account.addVideo('uploaded', now - 9 * HOUR, at(now - HOUR));
		const options = { startFrom: '2026-01-01T10:00:00Z' };
		const host = hostFor({ event: 'videoPublished', options });
		await host.activate();
		expect(host.delivered).toEqual([`videoPublished:${id}`]);
	});

	it("is told by this machine's clock when the service does not tell its own", async () => {
		const id = account.addVideo('uploaded', now, at(now + HOUR));
		const answer = account.answer.bind(account);
		account.answer = (request) => ({ ...answer(request), headers: { date: 'soon' } });
		const localNow = vi.spyOn(clock, 'now').mockImplementation(() => now);
		const host = hostFor({ event: 'videoPublished' });
		await host.activate();
		expect(await host.poll()).toEqual([]);
		now += HOUR;
		expect(eventIds(await host.poll())).toEqual([`videoPublished:${id}`]);
		localNow.mockRestore();
	});

	it('that is kept from us holds up no other', async () => {
		const ids = Array.from({ length: 102 }, (_, index) =>
			account.addVideo('uploaded', now, at(now + HOUR + index * 1000)),
		);
		for (let index = 0; index < 60; index++) account.addVideo('uploaded', now + 60_000);
		const host = hostFor({ event: 'videoPublished' });
		await host.activate();
		now += 2 * HOUR;
		account.faults.add({ match: { path: /^\/videos\/\d+$/ }, status: 403, times: 100 });
		await host.poll();
		await host.poll();
		expect(host.delivered).toContain(`videoPublished:${ids[101]}`);
	});
});

describe('the beginning', () => {
	it('is now: nothing older fires, the first record ever does', async () => {
		const host = hostForCustomers();
		await host.activate();
		expect(await host.poll()).toEqual([]);
		const id = account.addCustomer(now);
		expect(eventIds(await host.poll())).toEqual([`customerCreated:${id}`]);
	});

	it('is an earlier moment that a person names', async () => {
		account.addCustomer(now - 7_200_000);
		const recent = account.addCustomer(now - 3_600_000);
		const host = hostFor({
			event: 'customerCreated',
			options: { startFrom: '2026-01-01T11:00:00Z' },
		});
		await host.activate();
		expect(host.delivered).toEqual([`customerCreated:${recent}`]);
		expect(await host.poll()).toEqual([]);
	});

	it('is named anew without an end: what is newer fires again', async () => {
		const old = account.addCustomer(now - 3_600_000);
		const host = hostForCustomers();
		await host.activate();
		host.parameters = {
			event: 'customerCreated',
			options: { startFrom: '2026-01-01T10:00:00Z' },
		};
		await host.activate('update');
		expect(host.delivered).toEqual([`customerCreated:${old}`]);
		await host.activate('update');
		expect(host.delivered).toHaveLength(1);
	});

	it.each([
		['the event', { event: 'uploadCompleted' }, {}],
		['a filter', { event: 'customerCreated', filters: { status: 'enabled' } }, {}],
		['the account', { event: 'customerCreated' }, { credentialId: 'other' }],
		[
			'the base address',
			{ event: 'customerCreated' },
			{ credential: { baseUrl: `${BASE_URL}/other` } },
		],
	])('comes again with a change of %s', async (_, parameters, options) => {
		const before = hostForCustomers({ credentialId: 'credential' });
		await before.activate();
		now += 60_000;
		account.addCustomer(now);
		const after = hostFor(parameters, { credentialId: 'credential', ...options });
		after.stored = before.stored;
		if (after.parameters.event === 'customerCreated' && 'credential' in options) {
			// Another path: the account answers below the base address only.
			await expect(after.activate('update')).resolves.toBeUndefined();
		} else {
			await after.activate('update');
		}
		expect(after.delivered).toEqual([]);
	});

	it('does not come again when a name, a page size or a key changes', async () => {
		const host = hostForCustomers({ credentialId: 'credential' });
		await host.activate();
		now += 60_000;
		const id = account.addCustomer(now);
		const after = hostFor(
			{ event: 'customerCreated', options: { batchSize: 5 } },
			{ credentialId: 'credential', credential: { apiKey: 'another key' } },
		);
		after.stored = host.stored;
		await after.activate('update');
		expect(after.delivered).toEqual([`customerCreated:${id}`]);
	});

	it('is that of the publication in the durable engine too', async () => {
		const host = hostForCustomers({ engine: 'durable' });
		const activation = host.activate();
		await activation;
		now += 60_000;
		const id = account.addCustomer(now);
		expect(eventIds(await host.poll())).toEqual([`customerCreated:${id}`]);
	});
});

describe('a failure', () => {
	const fail = (status: number, times = 99) => account.faults.add({ status, times });

	it.each([
		[500, 'temporarily-unavailable'],
		[429, 'rate-limited'],
		[401, 'credential-invalid'],
	])(
		'with status %i throws with cause and remedy, and leaves the state alone',
		async (status, cause) => {
			const host = hostForCustomers();
			await host.activate();
			const { stored } = host;
			fail(status);
			expect(await host.poll()).toEqual([]);
			const [error] = host.errors;
			expect(error).toBeInstanceOf(NodeApiError);
			expect(error).toMatchObject({ httpCode: String(status), failure: { cause } });
			expect((error as NodeApiError).description).not.toBe('');
			expect(host.stored).toBe(stored);
			account.faults.clear();
			const id = account.addCustomer(now);
			expect(eventIds(await host.poll())).toEqual([`customerCreated:${id}`]);
		},
	);

	it('that passes is retried within the poll', async () => {
		const host = hostForCustomers();
		await host.activate();
		const id = account.addCustomer(now);
		fail(503, 2);
		expect(eventIds(await host.poll())).toEqual([`customerCreated:${id}`]);
		expect(host.errors).toEqual([]);
	});

	it.each(['init', 'leadershipChange'] as const)(
		'that passes does not throw at the first poll after a restart (%s), but later',
		async (mode) => {
			const host = hostForCustomers();
			await host.activate();
			fail(503);
			await host.activate(mode);
			expect(host.warnings).toHaveLength(1);
			await host.poll();
			expect(host.errors).toHaveLength(1);
			account.faults.clear();
			const id = account.addCustomer(now);
			expect(eventIds(await host.poll())).toEqual([`customerCreated:${id}`]);
		},
	);

	it.each([401, 403, 404])(
		'that a person must mend (%i) throws after a restart too',
		async (status) => {
			const host = hostForCustomers();
			await host.activate();
			fail(status);
			await expect(host.activate('init')).rejects.toMatchObject({ httpCode: String(status) });
		},
	);

	it.each(['activate', 'update'] as const)(
		'is told at once when a person publishes (%s)',
		async (mode) => {
			const host = hostForCustomers();
			fail(503);
			await expect(host.activate(mode)).rejects.toMatchObject({ httpCode: '503' });
		},
	);

	it.each([
		['Base URL', {}, { credential: { baseUrl: 'http://example.com' } }],
		['Product', { filters: { product: `${BASE_URL}/videos/5` } }, {}],
		['Product', { event: 'liveEventCreated' }, {}],
		['Product', { event: 'liveEventCreated', filters: { product: 101 } }, {}],
		['Videos', { event: 'commentCreated', videos: '12, x' }, {}],
		['Start From', { options: { startFrom: 'soon' } }, {}],
		['Batch Size', { options: { batchSize: 0 } }, {}],
		['Requests per Poll', { options: { requestsPerPoll: 2 } }, {}],
		['Requests per Poll', { event: 'customerStatusChanged', options: { requestsPerPoll: 14 } }, {}],
		['Statuses', { event: 'customerStatusChanged', statuses: [] }, {}],
		['Statuses', { event: 'customerStatusChanged', statuses: ['all'] }, {}],
		['Trigger On', { event: 'other' }, {}],
	])('in %s is named before anything is sent', async (name, parameters, options) => {
		const host = hostFor({ event: 'customerCreated', ...parameters }, options);
		await expect(host.activate()).rejects.toThrow(name);
		expect(host.requests).toBe(0);
	});

	it('of one watched video does not stop the others', async () => {
		const addVideo = () => account.addVideo('uploaded', now);
		const [gone, forbidden, there] = [addVideo(), addVideo(), addVideo()] as const;
		const host = hostFor({
			event: 'commentCreated',
			videos: [gone, forbidden, there],
		});
		await host.activate();
		account.removeVideo(gone);
		account.faults.add({ match: { path: '/comments' }, status: 403, after: 1 });
		const id = account.addComment(there, now);
		expect(eventIds(await host.poll())).toEqual([`commentCreated:${id}`]);
	});

	it('because the time is used up is a sentence', async () => {
		const host = hostForCustomers({ budgetMs: -1 });
		await expect(host.activate()).rejects.toThrow('too slow');
	});
});

describe('a manual test', () => {
	it('shows the newest real records, oldest first, and stores nothing', async () => {
		const ids = Array.from({ length: 12 }, () => account.addCustomer((now += 1000)));
		const host = hostForCustomers();
		expect(eventIds(await host.manual())).toEqual(
			ids.slice(-10).map((id) => `customerCreated:${id}`),
		);
		expect(host.stored).toBe('{}');
	});

	it('shows uploaded videos only', async () => {
		const id = account.addVideo('uploaded', now);
		account.addVideo('processing', now);
		expect(eventIds(await hostFor({ event: 'uploadCompleted' }).manual())).toEqual([
			`uploadCompleted:${id}`,
		]);
	});

	it('shows the customers with the chosen statuses', async () => {
		const [paused, enabled] = [['paused'], ['enabled']].map((one) => account.addCustomer(now, one));
		account.addCustomer(now, ['expired']);
		const statuses = ['enabled', 'paused'];
		const items = await hostFor({ event: 'customerStatusChanged', statuses }).manual();
		expect(items.map(({ json }) => [json.id, (json.event as IDataObject).status])).toEqual([
			[paused, 'paused'],
			[enabled, 'enabled'],
		]);
	});

	it('shows published videos only', async () => {
		const id = account.addVideo('uploaded', now);
		account.addVideo('processing', now);
		account.addVideo('uploaded', now, { from: now + 1000, until: null });
		account.addVideo('uploaded', now, { from: null, until: now });
		expect(eventIds(await hostFor({ event: 'videoPublished' }).manual())).toEqual([
			`videoPublished:${id}`,
		]);
	});

	it('shows comments and replies', async () => {
		const comment = account.addComment(account.addVideo('uploaded', now), now);
		const reply = account.addReply(comment, now + 1000);
		expect(eventIds(await hostFor({ event: 'commentCreated' }).manual())).toEqual([
			`commentCreated:${comment}`,
			`commentCreated:${reply}`,
		]);
	});

	it.each(Object.keys(events))('of %s in an empty account is a sentence', async (event) => {
		const host = hostFor({ event, product: PRODUCTS[0] });
		await expect(host.manual()).rejects.toThrow(/^There is no/);
	});

	it('shows the live events of the product', async () => {
		const id = account.addLiveEvent(now);
		account.setLiveEventListed(account.addLiveEvent(now), false);
		const parameters = { event: 'liveEventCreated', product: PRODUCTS[1] };
		const [item, ...others] = await hostFor(parameters).manual();
		expect(item?.json).toMatchObject({
			id,
			title: `Live event ${id}`,
			event: {
				id: idOfEvent(`liveEventCreated:${id}`),
				type: 'liveEventCreated',
				occurredAt: '2026-01-01T12:00:00Z',
			},
		});
		expect(others).toEqual([]);
	});
});

describe('a customer who shows up late', () => {
	it('below fifty newer ones is found by the next poll', async () => {
		const host = hostForCustomers();
		await host.activate();
		now += 3_600_000;
		account.service.state.addCustomers(120, { createdAt: now });
		await host.poll();
		const id = account.addCustomer(now - 115_000);
		expect(eventIds(await host.poll())).toEqual([`customerCreated:${id}`]);
	});

	it('while another one leaves is found by turns, with one request a poll', async () => {
		const host = hostForCustomers();
		await host.activate();
		now += 3_600_000;
		const { id: leaving } = first(account.service.state.addCustomers(120, { createdAt: now }));
		await host.poll();
		account.removeCustomer(leaving);
		const id = account.addCustomer(now - 115_000);
		for (let poll = 0; poll < 6; poll++) {
			await host.poll();
			if (host.delivered.length === 120) expect(host.requests).toBe(1);
		}
		expect(host.delivered.at(-1)).toBe(`customerCreated:${id}`);
	});
});

describe('overlapping polls', () => {
	it('deliver once', async () => {
		const host = hostForCustomers();
		await host.activate();
		const id = account.addCustomer(now);
		await Promise.all([host.poll(), host.poll()]);
		expect(host.delivered).toEqual([`customerCreated:${id}`]);
		const next = account.addCustomer(now);
		expect(eventIds(await host.poll())).toEqual([`customerCreated:${next}`]);
	});
});

describe('requests', () => {
	it('for customers: one when idle', async () => {
		account.service.state.addCustomers(120, { createdAt: now });
		const host = hostForCustomers();
		await host.activate();
		await host.poll();
		expect(host.requests).toBe(1);
	});

	it('for changes of status: one a list when idle', async () => {
		account.addCustomer(now, ['paused']);
		const host = hostFor({ event: 'customerStatusChanged' });
		await host.activate();
		for (let poll = 0; poll < 3; poll++) await host.poll();
		expect(host.requests).toBe(5);
	});

	it('for live events: one when idle', async () => {
		for (let index = 0; index < 120; index++) account.addLiveEvent(now - index * 1000);
		const host = hostFor({ event: 'liveEventCreated', product: PRODUCTS[0] });
		await host.activate();
		await host.poll();
		expect(host.requests).toBe(1);
	});

	it.each([10, 50, 120, 1000])('for %i new customers: a page each and one more', async (count) => {
		account.service.state.addCustomers(500, { createdAt: now });
		const host = hostForCustomers();
		await host.activate();
		now += 3_600_000;
		account.service.state.addCustomers(count, { createdAt: now });
		expect(await host.poll()).toHaveLength(count);
		expect(host.requests).toBeLessThanOrEqual(Math.ceil(count / 50) + 1);
		await host.poll();
		expect(host.requests).toBe(1);
	});

	it.each([50, 100, 1000, 1001])('for %i new ones after others: no more', async (count) => {
		const host = hostForCustomers();
		await host.activate();
		for (let polls = 0; polls < 4; polls++) {
			now += 3_600_000;
			account.service.state.addCustomers(120 + polls, { createdAt: now });
			await host.poll();
			for (let idle = 0; idle < polls; idle++) await host.poll();
			now += 3_600_000;
			account.service.state.addCustomers(count, { createdAt: now });
			await host.poll();
			expect(host.requests).toBeLessThanOrEqual(Math.ceil(count / 50) + 1);
		}
	});

	it.each(['uploadCompleted', 'videoPublished'])(
		'for %s with nothing pending: one or two when idle',
		async (event) => {
			for (let index = 0; index < 120; index++) account.addVideo('uploaded', now - index * 1000);
			const host = hostFor({ event });
			await host.activate();
			for (let poll = 0; poll < 4; poll++) {
				await host.poll();
				expect(host.requests).toBe(poll === 0 ? 1 : 2);
			}
		},
	);

	it('for comments: never more than the budget, and every video in turn', async () => {
		const videos = Array.from({ length: 90 }, (_, index) =>
			account.addVideo('uploaded', now - index * 1000),
		);
		const host = hostFor({ event: 'commentCreated', options: { requestsPerPoll: 20 } });
		await host.activate();
		expect(host.requests).toBeLessThanOrEqual(20);
		now += 60_000;
		const ids = videos.map((video) => account.addComment(video, now));
		for (let poll = 0; poll < 10; poll++) {
			await host.poll();
			expect(host.requests).toBeLessThanOrEqual(20);
		}
		expect([...host.delivered].sort()).toEqual(ids.map((id) => `commentCreated:${id}`).sort());
	});

	it('look at the liveliest videos in every poll', async () => {
		const videos = Array.from({ length: 90 }, (_, index) =>
			account.addVideo('uploaded', now - index * 1000),
		);
		const host = hostFor({ event: 'commentCreated', options: { requestsPerPoll: 20 } });
		await host.activate();
		account.addComment(first(videos), (now += 60_000));
		while (host.delivered.length === 0) await host.poll();
		const id = account.addComment(first(videos), (now += 60_000));
		expect(eventIds(await host.poll())).toEqual([`commentCreated:${id}`]);
	});
});

describe('a backlog', () => {
	it.each([0, 1, 2])('after others and %i idle polls comes whole and in order', async (idle) => {
		const host = hostForCustomers();
		await host.activate();
		now += 3_600_000;
		account.service.state.addCustomers(130, { createdAt: now });
		for (let polls = 0; polls <= idle; polls++) await host.poll();
		now += 24 * 3_600_000;
		account.service.state.addCustomers(7000, { createdAt: now });
		for (let polls = 0; polls < 9; polls++) await host.poll();
		const ids = Array.from({ length: 7130 }, (_, index) => `customerCreated:${1_000_001 + index}`);
		expect(host.delivered).toEqual(ids);
	});

	it('comes in batches, oldest first', async () => {
		const host = hostFor({ event: 'customerCreated', options: { batchSize: 40 } });
		await host.activate();
		now += 3_600_000;
		const ids = account.service.state.addCustomers(450, { createdAt: now }).map(({ id }) => id);
		for (let poll = 0; poll < 12; poll++) {
			expect((await host.poll()).length).toBeLessThanOrEqual(40);
		}
		expect(host.delivered).toEqual(ids.map((id) => `customerCreated:${id}`));
	});
});
