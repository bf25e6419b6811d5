// When and how often an event fires, and what its item contains. Each test has its own account.
import { beforeEach, describe, expect, it } from 'vitest';

import { trimWaiting } from '../../nodes/VideoSubscriptionTrigger/events/videos/waiting.ts';
import { only } from '../kit/defined.mts';
import { parsed } from '../kit/json.mts';
import {
	type AccountRow,
	type Disturb,
	PRODUCTS,
	type TriggerResponse,
	USUAL,
} from './account.mts';
import { eventIds, type Host, HOUR, MINUTE } from './host.mts';
import { account, activated, idsIn, newAccount, pollRepeatedly, scattered } from './stage.mts';

beforeEach(() => newAccount());

const [PRODUCT] = PRODUCTS;

describe('a comment', () => {
	let video: number;
	beforeEach(() => {
		video = account.add('videos');
	});

	const addComments = (count: number) =>
		Array.from({ length: count }, () => {
			account.now += MINUTE;
			return `commentCreated:${account.add('comments', { video })}`;
		});

	it('on any of 121 videos is delivered, and no poll exceeds its requests', async () => {
		// With 17 requests, the one that is left is not enough for the next page of videos.
		const options = { requestsPerPoll: 18 };
		const videos = [video, ...Array.from({ length: 120 }, () => account.add('videos'))];
		const host = await activated({ events: ['commentCreated'], options });
		account.now += MINUTE;
		for (let count = 0; count < 120; count++) account.add('comments', { video });
		const ids = videos.map((target) => account.add('comments', { video: target }));
		const requests: number[] = [];
		for (let polls = 0; polls < 9; polls++) {
			await host.poll();
			requests.push(host.requests);
		}
		expect(host.delivered).toHaveLength(120 + ids.length);
		expect(requests).toEqual([18, 17, 18, 18, 18, 18, 6, 18, 18]);
	});

	it('is delivered when it was created at or after Start From', async () => {
		const names = addComments(3);
		const options = { startFrom: '2026-01-01T12:02:00Z' };
		const host = await activated({ events: ['commentCreated'], options });
		expect(host.delivered).toEqual(names.slice(1));
	});

	it('on a video that is deleted during the poll is dropped without an error', async () => {
		const host = await activated({ events: ['commentCreated'] });
		const there = account.add('videos');
		addComments(1);
		const id = account.add('comments', { video: there });
		host.beforeRequest = (request) => {
			if (request === 2) account.remove('videos', video);
		};
		expect(eventIds(await host.poll())).toEqual([`commentCreated:${id}`]);
		expect(host.warnings).toEqual([]);
	});
});

describe('a change of access', () => {
	const addCustomers = (count: number, products: number[] = [PRODUCT]) =>
		Array.from({ length: count }, () => account.add('customers', { products }));

	/** Sets the products of customers, one customer a second. */
	const give = (ids: number[], products: number[]) => {
		for (const id of ids) {
			account.now += 1000;
			account.change('customers', id, { products });
		}
	};

	it.each([
		['productAdded', [], [PRODUCT]],
		['productRemoved', [PRODUCT], []],
	])('fires %s once when not all events fit into a batch', async (event, before, after) => {
		addCustomers(120);
		const ids = addCustomers(5, before);
		const host = await activated({ events: [event], product: PRODUCT }, { maxEvents: 2 });
		give(ids, after);
		for (let polls = 0; polls < 6; polls++) await host.poll();
		expect(host.executions.map((items) => items.length)).toEqual([2, 2, 1]);
		expect(host.executions.flatMap(idsIn)).toEqual(ids);
		const details = { product_id: PRODUCT, product_name: 'Harbor Stream' };
		for (const { json } of host.executions.flat()) expect(json).toMatchObject(details);
	});

	it('fires once when a poll has too few requests for the whole list', async () => {
		const customers = addCustomers(620);
		const lost = [...customers.slice(0, 17), ...customers.slice(-1)];
		const options = { requestsPerPoll: 12 };
		const added = await activated({ events: ['productAdded'], product: PRODUCT, options });
		const removed = await activated({ events: ['productRemoved'], product: PRODUCT, options });
		/** Polls `count` times and returns the number of events of each poll. */
		const polls = async (host: Host, count: number) => {
			const sizes: number[] = [];
			for (let number = 0; number < count; number++) {
				sizes.push((await host.poll()).length);
				expect(host.requests).toBeLessThanOrEqual(12);
			}
			return sizes;
		};
		give(lost, []);
		const came = addCustomers(1);
		expect(await polls(added, 6)).toEqual([0, 1, 0, 0, 0, 0]);
		expect(await polls(removed, 12)).toEqual([0, 0, 0, 4, 4, 4, 4, 2, 0, 0, 0, 0]);
		give(lost.slice(0, 1), [PRODUCT]);
		expect(await polls(added, 4)).toEqual([1, 0, 0, 0]);
		expect(await polls(removed, 9)).toEqual(Array(9).fill(0));
		expect(added.executions.flatMap(idsIn)).toEqual([...came, lost[0]]);
		expect(removed.executions.flatMap(idsIn)).toEqual(lost);
	});

	it('fires productAdded in the next poll while a hundred other customers are looked up', async () => {
		const ids = addCustomers(620);
		const options = { requestsPerPoll: 24 };
		const host = await activated({ events: ['productAdded'], product: PRODUCT, options });
		give(ids.slice(0, 100), []);
		await pollRepeatedly(host, 3);
		for (let polls = 0; polls < 3; polls++) {
			const came = addCustomers(1);
			expect(idsIn(await host.poll())).toEqual(came);
		}
	});

	it('fires no productRemoved for a customer who was deleted or has the product again', async () => {
		const [deleted = 0, again = 0] = addCustomers(62);
		const host = await activated({ events: ['productRemoved'], product: PRODUCT });
		give([again], []);
		account.remove('customers', deleted);
		host.beforeRequest = () => {
			if (account.requests.at(-1)?.path === `/customers/${again}`) give([again], [PRODUCT]);
		};
		for (let polls = 0; polls < 4; polls++) await host.poll();
		const paths = account.requests.map(({ path }) => path);
		expect(paths).toContain(`/customers/${again}`);
		// The look-up of the product's name belongs to publishing; polls without events make none.
		expect(paths.filter((path) => path === `/products/${PRODUCT}`)).toHaveLength(2);
		expect([host.delivered, host.errors]).toEqual([[], []]);
	});

	it('fires once when the service refuses to show the product', async () => {
		const [lost = 0] = addCustomers(3);
		const host = await activated({ events: ['productRemoved'], product: PRODUCT });
		account.disturb = (response, { path }) =>
			path.startsWith('/products') ? { ...response, statusCode: 403 } : undefined;
		give([lost], []);
		for (let polls = 0; polls < 4; polls++) await host.poll();
		expect(host.executions.flatMap(idsIn)).toEqual([lost]);
		expect(only(host.executions.flat()).json.product_name).toBe('Harbor Stream');
	});

	it('fires in the next poll when the previous poll stopped on a later page', async () => {
		const ids = addCustomers(320);
		const [early = 0, late = 0] = [ids[3], ids[310]];
		give([early, late], []);
		const options = { requestsPerPoll: 5 };
		const host = await activated({ events: ['productAdded'], product: PRODUCT, options });
		expect([await host.poll(), host.requests]).toEqual([[], 5]);
		give([early, late], [PRODUCT]);
		expect([...idsIn(await host.poll()), host.requests]).toEqual([early, late, 5]);
	});

	it('fires for a customer who moves up to a page that the poll has already read', async () => {
		const ids = addCustomers(60);
		const id = ids[50] ?? 0;
		give([id], []);
		const host = await activated({ events: ['productAdded'], product: PRODUCT });
		give([id], [PRODUCT]);
		host.beforeRequest = (request) => {
			if (request === 2) account.remove('customers', ids[0] ?? 0);
		};
		expect(idsIn(await host.poll())).toEqual([id]);
	});

	it('does not fire for existing customers when the first scan takes several polls', async () => {
		addCustomers(420);
		account.responseMs = 3000;
		const host = await activated(
			{ events: ['productAdded'], product: PRODUCT },
			{ budgetMs: 36_000 },
		);
		for (let polls = 0; polls < 3; polls++) await host.poll();
		const came = addCustomers(1);
		for (let polls = 0; polls < 3; polls++) await host.poll();
		expect(host.executions.flatMap(idsIn)).toEqual(came);
		expect(host.errors).toEqual([]);
	});
});

describe('a change of status', () => {
	it('fires once when reading the lists takes several polls', async () => {
		const statuses = ['cancelled', 'expired', 'paused'];
		const ids = statuses.map((status) =>
			Array.from({ length: 120 }, () => account.add('customers', { status })),
		);
		const options = { requestsPerPoll: 6 };
		const host = await activated({
			events: ['customerStatusChanged'],
			filters: { statuses },
			options,
		});
		const moved = ids.map(([, id = 0]) => id);
		for (const [index, id] of moved.entries()) {
			account.now += 1000;
			account.change('customers', id, { status: statuses[(index + 1) % 3] ?? '' });
		}
		const requests: number[] = [];
		for (let polls = 0; polls < 4; polls++) {
			await host.poll();
			requests.push(host.requests);
		}
		expect(requests).toEqual([6, 6, 6, 6]);
		expect(host.executions.flatMap(idsIn).sort()).toEqual(moved.sort());
	});

	it('to a single chosen status reads no list of another status', async () => {
		await activated({ events: ['customerStatusChanged'], filters: { statuses: ['paused'] } });
		expect([...new Set(account.requests.map(({ query }) => query.status))]).toEqual(['paused']);
	});

	it('fires each time a customer moves from one chosen status to another', async () => {
		const [first, second] = [account.add('customers'), account.add('customers')];
		const statuses = ['enabled', 'paused', 'cancelled'];
		const host = await activated({ events: ['customerStatusChanged'], filters: { statuses } });
		for (const status of ['paused', 'cancelled', 'enabled']) {
			for (const id of [first, second]) account.change('customers', id, { status });
			for (let polls = 0; polls < 4; polls++) await host.poll();
		}
		const items = host.executions.flat();
		for (const { json } of items) {
			expect(json).toMatchObject({ email: expect.any(String) });
			expect(json.event).not.toHaveProperty('status');
		}
		expect(items.map(({ json }) => json.status)).toEqual(
			['paused', 'cancelled', 'enabled'].flatMap((status) => [status, status]),
		);
		expect(idsIn(items)).toEqual([first, second, first, second, first, second]);
		// Only a customer who is in none of the chosen lists is looked up.
		expect(account.requests.filter(({ path }) => path !== '/customers')).toHaveLength(2);
	});
});

describe('a video', () => {
	it('fires videoPublished at its date, or in later polls when the batch is full', async () => {
		const availableFrom = account.now + HOUR;
		const ids = Array.from({ length: 180 }, (_, index) =>
			account.add('videos', { at: account.now - index * 1000, availableFrom }),
		);
		const host = await activated({ events: ['videoPublished'] }, { maxEvents: 100 });
		account.now = availableFrom - 1000;
		expect(await host.poll()).toEqual([]);
		account.now = availableFrom;
		const [items, ...more] = [await host.poll(), await host.poll(), await host.poll()];
		// A poll reads nothing while events wait.
		expect([items, ...more].map(({ length }) => length)).toEqual([100, 50, 30]);
		expect(host.delivered).toEqual(ids.map((id) => `videoPublished:${id}`));
		expect(items[0]?.json.event).toMatchObject({ occurredAt: '2026-01-01T13:00:00Z' });
	});

	it('that is on no page any more is looked up by ID, in turn, within the time of a poll', async () => {
		const at = account.now - 3 * HOUR;
		const row: Partial<AccountRow> = { at, status: 'processing', plans: ['free', 'standard'] };
		const ids = Array.from({ length: 40 }, () => account.add('videos', row)).sort();
		for (let count = 0; count < 60; count++) account.add('videos', { at: at + MINUTE });
		account.add('videos', { status: 'processing' });
		const host = await activated({ events: ['uploadCompleted'] }, { budgetMs: 36_000 });
		const asked = async () => {
			account.requests.length = 0;
			account.now += MINUTE;
			await host.poll();
			return account.requests.flatMap(({ path }) => (path === '/videos' ? [] : [path]));
		};
		const paths = ids.map((id) => `/videos/${id}`);
		const inTurn = [...(await asked()), ...(await asked()), ...(await asked())];
		expect(new Set(inTurn)).toEqual(new Set(paths));
		expect(inTurn.length).toBeLessThanOrEqual(paths.length + 15);
		account.remove('videos', ids[5] ?? 0);
		const uploaded = [...ids.slice(6, 10), ...ids.slice(-4)];
		for (const id of uploaded) account.change('videos', id, { status: 'uploaded' });
		for (let polls = 0; polls < 3; polls++) await asked();
		// A look-up an hour later must confirm that a video is deleted.
		account.now += HOUR;
		for (let polls = 0; polls < 3; polls++) await asked();
		expect(host.delivered).toEqual(uploaded.map((id) => `uploadCompleted:${id}`));
		const then = [...(await asked()), ...(await asked()), ...(await asked())];
		expect(new Set(then).size).toBe(ids.length - uploaded.length - 1);
		account.now += HOUR;
		account.responseMs = 4000;
		expect(await asked()).toHaveLength(4);
		expect([host.warnings, host.errors]).toEqual([[], []]);
	});

	it('that changes while the polls of a scan read on fires as this poll has read it', async () => {
		newAccount({ ...USUAL, pageSize: 4 });
		const host = await activated({ events: ['uploadCompleted'] }, { budgetMs: 36_000 });
		account.now += HOUR;
		for (let count = 0; count < 40; count++) account.add('videos', { at: account.now - 1000 });
		const id = account.add('videos', { status: 'processing' });
		account.responseMs = 3000;
		await pollRepeatedly(host, 1);
		account.change('videos', id, { status: 'uploaded' });
		await pollRepeatedly(host, 1);
		expect(host.delivered).toHaveLength(41);
	});

	it('that is uploaded again fires again', async () => {
		const id = account.add('videos', { at: account.now - HOUR });
		const host = await activated({ events: ['uploadCompleted'] });
		for (const status of ['processing', 'uploaded', 'processing', 'uploaded']) {
			account.change('videos', id, { status });
			account.now += MINUTE;
			await host.poll();
		}
		expect(host.executions.flat().map(({ json }) => json)).toMatchObject([
			{ id, event: { occurredAt: '2026-01-01T12:01:00Z' } },
			{ id, event: { occurredAt: '2026-01-01T12:03:00Z' } },
		]);
	});

	it.each([
		['uploadCompleted', 0],
		['videoPublished', 4000],
	])('waiting for %s is found on any page, and each page is read once', async (event, ms) => {
		account.responseMs = ms;
		const ids = Array.from({ length: 300 }, (_, minutes) =>
			account.add('videos', { at: account.now - minutes * MINUTE, status: 'processing' }),
		);
		const waiting = [ids[299] ?? 0, ids[150] ?? 0, ids[0] ?? 0];
		for (const id of ids) {
			if (!waiting.includes(id)) account.change('videos', id, { status: 'uploaded' });
		}
		const host = await activated({ events: [event] }, { engine: 'durable', budgetMs: 36_000 });
		await pollRepeatedly(host, 6);
		for (const id of waiting) account.change('videos', id, { status: 'uploaded' });
		await pollRepeatedly(host, 3);
		const found = host.executions.flat().map(({ json }) => json.id);
		expect(found.sort()).toEqual(waiting.sort());
		account.requests.length = 0;
		await host.poll();
		expect(account.requests.filter(({ query }) => query.sort === 'oldest')).toEqual([]);
		expect(host.errors).toEqual([]);
	});

	it('that was withdrawn never fires videoPublished again', async () => {
		const old = account.add('videos', { at: account.now - HOUR });
		const host = await activated({ events: ['videoPublished'] });
		const id = account.add('videos');
		await host.poll();
		for (const availableFrom of [account.now + HOUR, null]) {
			for (const video of [old, id]) account.change('videos', video, { availableFrom });
			for (let polls = 0; polls < 3; polls++) await host.poll();
		}
		expect(host.delivered).toEqual([`videoPublished:${id}`]);
	});

	/** Responses in which a draft has `null` in place of an empty list of plans. */
	const withNull: Disturb = (response) => {
		const text = JSON.stringify(response).replaceAll('"plans":[]', '"plans":null');
		return parsed<TriggerResponse>(text);
	};

	it.each([
		{ filters: {}, age: 0 },
		{ filters: { plan: ['standard'] }, age: 0 },
		{ filters: {}, age: 9 * HOUR },
		{ filters: { plan: ['standard'] }, age: 9 * HOUR },
		{ filters: {}, age: 0, disturb: withNull },
		{ filters: { plan: ['standard'] }, age: 9 * HOUR, disturb: withNull },
	])('that is a draft without plans fires once it gets plans: %j', async (scene) => {
		const { filters, age, disturb } = scene;
		account.disturb = disturb;
		const draft = { status: 'processing', plans: [] };
		const old = account.add('videos', { ...draft, at: account.now - age });
		const host = await activated({ events: ['videoPublished'], filters });
		const pollOnce = async () => {
			account.now += MINUTE;
			await host.poll();
		};
		account.now += MINUTE;
		const ids = age > 0 ? [old] : [account.add('videos', draft)];
		await pollOnce();
		for (const id of ids) account.change('videos', id, { status: 'uploaded' });
		for (let polls = 0; polls < 15; polls++) await pollOnce();
		expect(host.delivered).toEqual([]);
		for (const id of ids) account.change('videos', id, { plans: ['standard'] });
		const occurredAt = new Date(account.now).toISOString().replace('.000', '');
		await pollOnce();
		const events = host.executions.flat().map(({ json }) => json.event);
		expect(events).toMatchObject(ids.map(() => ({ occurredAt })));
		const names = ids.map((id) => `videoPublished:${id}`);
		expect(host.delivered).toEqual(names);
		for (const plans of [[], ['standard']] as const) {
			for (const id of ids) account.change('videos', id, { plans: [...plans] });
			for (let polls = 0; polls < 3; polls++) await pollOnce();
		}
		expect(host.delivered).toEqual(names);
	});

	it('whose record shows no plans may be in a chosen one', async () => {
		account.disturb = (response) =>
			parsed<TriggerResponse>(JSON.stringify(response).replaceAll('"plans":', '"others":'));
		const filters = { plan: ['standard'] };
		const host = await activated({ events: ['videoPublished'], filters });
		account.now += MINUTE;
		const id = account.add('videos');
		account.now += MINUTE;
		await host.poll();
		expect(host.delivered).toEqual([`videoPublished:${id}`]);
	});

	it('over the limit of waiting videos is forgotten oldest first', () => {
		const ids = Array.from({ length: 10_001 }, (_, index) => index + 1);
		const waiting = new Map(ids.reverse().map((id) => [id, id % 7]));
		trimWaiting({ warn: () => {} }, waiting);
		expect([1, 2].filter((id) => !waiting.has(id))).toEqual([1]);
	});

	it('over the limit of waiting videos is forgotten with a warning, and the state stays small', async () => {
		const at = account.now - HOUR;
		for (const id of scattered(10_100, 126_000_000)) {
			const availableFrom = account.now + (id % 9973) * MINUTE;
			account.add('videos', { id, status: 'processing', at, availableFrom });
		}
		const host = await activated({ events: ['videoPublished'] });
		expect(host.stored.length).toBeLessThan(64_000);
		account.add('videos', { status: 'processing' });
		await host.poll();
		const warning = expect.stringContaining('stopped waiting for') as string;
		expect(host.warnings).toEqual([warning, warning]);
	});
});
