// Events per Execution: what waits, in which order it follows, and what is lost or repeated around crashes and changes.
import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';

import { asObject } from '../../nodes/shared/data/json.ts';
import { EVENT_TYPES, type EventType } from '../../nodes/VideoSubscriptionTrigger/events/types.ts';
import { PRODUCTS } from './account.mts';
import { ENGINES, type Engine, Host, HOUR, MINUTE } from './host.mts';
import { account, activated, addCustomers, idsIn, newAccount, pollRepeatedly } from './stage.mts';

beforeEach(() => newAccount());

const [PRODUCT] = PRODUCTS;
const COUNT = 25;

const parametersOf = (event: EventType, eventsPerExecution?: unknown): IDataObject => ({
	events: [event],
	product: PRODUCT,
	filters: event === 'customerStatusChanged' ? { statuses: ['paused'] } : {},
	options: {
		// Enough to look up all customers who left in one poll.
		requestsPerPoll: 300,
		...(eventsPerExecution === undefined ? {} : { eventsPerExecution }),
	},
});

/** The customers of the account, and the video that is commented on. */
let customers: number[];
let video: number;

/** Fills the account with records that start nothing. */
function fill(): void {
	newAccount();
	const products = (index: number) => (index < COUNT ? [] : [PRODUCT]);
	customers = Array.from({ length: 3 * COUNT }, (_, index) =>
		account.add('customers', { products: products(index), at: account.now - HOUR }),
	);
	video = account.add('videos', { at: account.now - 9 * HOUR });
	account.now += MINUTE;
}

/** Lets an event happen for the record of this number. */
function happen(event: EventType, index: number): void {
	account.now += 1000;
	const customer = (group: number) => customers[group * COUNT + index] ?? 0;
	const causes: Record<EventType, () => unknown> = {
		commentCreated: () => account.add('comments', { video }),
		customerCreated: () => account.add('customers'),
		customerStatusChanged: () => account.change('customers', customer(2), { status: 'paused' }),
		liveEventCreated: () => account.add('live_events'),
		productAdded: () => account.change('customers', customer(0), { products: [PRODUCT] }),
		productRemoved: () => account.change('customers', customer(1), { products: [] }),
		uploadCompleted: () => account.add('videos'),
		videoPublished: () => account.add('videos'),
	};
	causes[event]();
}

const eventsIn = (host: Host) => host.executions.flat().map(({ json }) => asObject(json.event));
const timesIn = (host: Host) => eventsIn(host).map(({ occurredAt }) => String(occurredAt));

/** Publishes a trigger, lets the events happen at once, and polls until nothing waits. */
async function delivered(event: EventType, engine: Engine, perExecution?: number) {
	fill();
	const host = await activated(parametersOf(event, perExecution), {
		engine,
		credentialId: 'one',
	});
	await pollRepeatedly(host, 1);
	for (let index = 0; index < COUNT; index++) happen(event, index);
	await pollRepeatedly(host, Math.ceil(COUNT / (perExecution ?? COUNT)) + 5);
	expect(host.errors).toEqual([]);
	return host;
}

describe.each(EVENT_TYPES)('%s', (event) => {
	// What waits is one queue, whatever the events: the scheduler and the number are varied with one of them.
	const isVaried = event === 'customerCreated';
	const engines = isVaried ? ENGINES : (['classic'] as const);
	const numbers = isVaried ? [1, 10] : [3];
	it.each(engines.flatMap((engine) => numbers.map((perExecution) => ({ engine, perExecution }))))(
		'starts executions of $perExecution, oldest first, each once, with the same IDs ($engine)',
		async ({ engine, perExecution }) => {
			const host = await delivered(event, engine, perExecution);
			const sizes = host.executions.map(({ length }) => length);
			const rest = COUNT % perExecution;
			expect(sizes).toEqual([
				...Array<number>(Math.floor(COUNT / perExecution)).fill(perExecution),
				...(rest > 0 ? [rest] : []),
			]);
			expect(timesIn(host)).toEqual(timesIn(host).toSorted());
			let left = COUNT;
			for (const items of host.executions) {
				left -= items.length;
				for (const { json } of items) expect(json.event).toMatchObject({ waiting: left });
			}
			const all = eventsIn(await delivered(event, engine));
			expect(eventsIn(host).map(({ waiting: _, ...rest }) => rest)).toEqual(all);
		},
	);

	it('shows as many test events, the newest first, and none waits', async () => {
		fill();
		for (const count of [1, 3, 1000]) {
			const host = new Host(account, { parameters: parametersOf(event, count) });
			if (event === 'productRemoved') {
				for (const id of customers.slice(COUNT))
					account.change('customers', id, { status: 'expired' });
			} else for (let index = 0; index < 12; index++) happen(event, index);
			const items = await host.manual();
			expect(items).toHaveLength(Math.min(count, 10));
			for (const { json } of items) expect(json.event).toMatchObject({ waiting: 0 });
			const times = items.map(({ json }) => String(asObject(json.event).occurredAt));
			expect(times).toEqual(times.toSorted().reverse());
		}
	});
});

describe.each(ENGINES)('with the scheduler %s, events that wait', (engine) => {
	const published = async (perExecution: number, parameters: IDataObject = {}) =>
		await activated(
			{ events: ['customerCreated'], ...parameters, options: { eventsPerExecution: perExecution } },
			{ engine },
		);

	/** Adds customers a second apart. */
	const add = (count: number): number[] =>
		Array.from({ length: count }, () => {
			account.now += 1000;
			return account.add('customers');
		});

	const idsOf = (host: Host) => host.executions.flatMap(idsIn);

	it.each(['stateLost', 'allLost'] as const)(
		'follow after each crash, and only the execution of that moment is repeated or lost: %s',
		async (ending) => {
			const host = await published(3);
			await pollRepeatedly(host, 1);
			const ids = add(20);
			await pollRepeatedly(host, 2);
			account.now += MINUTE;
			await host.poll(ending);
			await pollRepeatedly(host, 2);
			host.kill();
			ids.push(...add(2));
			await pollRepeatedly(host, 9);
			const found = idsOf(host);
			expect([...new Set(found)]).toEqual(ids);
			const isRepeated = ending === 'stateLost' && engine !== 'durable';
			expect(found).toHaveLength(ids.length + (isRepeated ? 3 : 0));
			expect(host.errors).toEqual([]);
		},
	);

	it('follow when the workflow is published again, and when the option changes or goes', async () => {
		const host = await published(1);
		const ids = add(20);
		await pollRepeatedly(host, 3);
		await host.republish();
		await pollRepeatedly(host, 2);
		host.parameters = { events: ['customerCreated'], options: { eventsPerExecution: 4 } };
		await host.activate('update');
		await pollRepeatedly(host, 2);
		host.parameters = { events: ['customerCreated'] };
		await host.activate('update');
		await pollRepeatedly(host, 2);
		expect(idsOf(host)).toEqual(ids);
		expect(asObject(host.executions.at(-1)?.[0]?.json.event)).not.toHaveProperty('waiting');
		expect([host.errors, host.warnings]).toEqual([[], []]);
	});

	it('follow once when two poll times are due together', async () => {
		const host = await published(2);
		const ids = add(11);
		for (let polls = 0; polls < 8; polls++) {
			account.now += MINUTE;
			await host.pollTogether(polls % 2 === 0 ? 'atOnce' : 'inTurn');
		}
		expect(idsOf(host)).toEqual(ids);
	});
});

it('events that wait may be more than a thousand, also while more happens, and need no requests', async () => {
	const parameters = { events: ['customerCreated'], options: { eventsPerExecution: 200 } };
	const host = await activated(parameters);
	const ids = addCustomers(1500);
	await pollRepeatedly(host, 3);
	expect(host.requests).toBe(0);
	ids.push(...addCustomers(300));
	account.now += HOUR;
	host.kill();
	// The first poll after the restart is one more.
	await pollRepeatedly(host, 2);
	expect(host.executions.flatMap(idsIn)).toEqual(ids.slice(0, 1200));
	expect(host.stored.length).toBeLessThan(250_000);
	host.parameters = { events: ['customerCreated'] };
	await host.activate('update');
	await pollRepeatedly(host, 3);
	expect(host.executions.flatMap(idsIn)).toEqual(ids);
	expect(host.stored.length).toBeLessThan(20_000);
});

it('a waiting event keeps its ID, its time and its record, whatever happens to the customer', async () => {
	const host = await activated({ events: ['customerCreated'], options: { eventsPerExecution: 1 } });
	const ids = addCustomers(3);
	account.now += MINUTE;
	const [first] = await host.poll();
	for (const id of ids) account.change('customers', id, { title: 'Renamed' });
	await pollRepeatedly(host, 2);
	const [, second, third] = host.executions.flat();
	expect(idsIn(host.executions.flat())).toEqual(ids);
	for (const item of [first, second, third]) {
		expect(item?.json.name).not.toBe('Renamed');
		expect(asObject(item?.json.event).occurredAt).toBe('2026-01-01T12:00:00Z');
	}
});

it('a record with names that begin with a dollar sign waits as it is', async () => {
	const host = await activated({
		events: ['customerCreated'],
		output: 'raw',
		options: { eventsPerExecution: 1 },
	});
	addCustomers(2);
	const odd = { $ids: [1, 2], $at: [3], $of: [4], $json: '{}', $: { $ids: [5] } };
	account.disturb = (response) => {
		const body = asObject(response.body);
		const embedded = asObject(body._embedded);
		const records = (embedded.customers as IDataObject[]).map((row) => ({ ...row, odd }));
		return { ...response, body: { ...body, _embedded: { customers: records } } };
	};
	await pollRepeatedly(host, 2);
	expect(host.executions.flat().map(({ json }) => json.odd)).toEqual([odd, odd]);
});

it('Start From delivers a backlog oldest first, also of videos that were scheduled before it', async () => {
	const ids = Array.from({ length: 30 }, (_, index) =>
		account.add('videos', {
			at: account.now - (index % 2 === 0 ? 90 * HOUR : (31 - index) * HOUR),
			availableFrom: account.now - (31 - index) * HOUR,
		}),
	);
	const startFrom = new Date(account.now - 50 * HOUR).toISOString();
	const options = { startFrom, eventsPerExecution: 4 };
	const host = await activated({ events: ['videoPublished'], options });
	await pollRepeatedly(host, 8);
	expect(host.executions.flatMap(idsIn)).toEqual(ids);
});

it.each(ENGINES)(
	'what waits does not wait for the service: 20 are found, and 30 polls could read nothing (%s)',
	async (engine) => {
		const host = await activated(
			{ events: ['customerCreated'], options: { eventsPerExecution: 1 } },
			{ engine },
		);
		const ids = addCustomers(20);
		await pollRepeatedly(host, 1);
		account.disturb = (response) => ({ ...response, statusCode: 503, body: {} });
		account.requests.length = 0;
		await pollRepeatedly(host, 19);
		expect(host.executions.flatMap(idsIn)).toEqual(ids);
		expect([account.requests, host.errors]).toEqual([[], []]);
		await pollRepeatedly(host, 11);
		expect(host.errors).toHaveLength(11);
		account.disturb = undefined;
		ids.push(...addCustomers(2));
		await pollRepeatedly(host, 2);
		expect(host.executions.flatMap(idsIn)).toEqual(ids);
	},
);
