import { NodeApiError, type IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { clock } from '../../nodes/shared/concurrency/clock.ts';
import { events } from '../../nodes/VideoSubscriptionTrigger/events/index.ts';
import { only } from '../kit/defined.mts';
import { Account, BASE_URL, PRODUCTS } from './account.mts';
import { eventIdOf, Host, type HostOptions } from './host.mts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const [PRODUCT, OTHER_PRODUCT] = PRODUCTS;

let account: Account;

beforeEach(() => {
	account = new Account();
	clock.now = () => account.now;
});

const hostFor = (parameters: IDataObject, options: Partial<HostOptions> = {}) =>
	new Host(account, { parameters, ...options });

const hostForCustomers = (options: Partial<HostOptions> = {}) =>
	hostFor({ event: 'customerCreated' }, options);

/** Ids that hardly compress: each some thousands behind the one before, as a simple generator has it. */
function scattered(count: number): number[] {
	let [id, state] = [10_000, 1];
	return Array.from({ length: count }, () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		id += 1 + ((state >>> 8) % 18_000);
		return id;
	});
}

/** Adds a customer a minute later. */
function addCustomer(): number {
	account.now += MINUTE;
	return account.add('customers');
}

const eventIds = (items: Array<{ json: IDataObject }>) => items.map(eventIdOf);

async function activated(parameters: IDataObject, options: Partial<HostOptions> = {}) {
	const host = hostFor(parameters, options);
	await host.activate();
	return host;
}

describe('an item', () => {
	it('is the simplified record and what happened', async () => {
		const host = await activated({ event: 'customerCreated' });
		const id = addCustomer();
		const { json } = only(await host.poll());
		expect(json).toMatchObject({
			id,
			href: `${BASE_URL}/customers/${id}`,
			email: `customer+${id}@example.com`,
		});
		expect(json.event).toEqual({
			id: expect.stringMatching(new RegExp(`^customerCreated:${id}:[0-9a-f]{8}$`)),
			type: 'customerCreated',
			occurredAt: '2026-01-01T12:01:00Z',
		});
		expect(json).not.toHaveProperty('_links');
	});

	it.each([
		['full', {}, { href: expect.any(String), name: expect.any(String) }],
		['raw', {}, { _links: expect.any(Object) }],
		['selected', { outputFields: 'email' }, { email: expect.any(String) }],
	])('shows the record by Output: %s', async (output, more, shown) => {
		const host = await activated({ event: 'customerCreated', output, ...more });
		addCustomer();
		const { json } = only(await host.poll());
		expect(json).toMatchObject({ ...shown, event: { type: 'customerCreated' } });
		if (output === 'selected') expect(json).not.toHaveProperty('name');
	});

	it('has an id that is another one in another account, and else the same', async () => {
		const idWith = async (options: Partial<HostOptions>) => {
			const host = await activated({ event: 'customerCreated' }, options);
			account.now += MINUTE;
			account.add('customers', { id: 77 });
			const { json } = only(await host.poll());
			account.remove('customers', 77);
			return (json.event as IDataObject).id;
		};
		const id = await idWith({ credentialId: 'mine' });
		expect(await idWith({ credentialId: 'mine', credential: { apiKey: 'new' } })).toBe(id);
		expect(await idWith({ credentialId: 'other' })).not.toBe(id);
		const credential = { baseUrl: `${BASE_URL}/other` };
		expect(await idWith({ credentialId: 'mine', credential })).not.toBe(id);
	});
});

describe('the beginning', () => {
	it('is now: nothing older fires, the first record ever does', async () => {
		const host = await activated({ event: 'customerCreated' });
		expect(await host.poll()).toEqual([]);
		const id = account.add('customers');
		expect(eventIds(await host.poll())).toEqual([`customerCreated:${id}`]);
	});

	it('is an earlier moment that a person names, also later', async () => {
		account.add('customers', { at: account.now - 2 * HOUR });
		const id = account.add('customers', { at: account.now - HOUR });
		const host = await activated({ event: 'customerCreated' });
		const options = { startFrom: '2026-01-01T11:00:00Z' };
		host.parameters = { event: 'customerCreated', options };
		await host.activate('update');
		await host.activate('update');
		expect(host.delivered).toEqual([`customerCreated:${id}`]);
	});

	it('is now when the moment that is named has not come', async () => {
		account.add('customers', { at: account.now - HOUR });
		const options = { startFrom: '2027-01-01T00:00:00Z' };
		const host = await activated({ event: 'customerCreated', options });
		expect(await host.poll()).toEqual([]);
	});

	it('of published videos may be named as well', async () => {
		const at = account.now - 9 * HOUR;
		account.add('videos', { at, availableFrom: account.now - 3 * HOUR });
		const id = account.add('videos', { at, availableFrom: account.now - HOUR });
		const options = { startFrom: '2026-01-01T10:00:00Z' };
		const host = await activated({ event: 'videoPublished', options });
		expect(host.delivered).toEqual([`videoPublished:${id}`]);
	});

	it.each([
		['the event', { event: 'uploadCompleted' }, {}],
		['a filter', { event: 'customerCreated', filters: { status: 'enabled' } }, {}],
		['the account', { event: 'customerCreated' }, { credentialId: 'other' }],
	])('comes again with a change of %s', async (_, parameters, options) => {
		const before = await activated({ event: 'customerCreated' }, { credentialId: 'one' });
		addCustomer();
		account.now += HOUR;
		const after = hostFor(parameters, { credentialId: 'one', ...options });
		after.stored = before.stored;
		await after.activate('update');
		expect(after.delivered).toEqual([]);
	});

	it('does not come again when a page size or a key changes', async () => {
		const before = await activated({ event: 'customerCreated' }, { credentialId: 'one' });
		const id = addCustomer();
		const after = hostFor(
			{ event: 'customerCreated', options: { batchSize: 5 } },
			{ credentialId: 'one', credential: { apiKey: 'another key' } },
		);
		after.stored = before.stored;
		await after.activate('update');
		expect(after.delivered).toEqual([`customerCreated:${id}`]);
	});

	it.each([null, 'text', 5, { version: 1 }, { version: 5, checkpoint: 'damaged' }])(
		'comes again where what was saved is %j',
		async (state) => {
			account.add('customers', { at: account.now - HOUR });
			const host = hostForCustomers();
			host.stored = JSON.stringify({ state });
			await host.activate('init');
			expect(host.warnings).toEqual([expect.stringContaining('It starts afresh')]);
			const id = addCustomer();
			expect(eventIds(await host.poll())).toEqual([`customerCreated:${id}`]);
		},
	);

	it('is told by the clock of this machine when the service does not tell its own', async () => {
		const answer = account.answer.bind(account);
		vi.spyOn(account, 'answer').mockImplementation((request) => ({
			...answer(request),
			headers: { date: 'soon' },
		}));
		account.add('customers', { at: account.now - HOUR });
		const host = await activated({ event: 'customerCreated' });
		const id = addCustomer();
		expect(eventIds(await host.poll())).toEqual([`customerCreated:${id}`]);
	});
});

describe('a failure', () => {
	const fail = (status: number) => account.failures.push(...new Array<number>(9).fill(status));

	it.each([
		[500, 'temporarily-unavailable'],
		[429, 'rate-limited'],
		[401, 'credential-invalid'],
	])('with %i throws with cause and remedy, and leaves the state alone', async (status, cause) => {
		const host = await activated({ event: 'customerCreated' });
		const { stored } = host;
		fail(status);
		await host.poll();
		const error = only(host.errors);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({ httpCode: String(status), failure: { cause } });
		expect(host.stored).toBe(stored);
		account.failures = [];
		const id = addCustomer();
		expect(eventIds(await host.poll())).toEqual([`customerCreated:${id}`]);
	});

	it.each(['init', 'leadershipChange'] as const)(
		'that passes does not throw at the first poll after a restart (%s), but later',
		async (mode) => {
			const host = await activated({ event: 'customerCreated' });
			fail(503);
			await host.activate(mode);
			expect(host.warnings).toHaveLength(1);
			await host.poll();
			expect(host.errors).toHaveLength(1);
		},
	);

	it.each([401, 403, 404])(
		'that a person must mend (%i) throws after a restart',
		async (status) => {
			const host = await activated({ event: 'customerCreated' });
			fail(status);
			await expect(host.activate('init')).rejects.toMatchObject({ httpCode: String(status) });
		},
	);

	it.each(['activate', 'update'] as const)('is told with its remedy at %s', async (mode) => {
		const host = hostForCustomers();
		fail(401);
		await expect(host.activate(mode)).rejects.toThrow(/credential.*\. .*key/i);
	});

	it('because the time is used up is a sentence', async () => {
		await expect(hostForCustomers({ budgetMs: -1 }).activate()).rejects.toThrow('too slow');
	});

	it.each([
		['Base URL', {}, { credential: { baseUrl: 'http://example.com' } }],
		['Product', { filters: { product: `${BASE_URL}/videos/5` } }, {}],
		['Product', { filters: { product: null } }, {}],
		['Status', { filters: { status: 'gone' } }, {}],
		['Status', { filters: { status: '={{ undefined }}' } }, {}],
		['Filters', { filters: '={{ null }}' }, {}],
		['Search', { event: 'uploadCompleted', filters: { query: '' } }, {}],
		['Search', { event: 'uploadCompleted', filters: { query: true } }, {}],
		['Plan', { event: 'uploadCompleted', filters: { plan: ['gold'] } }, {}],
		['Plan', { event: 'uploadCompleted', filters: { plan: null } }, {}],
		['Product', { event: 'liveEventCreated' }, {}],
		['Product', { event: 'productRemoved', filters: { product: PRODUCT } }, {}],
		['Videos', { event: 'commentCreated', videos: '12, x' }, {}],
		['Start From', { options: { startFrom: 'soon' } }, {}],
		['Batch Size', { options: { batchSize: 0 } }, {}],
		['Requests per Poll', { options: { requestsPerPoll: 2 } }, {}],
		['Statuses', { event: 'customerStatusChanged', statuses: [] }, {}],
		['Statuses', { event: 'customerStatusChanged', statuses: ['all'] }, {}],
		['Output', { output: 'everything' }, {}],
		['Trigger On', { event: 'other' }, {}],
	])('in %s is named before anything is sent', async (name, parameters, options) => {
		const host = hostFor({ event: 'customerCreated', ...parameters }, options);
		await expect(host.activate()).rejects.toThrow(name);
		expect(account.requests).toEqual([]);
	});

	it.each([
		{ event: 'liveEventCreated', product: 9999 },
		{ event: 'productRemoved', product: 9999 },
		{ event: 'customerCreated', filters: { product: 9999 } },
		{ event: 'commentCreated', videos: [9999] },
	])('because what was chosen does not exist is told at publishing: %j', async (parameters) => {
		await expect(hostFor(parameters).activate()).rejects.toThrow(/^There is no \w+ 9999/);
	});

	it('of one watched video does not stop the others, and a deleted one is told once', async () => {
		const [deleted, there] = [account.add('videos'), account.add('videos')];
		const host = await activated({ event: 'commentCreated', videos: [deleted, there] });
		account.remove('videos', deleted);
		account.now += MINUTE;
		const id = account.add('comments', { video: there });
		await host.poll();
		await host.poll();
		expect(host.delivered).toEqual([`commentCreated:${id}`]);
		expect(host.warnings).toEqual([expect.stringContaining(`no video ${deleted} any more`)]);
	});
});

/** Each event with records that are there before the trigger begins. */
const everyEvent = Object.keys(events).map((event) => ({ event, product: PRODUCT }));

function fill(): void {
	for (let index = 0; index < 120; index++) {
		const at = account.now - (index + 1) * MINUTE;
		account.add('customers', { at, status: index % 2 === 0 ? 'cancelled' : 'enabled' });
		account.add('live_events', { at });
		const availableFrom = index % 2 === 0 ? account.now + MINUTE : null;
		const video = account.add('videos', { at, availableFrom });
		account.add('comments', { at, video });
	}
}

describe.each(everyEvent)('$event: an answer without its list', (parameters) => {
	it('is refused while publishing, and nothing old fires', async () => {
		fill();
		const host = hostFor(parameters);
		account.failures = ['hollow'];
		await host.activate().catch(() => {});
		expect(host.delivered).toEqual([]);
		account.failures = [];
		await host.activate();
		for (let polls = 0; polls < 3; polls++) await host.poll();
		expect(host.delivered).toEqual([]);
	});

	it('is an error of a later poll, and nothing is forgotten', async () => {
		fill();
		const host = await activated(parameters);
		for (let polls = 0; polls < 3; polls++) {
			account.failures = ['hollow'];
			await host.poll();
			expect(host.errors).toHaveLength(polls + 1);
		}
		for (let polls = 0; polls < 3; polls++) await host.poll();
		expect(host.delivered).toEqual([]);
	});
});

describe('a manual test', () => {
	it('shows the newest real records, the newest first, and stores nothing', async () => {
		const ids = Array.from({ length: 12 }, addCustomer);
		const host = hostForCustomers();
		expect(eventIds(await host.manual())).toEqual(
			ids
				.reverse()
				.slice(0, 10)
				.map((id) => `customerCreated:${id}`),
		);
		expect(host.stored).toBe('{}');
	});

	it('shows videos that have come to it only', async () => {
		const id = account.add('videos');
		account.add('videos', { status: 'processing' });
		account.add('videos', { availableFrom: account.now + HOUR, status: 'processing' });
		for (const event of ['uploadCompleted', 'videoPublished']) {
			expect(eventIds(await hostFor({ event }).manual())).toEqual([`${event}:${id}`]);
		}
	});

	it('of a lost product shows who has it', async () => {
		const host = hostFor({ event: 'productRemoved', product: PRODUCT });
		account.add('customers', { products: [OTHER_PRODUCT] });
		const has = account.add('customers');
		const name = `productRemoved:${has}:${PRODUCT}:${account.now / 1000}`;
		expect(eventIds(await host.manual())).toEqual([name]);
	});

	it('shows comments and replies', async () => {
		const video = account.add('videos');
		const parent = account.add('comments', { video });
		account.now += MINUTE;
		const reply = account.add('comments', { video, parent });
		expect(eventIds(await hostFor({ event: 'commentCreated' }).manual())).toEqual([
			`commentCreated:${reply}`,
			`commentCreated:${parent}`,
		]);
	});

	it.each(everyEvent)('of $event in an empty account is a sentence', async (parameters) => {
		await expect(hostFor(parameters).manual()).rejects.toThrow(/^There is no/);
	});
});

it('what an activation could not store is used once, and then no more', async () => {
	const host = await activated({ event: 'customerCreated' }, { engine: 'durable' });
	const id = addCustomer();
	await host.poll();
	await host.poll();
	host.stored = '{}';
	account.now += HOUR;
	await host.poll();
	expect(host.delivered).toEqual([`customerCreated:${id}`]);
});

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

	it('comes before later ones, also where not all fit into a batch', async () => {
		const host = await activated({ event: 'commentCreated', options: { batchSize: 3 } });
		const names = addComments(7);
		for (let polls = 0; polls < 3; polls++) await host.poll();
		expect(host.executions.map((items) => eventIds(items))).toEqual([
			names.slice(0, 3),
			names.slice(3, 6),
			names.slice(6),
		]);
	});

	it('comes from the moment on that a person names', async () => {
		const names = addComments(3);
		const options = { startFrom: '2026-01-01T12:02:00Z' };
		const host = await activated({ event: 'commentCreated', options });
		expect(host.delivered).toEqual(names.slice(1));
	});

	it('without a date is told by when it changed', async () => {
		const host = await activated({ event: 'commentCreated' });
		account.now += MINUTE;
		account.add('comments', { video, at: null });
		account.now += HOUR;
		const { json } = only(await host.poll());
		expect(json.event).toMatchObject({ occurredAt: '2026-01-01T12:01:00Z' });
	});

	it('on a video that is deleted meanwhile is gone with it, and nobody is told', async () => {
		const host = await activated({ event: 'commentCreated' });
		const there = account.add('videos');
		addComments(1);
		const id = account.add('comments', { video: there });
		host.beforeRequest = (request) => {
			if (request === 2) account.remove('videos', video);
		};
		expect(eventIds(await host.poll())).toEqual([`commentCreated:${id}`]);
		expect(host.warnings).toEqual([]);
	});

	it('is remembered until it is too old to be new', async () => {
		const host = await activated({ event: 'commentCreated' });
		const names = addComments(45);
		await host.poll();
		const { length } = host.stored;
		for (let rounds = 0; rounds < 3; rounds++) {
			account.now += 2 * HOUR;
			await host.poll();
		}
		names.push(...addComments(1));
		await host.poll();
		expect(host.delivered).toEqual(names);
		expect(host.stored.length).toBeLessThan(length - names.length);
	});
});

describe('a change of access', () => {
	const addCustomers = (count: number, products: number[] = [PRODUCT]) =>
		Array.from({ length: count }, () => account.add('customers', { products }));

	/** Changes who has the product, each a second later. */
	const give = (ids: number[], products: number[]) => {
		for (const id of ids) {
			account.now += 1000;
			account.change('customers', id, { products });
		}
	};

	const idsIn = (items: Array<{ json: IDataObject }>) => items.map(({ json }) => json.id);

	it.each([
		['productAdded', [], [PRODUCT]],
		['productRemoved', [PRODUCT], []],
	])('comes once, where not all of %s fit into a batch', async (event, before, after) => {
		const ids = addCustomers(5, before);
		const host = await activated({ event, product: PRODUCT, options: { batchSize: 2 } });
		give(ids, after);
		for (let polls = 0; polls < 6; polls++) await host.poll();
		expect(host.executions.map((items) => items.length)).toEqual([2, 2, 1]);
		expect(host.executions.flatMap(idsIn).sort()).toEqual(ids.sort());
		const details = { product_id: PRODUCT, product_name: `Product ${PRODUCT}` };
		for (const { json } of host.executions.flat()) expect(json).toMatchObject(details);
	});

	it('comes once, however few requests a poll has for a long list', async () => {
		const [lost = 0, ...others] = addCustomers(620);
		const options = { requestsPerPoll: 5 };
		const added = await activated({ event: 'productAdded', product: PRODUCT, options });
		const removed = await activated({ event: 'productRemoved', product: PRODUCT, options });
		const polls = async (count: number) => {
			for (let number = 0; number < count; number++) {
				await added.poll();
				await removed.poll();
			}
		};
		await polls(4);
		give([lost, others[618] ?? 0], []);
		const came = addCustomers(1);
		await polls(30);
		give([lost], [PRODUCT]);
		await polls(30);
		expect(added.executions.flatMap(idsIn)).toEqual([...came, lost]);
		expect(removed.executions.flatMap(idsIn)).toEqual([lost, others[618]]);
	});

	it('is none where the customer is deleted, or has the product again', async () => {
		const [deleted = 0, again = 0] = addCustomers(2);
		const host = await activated({ event: 'productRemoved', product: PRODUCT });
		give([again], []);
		account.remove('customers', deleted);
		host.beforeRequest = () => {
			if (account.requests.at(-1)?.path === `/customers/${again}`) give([again], [PRODUCT]);
		};
		for (let polls = 0; polls < 4; polls++) await host.poll();
		expect(account.requests.map(({ path }) => path)).toContain(`/customers/${again}`);
		expect([host.delivered, host.errors]).toEqual([[], []]);
	});

	it('is one, also where the service looks for an address and gives others', async () => {
		const [lost = 0] = addCustomers(3);
		const host = await activated({ event: 'productRemoved', product: PRODUCT });
		const answer = account.answer.bind(account);
		vi.spyOn(account, 'answer').mockImplementation(({ path, query }) =>
			answer({ path, query: { ...query, email: undefined } }),
		);
		give([lost], []);
		for (let polls = 0; polls < 4; polls++) await host.poll();
		expect(host.executions.flatMap(idsIn)).toEqual([lost]);
	});

	it('of one status is looked for in no other list', async () => {
		await activated({ event: 'customerStatusChanged', statuses: ['paused'] });
		expect([...new Set(account.requests.map(({ query }) => query.status))]).toEqual(['paused']);
	});

	it('of status comes from one list to the other, and back to all the others', async () => {
		const [first = 0, second = 0] = addCustomers(2);
		const statuses = ['enabled', 'paused', 'cancelled'];
		const host = await activated({ event: 'customerStatusChanged', statuses });
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
	});
});

describe('a video', () => {
	it('fires with the first poll after its date, however many wait', async () => {
		const availableFrom = account.now + HOUR;
		const ids = Array.from({ length: 140 }, (_, index) =>
			account.add('videos', { at: account.now - index * 1000, availableFrom }),
		);
		const host = await activated({ event: 'videoPublished' });
		account.now = availableFrom - 1000;
		expect(await host.poll()).toEqual([]);
		account.now = availableFrom;
		const names = ids.map((id) => `videoPublished:${id}`);
		expect(eventIds(await host.poll()).sort()).toEqual(names.sort());
	});

	it('that no page shows any more is asked for in turn', async () => {
		const at = account.now - 3 * HOUR;
		const ids = Array.from({ length: 40 }, () =>
			account.add('videos', { at, status: 'processing' }),
		);
		for (let count = 0; count < 60; count++) account.add('videos', { at: at + MINUTE });
		const host = await activated({ event: 'uploadCompleted' });
		for (let polls = 0; polls < 3; polls++) await host.poll();
		const uploaded = [...ids.slice(0, 4), ...ids.slice(-4)];
		for (const id of uploaded) account.change('videos', id, { status: 'uploaded' });
		for (let polls = 0; polls < 3; polls++) await host.poll();
		expect(host.delivered.sort()).toEqual(uploaded.map((id) => `uploadCompleted:${id}`).sort());
		expect(host.warnings).toEqual([]);
	});

	it('that is uploaded once more fires again', async () => {
		const id = account.add('videos', { at: account.now - HOUR });
		const host = await activated({ event: 'uploadCompleted' });
		for (const status of ['processing', 'uploaded', 'processing', 'uploaded']) {
			account.change('videos', id, { status });
			await host.poll();
		}
		expect(host.executions.flat().map(({ json }) => json.id)).toEqual([id, id]);
	});

	it('that waits on any page when the trigger begins is found, and the pages are read once', async () => {
		const ids = Array.from({ length: 300 }, (_, minutes) =>
			account.add('videos', { at: account.now - minutes * MINUTE, status: 'processing' }),
		);
		const waiting = [ids[299] ?? 0, ids[150] ?? 0, ids[0] ?? 0];
		for (const id of ids) {
			if (!waiting.includes(id)) account.change('videos', id, { status: 'uploaded' });
		}
		const host = await activated({ event: 'uploadCompleted' });
		await host.poll();
		for (const id of waiting) account.change('videos', id, { status: 'uploaded' });
		for (let polls = 0; polls < 3; polls++) await host.poll();
		const found = host.executions.flat().map(({ json }) => json.id);
		expect(found.sort()).toEqual(waiting.sort());
		account.requests.length = 0;
		await host.poll();
		expect(account.requests.filter(({ query }) => query.sort === 'oldest')).toEqual([]);
	});

	it('never fires again when it was withdrawn', async () => {
		const old = account.add('videos', { at: account.now - HOUR });
		const host = await activated({ event: 'videoPublished' });
		const id = account.add('videos');
		await host.poll();
		for (const availableFrom of [account.now + HOUR, null]) {
			for (const video of [old, id]) account.change('videos', video, { availableFrom });
			for (let polls = 0; polls < 3; polls++) await host.poll();
		}
		expect(host.delivered).toEqual([`videoPublished:${id}`]);
	});

	it('that left the chosen plans while it waited does not fire', async () => {
		const id = account.add('videos', { status: 'processing', plans: ['free'] });
		const host = await activated({ event: 'uploadCompleted', filters: { plan: ['free'] } });
		account.change('videos', id, { status: 'uploaded', plans: ['standard'] });
		for (let polls = 0; polls < 3; polls++) await host.poll();
		expect(host.delivered).toEqual([]);
	});

	it.each([0, 1])('that waits %d minutes is remembered, of very many the newest', async (ahead) => {
		const at = account.now - HOUR;
		for (const id of scattered(14_000)) {
			const availableFrom = account.now + ahead * (id % 9973) * MINUTE;
			account.add('videos', { id, status: 'processing', at, availableFrom });
		}
		const host = await activated({ event: 'videoPublished' });
		expect(host.stored.length).toBeLessThan(64_000);
		expect(host.warnings).toEqual([expect.stringContaining('videos that wait are forgotten')]);
	});
});

it('more customers than can be remembered are refused', async () => {
	for (const id of scattered(17_000)) account.add('customers', { id });
	const host = hostFor({ event: 'productAdded', product: PRODUCT });
	await expect(host.activate()).rejects.toThrow(/^There are more customers to compare than/);
});
