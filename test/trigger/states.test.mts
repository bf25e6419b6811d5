// Saved states of released versions, one file for each version of the state.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { clock } from '../../nodes/shared/concurrency/clock.ts';
import {
	EVENT_TYPES,
	events,
	type EventType,
} from '../../nodes/VideoSubscriptionTrigger/events/index.ts';
import { fieldsWithin } from '../../scripts/lib/descriptions.mts';
import { parsed } from '../kit/json.mts';
import type { Kind } from '../../service/contract/index.mts';
import { TriggerAccount, PRODUCTS } from './account.mts';
import { Host, HOUR, MINUTE } from './host.mts';
import { listOfEvent } from './histories/scenes.mts';

const [PRODUCT] = PRODUCTS;

const pick = (values: IDataObject, names: string[]): IDataObject =>
	Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

/** The states that a version saved, by event. */
type Fixture = Record<string, { state: { version: number } }>;

const states = new URL('states/', import.meta.url);

/** Returns the names of the filters of an event. */
const filtersOf = (event: EventType): string[] =>
	(events[event].fields?.() ?? [])
		.filter(({ type }) => type !== 'notice')
		.flatMap((field) => (field.type === 'collection' ? fieldsWithin(field) : [field]))
		.map(({ name }) => name);

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
		if (events[event].fields === undefined) account.add(listOfEvent(event));
		account.add('customers', { products: [] });
		account.add('live_events');
		account.add('comments', { video: uploading });
		account.change('customers', gains, { products: [PRODUCT] });
		account.change('customers', loses, { products: [] });
		account.change('customers', pauses, { status: 'paused' });
		account.change('videos', uploading, { status: 'uploaded' });
	};
	/** A value of each filter that lets the event of the scene through, by name: at the top level, or in the group Filters. */
	const product = { __rl: true, mode: 'id', value: String(PRODUCT) };
	const values = { product, statuses: ['paused'], videos: [uploading] };
	const groupValues = { product, query: 'videos', plan: ['standard'], words: 'spam, comments' };
	/** @param version of the state: the first one was saved without a value in the group Filters */
	const hostFor = (event: EventType, version = Infinity) => {
		const isGroup = (events[event].fields?.() ?? []).some(({ name }) => name === 'filters');
		const names = filtersOf(event);
		const known = Object.keys({ ...values, ...groupValues });
		expect(known, 'Give the filter a value in scene()').toEqual(expect.arrayContaining(names));
		const filters = pick(groupValues, names);
		const { videos: _, ...first } = values;
		const parameters: IDataObject = {
			event,
			...pick(version > 1 ? values : first, names),
			...(isGroup && version > 1 && { filters }),
		};
		return new Host(account, { parameters, credentialId: 'released' });
	};
	return { account, happen, hostFor };
}

async function savedNow(): Promise<Fixture> {
	const saved: Array<[string, unknown]> = [];
	for (const event of EVENT_TYPES) {
		const { account, hostFor } = scene();
		const host = hostFor(event);
		await host.activate();
		for (let polls = 0; polls < 3; polls++) {
			account.now += MINUTE;
			await host.poll();
		}
		saved.push([event, host.memory]);
	}
	return parsed(JSON.stringify(Object.fromEntries(saved)));
}

/** Adds the states of events that are new to the file of the current version. */
function withNewEvents(file: URL, saved: Fixture): Fixture {
	const fixtures = existsSync(file) ? parsed<Fixture>(readFileSync(file, 'utf8')) : {};
	const fixture = { ...saved, ...fixtures };
	if (Object.keys(fixture).length > Object.keys(fixtures).length)
		writeFileSync(file, `${JSON.stringify(fixture, null, '\t')}\n`);
	return fixture;
}

const now = await savedNow();
const version = now.customerCreated?.state.version;
const current = withNewEvents(new URL(`${version}.json`, states), now);

it('the file of the current state version changes only before a release', () => {
	expect(now, 'See "Change what is saved" in CONTRIBUTING.md').toEqual(current);
});

/** Lets the event happen in the scene of a host, and returns what is delivered. */
async function deliveredAfter(
	event: EventType,
	version: number,
	restore: (host: Host) => Promise<void>,
) {
	const { account, happen, hostFor } = scene();
	const host = hostFor(event, version);
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

describe.each(readdirSync(states))('a state in %s', (name) => {
	const fixture = parsed<Fixture>(readFileSync(new URL(name, states), 'utf8'));

	it.each(Object.entries(fixture) as Array<[EventType, object]>)(
		'lets %s continue where it stopped',
		async (event, saved) => {
			const restored = await deliveredAfter(event, parseInt(name), async (host) => {
				host.stored = JSON.stringify(saved);
				await Promise.resolve();
			});
			const published = await deliveredAfter(
				event,
				parseInt(name),
				async (host) => await host.activate(),
			);
			expect(new Set(restored).size).toBe(restored.length);
			expect(published, `let ${event} happen in scene()`).not.toEqual([]);
			expect(restored.toSorted()).toEqual(published.toSorted());
		},
	);
});
