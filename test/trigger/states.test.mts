// Saved states of released versions, one file for each version of the state.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';

import { clock } from '../../nodes/shared/concurrency/clock.ts';
import { asObject } from '../../nodes/shared/data/json.ts';
import { serialize } from '../../nodes/VideoSubscriptionTrigger/checkpoint/codec.ts';
import { events } from '../../nodes/VideoSubscriptionTrigger/events/index.ts';
import { EVENT_TYPES, type EventType } from '../../nodes/VideoSubscriptionTrigger/events/types.ts';
import { hashOf, readState } from '../../nodes/VideoSubscriptionTrigger/state.ts';
import { defined } from '../kit/defined.mts';
import { parsed } from '../kit/json.mts';
import type { Kind } from '../../service/contract/index.mts';
import { TriggerAccount, PRODUCTS } from './account.mts';
import { ENGINES, Host, HOUR, MINUTE } from './host.mts';
import { listOfEvent } from './histories/scenes.mts';

const [PRODUCT] = PRODUCTS;

const pick = (values: IDataObject, names: string[]): IDataObject =>
	Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

/** The states that a version saved, by event. */
type Fixture = Record<string, { state: { version: number; settings: IDataObject } }>;

const states = new URL('states/', import.meta.url);

const readFixture = <T,>(name: string): T => parsed<T>(readFileSync(new URL(name, states), 'utf8'));

/** Returns the names of the filters of an event, the product that it needs included. */
const filtersOf = (event: EventType): string[] => [
	...(events[event].needsProduct ? ['product'] : []),
	...(events[event].filters?.() ?? []).map(({ name }) => name),
];

/** Returns the names of the filters with which a state of an event was saved: a later version may have added others. */
function filtersIn({ state }: Fixture[string], event: EventType): string[] {
	const { filters, events: saved } = state.settings;
	return Object.keys(asObject(filters ?? asObject(saved)[event]));
}

/** Creates an account, and functions that let each event happen and create its host. */
function scene() {
	const account = new TriggerAccount();
	clock.now = () => account.now;
	const add = (kind: Kind, fields: object = {}) => {
		account.add(kind, { at: account.now - 10 * MINUTE });
		return account.add(kind, { at: account.now - 3 * HOUR, ...fields });
	};
	const [gains, loses, pauses] = [[], [PRODUCT], [PRODUCT]].map((products) =>
		add('customers', { products }),
	) as [number, number, number];
	add('customers', { status: 'cancelled' });
	const uploading = add('videos', { status: 'processing' });
	add('videos', { availableFrom: account.now + HOUR });
	add('comments', { video: uploading });
	add('live_events');
	const happen = (event: EventType) => {
		account.now += 2 * HOUR;
		if (filtersOf(event).length === 0) account.add(listOfEvent(event));
		account.add('customers', { products: [] });
		account.add('live_events');
		account.add('comments', { video: uploading });
		account.change('customers', gains, { products: [PRODUCT] });
		account.change('customers', loses, { products: [] });
		account.change('customers', pauses, { status: 'paused' });
		account.change('videos', uploading, { status: 'uploaded' });
	};
	/** A value of each filter that lets the event of the scene through, by name. */
	const product = { __rl: true, mode: 'id', value: String(PRODUCT) };
	const values = {
		...{ product, statuses: ['paused'], videos: [uploading] },
		...{ query: 'videos', plan: ['standard'], words: 'spam, comments' },
	};
	/** @param names of the filters that are set */
	const hostFor = (event: EventType, names: string[]) => {
		const known = Object.keys(values);
		expect(known, 'Give the filter a value in scene()').toEqual(
			expect.arrayContaining(filtersOf(event)),
		);
		const filters = pick(values, names);
		const parameters: IDataObject = { events: [event], filters };
		if (events[event].needsProduct) parameters.product = product;
		return new Host(account, { parameters, credentialId: 'released' });
	};
	return { account, happen, hostFor };
}

/** @param before what an earlier run saved: with filters that a version has added since then, it would be another state */
async function savedNow(before: Fixture): Promise<Fixture> {
	const states: Array<[string, unknown]> = [];
	for (const event of EVENT_TYPES) {
		const { account, hostFor } = scene();
		const saved = before[event];
		const host = hostFor(event, saved ? filtersIn(saved, event) : filtersOf(event));
		await host.activate();
		for (let polls = 0; polls < 3; polls++) {
			account.now += MINUTE;
			await host.poll();
		}
		states.push([event, host.memory]);
	}
	return parsed(JSON.stringify(Object.fromEntries(states)));
}

/** The version of the present state. */
const VERSION = 3;

const file = new URL(`${VERSION}.json`, states);
const saved: Fixture = existsSync(file) ? readFixture(`${VERSION}.json`) : {};
const now = await savedNow(saved);

/** With the states of events that are new. */
const current = { ...now, ...saved };
if (Object.keys(current).length > Object.keys(saved).length) {
	writeFileSync(file, `${JSON.stringify(current, null, '\t')}\n`);
}

it('the file of the current state version changes only before a release', () => {
	expect(now, 'See "Change what is saved" in CONTRIBUTING.md').toEqual(current);
	expect(now.customerCreated?.state.version).toBe(VERSION);
});

/** Lets the event happen in the scene of a host, and returns what is delivered. */
async function deliveredAfter(
	event: EventType,
	names: string[],
	restore: (host: Host) => Promise<void>,
) {
	const { account, happen, hostFor } = scene();
	const host = hostFor(event, names);
	await restore(host);
	account.now += 3 * MINUTE;
	happen(event);
	for (let polls = 0; polls < 4; polls++) {
		account.now += MINUTE;
		await host.poll();
	}
	expect([host.warnings, host.errors]).toEqual([[], []]);
	return host.delivered;
}

const isFixture = (name: string) => /^\d+\.json$/.test(name);

describe.each(readdirSync(states).filter(isFixture))('a state in %s', (name) => {
	const fixture = readFixture<Fixture>(name);

	it.each(Object.entries(fixture) as Array<[EventType, Fixture[string]]>)(
		'lets %s continue where it stopped',
		async (event, saved) => {
			const names = filtersIn(saved, event);
			const restored = await deliveredAfter(event, names, async (host) => {
				host.stored = JSON.stringify(saved);
				await Promise.resolve();
			});
			const published = await deliveredAfter(event, names, async (host) => await host.activate());
			expect(new Set(restored).size).toBe(restored.length);
			expect(published, `let ${event} happen in scene()`).not.toEqual([]);
			expect(restored.toSorted()).toEqual(published.toSorted());
		},
	);
});

/** A state of version 2 in which events wait, the parameters with which it was saved, and what waited, in order. */
interface WaitingState {
	now: number;
	parameters: IDataObject;
	delivered: string[];
	waiting: string[];
	state: IDataObject;
}

/** Creates the account of the states with waiting events. */
function accountOfWaiting(now: number): TriggerAccount {
	const account = new TriggerAccount();
	clock.now = () => account.now;
	const add = (kind: Kind, fields: object) =>
		[1, 2, 3].map(() => account.add(kind, { at: account.now - 3 * HOUR, ...fields }));
	const gaining = add('customers', { products: [] });
	const losing = add('customers', {});
	const pausing = add('customers', {});
	const uploading = add('videos', { status: 'processing' });
	account.now += MINUTE;
	for (const index of gaining.keys()) {
		account.now += 1000;
		account.change('customers', defined(gaining[index]), { products: [PRODUCT] });
		account.change('customers', defined(losing[index]), { products: [] });
		account.change('customers', defined(pausing[index]), { status: 'paused' });
		account.change('videos', defined(uploading[index]), { status: 'uploaded' });
		account.add('customers', { products: [] });
		account.add('live_events');
		account.add('comments', { video: defined(uploading[0]) });
		account.add('videos');
	}
	account.now = now;
	return account;
}

it.each(
	Object.entries(readFixture<Record<EventType, WaitingState>>('2-waiting.json')).flatMap(
		([event, state]) => ENGINES.map((engine) => ({ event, state, engine })),
	),
)(
	'what waits in a state of version 2 follows, in order and once: $event ($engine)',
	async ({ event, state: { now: savedAt, parameters, delivered, waiting, state }, engine }) => {
		const account = accountOfWaiting(savedAt);
		const { statuses, videos, filters, ...rest } = parameters;
		const set = {
			...asObject(filters),
			...(statuses ? { statuses } : {}),
			...(videos ? { videos } : {}),
		};
		const options = { eventsPerExecution: 1 };
		const host = new Host(account, {
			parameters: { ...rest, events: [event], filters: set, options },
			credentialId: 'released',
			engine,
		});
		host.stored = JSON.stringify({ state });
		for (let polls = 0; polls < waiting.length + 5; polls++) {
			account.now += MINUTE;
			await host.poll();
		}
		expect(host.delivered).toEqual(waiting);
		expect(host.delivered).not.toEqual(expect.arrayContaining(delivered));
		expect([host.warnings, host.errors]).toEqual([[], []]);
	},
);

it('a filter that a later version adds and nobody has set starts nothing again', async () => {
	const { account, happen, hostFor } = scene();
	const host = hostFor('uploadCompleted', ['query']);
	await host.activate();
	const { read } = events.uploadCompleted;
	const later = vi.spyOn(events.uploadCompleted, 'read').mockImplementation((context) => ({
		...read?.(context),
		...{ later: undefined, text: '', list: [] },
	}));
	await host.activate('update');
	happen('uploadCompleted');
	account.now += MINUTE;
	await host.poll();
	later.mockRestore();
	expect(host.delivered).toHaveLength(1);
	expect([host.warnings, host.errors]).toEqual([[], []]);
});

it('a state of version 2 keeps its Start From, so that the same one does not begin again', async () => {
	const data = await serialize({ checkpoint: {}, queue: [] });
	const settings = { event: 'customerCreated', filters: {} };
	const state = { version: 2, startedFrom: 5, settings, data, digest: hashOf(data) };
	expect(await readState(state)).toMatchObject({
		data: { places: { customerCreated: { startedFrom: 5 } } },
	});
});
