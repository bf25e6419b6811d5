// One trigger that hears several events: one queue, and for each event its own place, filters and time.
import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';

import { asObject } from '../../nodes/shared/data/json.ts';
import { EVENT_TYPES } from '../../nodes/VideoSubscriptionTrigger/events/types.ts';
import { PRODUCTS } from './account.mts';
import { ENGINES, eventIds, Host, HOUR, MINUTE } from './host.mts';
import { account, activated, addCustomers, isList, newAccount, pollRepeatedly } from './stage.mts';

beforeEach(() => newAccount());

const [PRODUCT] = PRODUCTS;
const TEAM = ['customerCreated', 'commentCreated', 'uploadCompleted'];
const ONE_BY_ONE = { eventsPerExecution: 1 };

const typesIn = (host: Host) => host.executions.flat().map(({ json }) => asObject(json.event).type);

const timesIn = (host: Host) =>
	host.executions.flat().map(({ json }) => String(asObject(json.event).occurredAt));

/** Lets a record of each of the three events appear, a second apart, and returns the names of the events, oldest first. */
function happen(video: number): string[] {
	account.now += 1000;
	const customer = `customerCreated:${account.add('customers')}`;
	account.now += 1000;
	const comment = `commentCreated:${account.add('comments', { video })}`;
	account.now += 1000;
	return [customer, comment, `uploadCompleted:${account.add('videos')}`];
}

/** Lets every event of the trigger happen, and returns the names of those of a published trigger, without numbers. */
function happenAll(customers: { gains: number; loses: number; pauses: number }, video: number) {
	account.now += 1000;
	account.change('customers', customers.gains, { products: [PRODUCT] });
	account.change('customers', customers.loses, { products: [] });
	account.change('customers', customers.pauses, { status: 'paused' });
	const registered = account.add('customers', { products: [] });
	const comment = account.add('comments', { video });
	const live = account.add('live_events');
	const upload = account.add('videos');
	return [
		`commentCreated:${comment}`,
		`customerCreated:${registered}`,
		`customerStatusChanged:${customers.pauses}`,
		`liveEventCreated:${live}`,
		`productAdded:${customers.gains}`,
		...[customers.loses, customers.pauses].map((id) => `productRemoved:${id}`),
		`uploadCompleted:${upload}`,
		`videoPublished:${upload}`,
	].sort();
}

const withoutNumbers = (names: string[]) =>
	names.map((name) => name.split(':').slice(0, 2).join(':')).sort();

describe.each(ENGINES)('with the scheduler %s', (engine) => {
	it.each([1, 2, 1000])(
		'three events share one queue, oldest first, %i an execution',
		async (eventsPerExecution) => {
			const video = account.add('videos', { at: account.now - HOUR });
			const parameters = { events: TEAM, options: { eventsPerExecution } };
			const host = await activated(parameters, { engine });
			const names = [...happen(video), ...happen(video), ...happen(video)];
			await pollRepeatedly(host, 12);
			expect(host.delivered).toEqual(names);
			expect(host.executions).toHaveLength(Math.ceil(9 / eventsPerExecution));
			const [first] = host.executions;
			expect(first?.at(-1)?.json.event).toMatchObject({
				waiting: Math.max(0, 9 - eventsPerExecution),
			});
			expect([host.errors, host.warnings]).toEqual([[], []]);
		},
	);

	it('all eight events are delivered, each once, also over a restart', async () => {
		const [gains = 0, loses = 0, pauses = 0] = [[], [PRODUCT], [PRODUCT]].map((products) =>
			account.add('customers', { products, at: account.now - HOUR }),
		);
		const video = account.add('videos', { at: account.now - HOUR });
		const events = [...EVENT_TYPES];
		const parameters = { events, product: PRODUCT, filters: { statuses: ['paused'] } };
		const host = await activated(parameters, { engine });
		await pollRepeatedly(host, 1);
		const names = happenAll({ gains, loses, pauses }, video);
		await pollRepeatedly(host, 2);
		host.kill();
		await pollRepeatedly(host, 3);
		expect(withoutNumbers(host.delivered)).toEqual(names);
		expect([host.errors, host.warnings]).toEqual([[], []]);
	});

	it('an event that is added while others wait begins from now, alone, and they stay', async () => {
		const video = account.add('videos', { at: account.now - HOUR });
		const host = await activated({ events: ['customerCreated'], options: ONE_BY_ONE }, { engine });
		const waiting = addCustomers(4).map((id) => `customerCreated:${id}`);
		account.add('comments', { video });
		await pollRepeatedly(host, 2);
		host.parameters = { events: ['customerCreated', 'commentCreated'], options: ONE_BY_ONE };
		await host.activate('update');
		account.now += 1000;
		const comment = account.add('comments', { video });
		await pollRepeatedly(host, 5);
		expect(host.delivered).toEqual([...waiting, `commentCreated:${comment}`]);
		expect(host.warnings).toEqual([
			'Trigger: Comment Created starts from now, because it was added.',
		]);
	});

	it('an event that is taken away goes with what waits of it, and begins from now when it is added again', async () => {
		const video = account.add('videos', { at: account.now - HOUR });
		const both = { events: ['customerCreated', 'commentCreated'], options: ONE_BY_ONE };
		const host = await activated(both, { engine });
		const customers = addCustomers(3).map((id) => `customerCreated:${id}`);
		account.now += 1000;
		for (let count = 0; count < 2; count++) account.add('comments', { video });
		await pollRepeatedly(host, 1);
		host.parameters = { ...both, events: ['customerCreated'] };
		await host.activate('update');
		account.add('comments', { video });
		await pollRepeatedly(host, 4);
		host.parameters = both;
		await host.activate('update');
		account.now += 1000;
		const comment = account.add('comments', { video });
		await pollRepeatedly(host, 2);
		expect(host.delivered).toEqual([...customers, `commentCreated:${comment}`]);
		expect(host.warnings).toEqual([
			'Trigger: Comment Created ends, because it was removed. Waiting events that are dropped: 2.',
			'Trigger: Comment Created starts from now, because it was added.',
		]);
	});
});

describe('whatever the scheduler,', () => {
	it.each([
		['another Base URL', 'the Base URL'],
		['another credential', 'the ID of the credential'],
	])('%s drops what waits of all events, and n8n’s log says how many', async (_, change) => {
		const video = account.add('videos', { at: account.now - HOUR });
		// The requests for comments name videos by their address, which the account has only with its own Base URL.
		const events = ['customerCreated', 'uploadCompleted'];
		const parameters = { events, options: ONE_BY_ONE };
		const host = await activated(parameters, { credentialId: 'one' });
		const [first] = [...happen(video), ...happen(video)];
		await pollRepeatedly(host, 1);
		expect(host.delivered).toEqual([first]);
		const other = change.includes('credential')
			? { credentialId: 'two' }
			: { credentialId: 'one', credential: { baseUrl: 'http://127.0.0.1:4010/v2' } };
		const after = new Host(account, { parameters, ...other });
		after.stored = host.stored;
		await after.activate('update');
		await pollRepeatedly(after, 3);
		expect(after.delivered).toEqual([]);
		expect(after.warnings).toEqual([
			expect.stringMatching(`because ${change} was .*Waiting events that are dropped: 3\\.$`),
		]);
		const [next] = happen(video);
		await pollRepeatedly(after, 1);
		expect(after.delivered).toEqual([next]);
	});

	it('two selections that swap lose and repeat nothing of the event that stays', async () => {
		const video = account.add('videos', { at: account.now - HOUR });
		const selections = [
			['customerCreated', 'commentCreated'],
			['uploadCompleted', 'customerCreated'],
		];
		const host = await activated({ events: selections[0], options: ONE_BY_ONE });
		const customers: string[] = [];
		for (let swaps = 1; swaps <= 6; swaps++) {
			for (let count = 0; count < 2; count++) customers.push(...happen(video).slice(0, 1));
			await pollRepeatedly(host, 2);
			host.parameters = { ...host.parameters, events: selections[swaps % 2] };
			await host.activate('update');
		}
		await pollRepeatedly(host, 12);
		const found = host.delivered.filter((name) => name.startsWith('customerCreated'));
		expect(found).toEqual(customers);
		expect(new Set(host.delivered).size).toBe(host.delivered.length);
		expect(host.errors).toEqual([]);
	});

	it('while one event fails for an hour, each poll fails, and all are delivered afterwards', async () => {
		const video = account.add('videos', { at: account.now - HOUR });
		const host = await activated({ events: TEAM });
		await pollRepeatedly(host, 1);
		account.disturb = (response, { path }) =>
			path === '/customers' ? { ...response, statusCode: 500, body: {} } : undefined;
		const names: string[] = [];
		for (let polls = 0; polls < 60; polls++) {
			if (polls % 20 === 0) names.push(...happen(video));
			await pollRepeatedly(host, 1);
		}
		expect(host.errors).toHaveLength(60);
		expect(host.delivered).toEqual([]);
		account.disturb = undefined;
		await pollRepeatedly(host, 2);
		expect(host.delivered).toEqual(names);
	});

	it('a flood of 1,200 comments and a new customer are delivered in turn, oldest first', async () => {
		const video = account.add('videos', { at: account.now - HOUR });
		const options = { eventsPerExecution: 200 };
		const events = ['commentCreated', 'customerCreated'];
		const host = await activated({ events, options });
		const add = (count: number) => {
			for (let number = 0; number < count; number++) account.add('comments', { video });
			account.now += 1000;
		};
		add(600);
		const customer = account.add('customers');
		account.now += 1000;
		add(600);
		await pollRepeatedly(host, 10);
		expect(host.delivered).toHaveLength(1201);
		expect(new Set(host.delivered).size).toBe(1201);
		expect(host.delivered).toContain(`customerCreated:${customer}`);
		for (const items of host.executions) {
			const times = items.map(({ json }) => String(asObject(json.event).occurredAt));
			expect(times).toEqual(times.toSorted());
		}
		expect([host.errors, host.warnings]).toEqual([[], []]);
	});

	it('an event for which the time of a poll is over meanwhile fails no poll, and is read by the next one', async () => {
		const video = account.add('videos', { at: account.now - HOUR });
		const events = ['commentCreated', 'customerCreated'];
		const host = await activated({ events }, { budgetMs: 36_000 });
		account.now += 1000;
		const name = `commentCreated:${account.add('comments', { video })}`;
		// The second request ends after the time of the poll: for the comments themselves there is none in the second poll.
		host.beforeRequest = (request) => {
			account.responseMs = request === 2 ? 25_000 : 0;
		};
		await pollRepeatedly(host, 1);
		const late = `commentCreated:${account.add('comments', { video })}`;
		await pollRepeatedly(host, 1);
		expect([host.delivered, host.errors]).toEqual([[name], []]);
		await pollRepeatedly(host, 1);
		expect([host.delivered, host.errors]).toEqual([[name, late], []]);
	});

	it('a budget for three requests reads the events in turn, so that none starves', async () => {
		const video = account.add('videos', { at: account.now - HOUR });
		const host = await activated({ events: TEAM }, { budgetMs: 36_000 });
		await pollRepeatedly(host, 1);
		// Three requests in the 21.6 seconds in which a poll begins them.
		account.responseMs = 6500;
		addCustomers(400);
		const names = happen(video);
		await pollRepeatedly(host, 40);
		expect(names.filter((name) => !host.delivered.includes(name))).toEqual([]);
		expect(host.delivered).toHaveLength(403);
		expect(host.errors).toEqual([]);
	});
});

describe('Product Added and Product Removed of one trigger', () => {
	const BOTH = { events: ['productAdded', 'productRemoved'], product: PRODUCT };

	/** Returns the requests of twenty polls in which nothing happens. */
	async function requestsOf(parameters: IDataObject): Promise<number> {
		const host = await activated(parameters);
		account.requests.length = 0;
		await pollRepeatedly(host, 20);
		return account.requests.length;
	}

	it('compare one list once: half of the requests of two triggers', async () => {
		addCustomers(500);
		const together = await requestsOf(BOTH);
		const added = await requestsOf({ ...BOTH, events: ['productAdded'] });
		const removed = await requestsOf({ ...BOTH, events: ['productRemoved'] });
		expect([together, added + removed]).toEqual([together, 2 * together]);
	});

	it('an event for which publishing had no time begins with the next poll, from then on', async () => {
		const [before = 0, after = 0] = addCustomers(2, { products: [] });
		const host = await activated({ ...BOTH, events: ['productRemoved'] }, { budgetMs: 36_000 });
		await pollRepeatedly(host, 1);
		account.change('customers', before, { products: [PRODUCT] });
		account.responseMs = 20_000;
		host.parameters = { ...BOTH, events: ['customerCreated', ...BOTH.events] };
		await host.activate('update');
		account.responseMs = 0;
		await pollRepeatedly(host, 3);
		account.change('customers', after, { products: [PRODUCT] });
		await pollRepeatedly(host, 2);
		expect(withoutNumbers(host.delivered)).toEqual([`productAdded:${after}`]);
		expect(host.errors).toEqual([]);
	});

	it('a customer who leaves while publishing still reads is delivered by the event that begins', async () => {
		const [leaver = 0] = addCustomers(3);
		const host = await activated({ ...BOTH, events: ['productAdded'] });
		await pollRepeatedly(host, 2);
		host.parameters = BOTH;
		// After the look-up of the product and the first of two rounds.
		host.beforeRequest = (request) => {
			if (request === 3) account.change('customers', leaver, { products: [] });
		};
		await host.activate('update');
		await pollRepeatedly(host, 4);
		expect(withoutNumbers(host.delivered)).toEqual([`productRemoved:${leaver}`]);
	});

	it('an event that is found again from before the other one was added keeps its ID', async () => {
		const [gains = 0] = addCustomers(1, { products: [] });
		const host = await activated({ ...BOTH, events: ['productAdded'] });
		await pollRepeatedly(host, 1);
		const { stored } = host;
		host.parameters = BOTH;
		await host.activate('update');
		account.change('customers', gains, { products: [PRODUCT] });
		await pollRepeatedly(host, 2);
		host.kill();
		host.stored = stored;
		await pollRepeatedly(host, 2);
		const [first, second, ...more] = host.delivered;
		expect([second, more]).toEqual([first, []]);
	});

	it.each([
		['productAdded', 'productRemoved'],
		['productRemoved', 'productAdded'],
	])('%s goes on while %s is added, which begins from now', async (event, other) => {
		addCustomers(120);
		const [leftBefore = 0, leftAfter = 0] = addCustomers(2);
		const [cameBefore = 0, cameAfter = 0] = addCustomers(2, { products: [] });
		const host = await activated({ ...BOTH, events: [event] });
		await pollRepeatedly(host, 2);
		account.change('customers', leftBefore, { products: [] });
		account.change('customers', cameBefore, { products: [PRODUCT] });
		host.parameters = BOTH;
		await host.activate('update');
		await pollRepeatedly(host, 4);
		const names = { productAdded: cameBefore, productRemoved: leftBefore };
		const earlier = Object.entries(names).filter(([type]) => type === event);
		expect(withoutNumbers(host.delivered)).toEqual(earlier.map(([type, id]) => `${type}:${id}`));
		account.change('customers', leftAfter, { products: [] });
		account.change('customers', cameAfter, { products: [PRODUCT] });
		await pollRepeatedly(host, 4);
		expect(withoutNumbers(host.delivered)).toEqual(
			[
				...earlier.map(([type, id]) => `${type}:${id}`),
				`productAdded:${cameAfter}`,
				`productRemoved:${leftAfter}`,
			].sort(),
		);
		host.parameters = { ...BOTH, events: [other] };
		await host.activate('update');
		account.change('customers', leftAfter, { products: [PRODUCT] });
		account.change('customers', cameAfter, { products: [] });
		await pollRepeatedly(host, 4);
		expect(typesIn(host).slice(3)).toEqual([other]);
	});
});

it('the filters of one event change nothing for the others, and what waits stays', async () => {
	const video = account.add('videos', { at: account.now - HOUR });
	const host = await activated({ events: TEAM, options: ONE_BY_ONE });
	const names = [...happen(video), ...happen(video)];
	await pollRepeatedly(host, 1);
	host.parameters = { ...host.parameters, filters: { words: 'spam' } };
	await host.activate('update');
	const [customer = '', , upload = ''] = happen(video);
	await pollRepeatedly(host, 10);
	expect(host.delivered).toEqual([...names, customer, upload]);
	expect(host.warnings).toEqual([
		'Trigger: Comment Created starts again from now, because the filter "words" was not set and is ["spam"]. Waiting events that stay: 2.',
	]);
});

it('an event with Start From delivers what waits already only once', async () => {
	const options = { ...ONE_BY_ONE, startFrom: new Date(account.now).toISOString() };
	const host = await activated({ events: ['uploadCompleted', 'customerCreated'], options });
	const ids = [1, 2, 3].map(() => {
		account.now += 1000;
		return `uploadCompleted:${account.add('videos')}`;
	});
	await pollRepeatedly(host, 1);
	host.parameters = { ...host.parameters, filters: { query: 'videos' } };
	await host.activate('update');
	await pollRepeatedly(host, 5);
	const [first = ''] = ids;
	// The one that was delivered already comes again, with the same ID.
	expect(host.delivered.toSorted()).toEqual([first, ...ids].sort());
	expect(timesIn(host).slice(1)).toEqual(timesIn(host).slice(1).toSorted());
});

it('an earlier Start From begins only the events again that have one', async () => {
	const [gains = 0] = addCustomers(1, { products: [] });
	const events = ['customerCreated', 'productAdded'];
	const host = await activated({ events, product: PRODUCT });
	account.now += HOUR;
	account.change('customers', gains, { products: [PRODUCT] });
	const options = { startFrom: new Date(account.now - 2 * HOUR).toISOString() };
	host.parameters = { ...host.parameters, options };
	await host.activate('update');
	await pollRepeatedly(host, 2);
	expect(withoutNumbers(host.delivered)).toEqual([
		`customerCreated:${gains}`,
		`productAdded:${gains}`,
	]);
});

it('Requests per Poll counts for each event that spends them', async () => {
	for (let count = 0; count < 30; count++) account.add('videos');
	addCustomers(600);
	const options = { requestsPerPoll: 10 };
	const events = ['commentCreated', 'productAdded', 'customerCreated'];
	const host = await activated({ events, product: PRODUCT, options });
	await pollRepeatedly(host, 3);
	account.requests.length = 0;
	const id = account.add('customers', { products: [] });
	await pollRepeatedly(host, 1);
	expect(host.delivered).toEqual([`customerCreated:${id}`]);
	const ofProduct = account.requests.filter(({ query }) => query.product !== undefined);
	const ofComments = account.requests.filter(({ path }) => ['/videos', '/comments'].includes(path));
	expect([ofProduct.length, ofComments.length]).toEqual([10, 10]);
});

describe('Fetch Test Event of several events', () => {
	it.each([undefined, 1, 2, 5])(
		'shows some of each, newest first, at most ten and at most Events per Execution: %s',
		async (eventsPerExecution) => {
			const video = account.add('videos', { at: account.now - HOUR });
			for (let count = 0; count < 6; count++) happen(video);
			const names = happen(video);
			for (let count = 0; count < 40; count++) account.add('comments', { video });
			const options = eventsPerExecution === undefined ? {} : { eventsPerExecution };
			const host = new Host(account, { parameters: { events: TEAM, options } });
			const items = await host.manual();
			expect(items).toHaveLength(eventsPerExecution ?? 10);
			const times = items.map(({ json }) => String(asObject(json.event).occurredAt));
			expect(times).toEqual(times.toSorted().reverse());
			const all = await new Host(account, { parameters: { events: TEAM } }).manual();
			expect(eventIds(items)[0]).toBe(eventIds(all)[0]);
			if ((eventsPerExecution ?? 10) >= 3) {
				expect(eventIds(items)).toEqual(expect.arrayContaining([names[0], names[2]]));
				expect(new Set(items.map(({ json }) => asObject(json.event).type)).size).toBe(3);
			}
			expect(host.stored).toBe('{}');
		},
	);

	it('shows those that there are, and says of an empty account what it lacks', async () => {
		const host = new Host(account, { parameters: { events: TEAM } });
		await expect(host.manual()).rejects.toMatchObject({
			message: 'There is no comment or customer or video to show yet',
		});
		const id = account.add('customers');
		expect(eventIds(await host.manual())).toEqual([`customerCreated:${id}`]);
	});
});

it('a list of names as text, from an expression, is taken', async () => {
	const host = await activated({ events: 'customerCreated, uploadCompleted' });
	const id = account.add('customers');
	account.now += MINUTE;
	expect(eventIds(await host.poll())).toEqual([`customerCreated:${id}`]);
	expect(account.requests.filter(isList)).toHaveLength(4);
});

it('a Start From in the future that is added drops what waits, and n8n’s log says so', async () => {
	const events = ['uploadCompleted', 'customerCreated'];
	const host = await activated({ events, options: ONE_BY_ONE });
	for (let count = 0; count < 3; count++) account.add('videos');
	await pollRepeatedly(host, 1);
	const startFrom = new Date(account.now + HOUR).toISOString();
	host.parameters = { events, options: { ...ONE_BY_ONE, startFrom } };
	await host.activate('update');
	await pollRepeatedly(host, 2);
	expect(host.executions).toHaveLength(1);
	expect(host.warnings).toEqual([
		'Trigger: Customer Created starts again from Start From unless that is in the future, because Start From is earlier than before, or new.',
		'Trigger: Upload Completed starts again from Start From unless that is in the future, because Start From is earlier than before, or new.',
		'Trigger: Because Start From is in the future, waiting events are dropped: 2.',
	]);
});

it('a later Start From, and the earlier one again, deliver nothing twice', async () => {
	const from = (hours: number) => ({
		startFrom: new Date(account.now - hours * HOUR).toISOString(),
	});
	const [early, late] = [from(3), from(1)];
	const id = account.add('customers', { at: account.now - 2 * HOUR });
	const host = await activated({ events: ['customerCreated'], options: early });
	for (const options of [late, early]) {
		await pollRepeatedly(host, 1);
		host.parameters = { events: ['customerCreated'], options };
		await host.activate('update');
	}
	await pollRepeatedly(host, 1);
	expect(eventIds(host.executions.flat())).toEqual([`customerCreated:${id}`]);
	expect(host.warnings).toEqual([]);
});
