// What n8n's schedulers do to the state of a trigger: polls that are due together, states that another trigger puts back,
// and batches that n8n discards.
import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';

import { clock } from '../../nodes/shared/concurrency/clock.ts';
import { asObject } from '../../nodes/shared/data/json.ts';
import { PRODUCTS } from './account.mts';
import { type Engine, ENGINES, type Host, MINUTE } from './host.mts';
import { account, activated, addCustomers, newAccount, pollRepeatedly } from './stage.mts';

beforeEach(() => newAccount());

const [PRODUCT] = PRODUCTS;

/** An event that finds new records, and one that compares lists. */
const TRIGGERS = [{ events: ['customerCreated'] }, { events: ['productAdded'], product: PRODUCT }];

const CASES = ENGINES.flatMap((engine) => TRIGGERS.map((given) => ({ engine, given })));

/** The IDs of the customers that were delivered, in order. */
const deliveredTo = (host: Host): unknown[] => host.executions.flat().map(({ json }) => json.id);

describe.each(CASES)('with $engine, $given.event', ({ engine, given }) => {
	const published = async (options: { engine?: Engine } & IDataObject = {}) =>
		await activated(given, { engine, ...options });

	/** Polls without anything new, and with one more customer, who is delivered. */
	async function expectOnly(host: Host, ids: number[]): Promise<void> {
		await pollRepeatedly(host, 3);
		const more = addCustomers(1);
		await pollRepeatedly(host, 3);
		expect(deliveredTo(host)).toEqual([...ids, ...more]);
		expect(host.errors).toEqual([]);
	}

	it.each(['atOnce', 'inTurn'] as const)(
		'delivers once when two poll times are due together, %s',
		async (together) => {
			const host = await published();
			const ids: number[] = [];
			for (let count = 1; count <= 3; count++) {
				account.now += MINUTE;
				ids.push(...addCustomers(count));
				await host.pollTogether(together);
				expect(deliveredTo(host)).toEqual(ids);
			}
			await expectOnly(host, ids);
		},
	);

	it('delivers once when another trigger of the workflow saves the state that it has loaded', async () => {
		const host = await published();
		await pollRepeatedly(host, 2);
		const ids: number[] = [];
		for (let count = 1; count <= 4; count++) {
			host.otherLoads();
			ids.push(...addCustomers(count));
			await pollRepeatedly(host, 1);
			host.otherSaves();
			await pollRepeatedly(host, count);
			expect(deliveredTo(host)).toEqual(ids);
		}
		await expectOnly(host, ids);
	});

	it('delivers once when another trigger puts the state back before the first poll without events', async () => {
		const host = await published();
		await pollRepeatedly(host, 1);
		host.kill();
		const ids = addCustomers(2);
		host.otherLoads();
		await pollRepeatedly(host, 1);
		host.otherSaves();
		await expectOnly(host, ids);
	});

	it('delivers once when n8n has registered the workflow twice', async () => {
		const host = await published();
		const ids = addCustomers(1);
		await pollRepeatedly(host, 1);
		await host.registerAgain();
		for (let count = 1; count <= 3; count++) {
			ids.push(...addCustomers(count));
			await pollRepeatedly(host, 2);
			expect(deliveredTo(host)).toEqual(ids);
		}
		await expectOnly(host, ids);
	});

	it('delivers a batch that n8n has discarded, once', async () => {
		const host = await published();
		await pollRepeatedly(host, 2);
		const ids = addCustomers(1);
		await pollRepeatedly(host, 2);
		for (let count = 1; count <= 2; count++) {
			const discarded = addCustomers(count);
			account.now += MINUTE;
			await host.poll('discarded');
			ids.push(...discarded);
			await pollRepeatedly(host, 2);
			expect(deliveredTo(host)).toEqual(ids);
		}
		await expectOnly(host, ids);
	});

	it('delivers a batch that n8n has discarded when another trigger has put an older state back', async () => {
		const host = await published();
		await pollRepeatedly(host, 1);
		host.otherLoads();
		const ids = addCustomers(1);
		await pollRepeatedly(host, 2);
		host.otherSaves();
		const discarded = addCustomers(1);
		account.now += MINUTE;
		await host.poll('discarded');
		ids.push(...discarded);
		await pollRepeatedly(host, 1);
		expect(deliveredTo(host)).toEqual(ids);
		await expectOnly(host, ids);
	});

	it('repeats nothing when the workflow is published again, also after an older state was put back', async () => {
		const host = await published();
		await pollRepeatedly(host, 1);
		host.otherLoads();
		const ids = addCustomers(2);
		await pollRepeatedly(host, 2);
		host.otherSaves();
		await host.republish();
		await expectOnly(host, ids);
	});

	it.each(['stateLost', 'allLost'] as const)(
		'loses nothing when the process ends around a poll, %s',
		async (ending) => {
			const host = await published();
			await pollRepeatedly(host, 1);
			host.otherLoads();
			const ids = addCustomers(1);
			await pollRepeatedly(host, 2);
			host.otherSaves();
			ids.push(...addCustomers(1));
			account.now += MINUTE;
			await host.poll(ending);
			await pollRepeatedly(host, 2);
			expect(new Set(deliveredTo(host))).toEqual(new Set(ids));
			expect(host.errors).toEqual([]);
		},
	);

	it('starts from now when the node is renamed, unless n8n has a cursor of the node', async () => {
		const host = await published();
		await pollRepeatedly(host, 2);
		const ids = addCustomers(1);
		await host.rename();
		await expectOnly(host, engine === 'durable' ? ids : []);
	});

	it('goes on from what another process has left', async () => {
		const host = await published();
		const ids = addCustomers(1);
		await pollRepeatedly(host, 2);
		const other = await published({ credentialId: host.credentialId });
		other.stored = host.stored;
		ids.push(...addCustomers(1));
		await pollRepeatedly(other, 1);
		host.stored = other.stored;
		await host.republish();
		ids.push(...addCustomers(1));
		await pollRepeatedly(host, 2);
		expect([...deliveredTo(host), ...deliveredTo(other)].sort()).toEqual(ids.sort());
	});
});

describe.each(ENGINES)('with the scheduler %s', (engine) => {
	it('delivers a batch again that n8n has discarded because the poll took too long', async () => {
		const host = await activated({ events: ['customerCreated'] }, { engine });
		await pollRepeatedly(host, 2);
		const ids = addCustomers(1);
		account.now += MINUTE;
		// n8n waits 45 seconds.
		account.responseMs = 50_000;
		await host.poll();
		account.responseMs = 0;
		await pollRepeatedly(host, 2);
		expect(deliveredTo(host)).toEqual(ids);
	});

	it('leaves a state later than the one before when the clock is put back over a restart', async () => {
		const host = await activated({ events: ['customerCreated'] }, { engine });
		const leftAt = () => Number(asObject(asObject(host.state).state).leftAt);
		const ids = addCustomers(1);
		await pollRepeatedly(host, 1);
		const before = leftAt();
		clock.now = () => account.now - 5 * MINUTE;
		host.kill();
		ids.push(...addCustomers(1));
		await pollRepeatedly(host, 2);
		expect(leftAt()).toBeGreaterThan(before);
		expect(deliveredTo(host)).toEqual(ids);
	});

	it('leaves each state at the time of n8n’s clock, and later than the one before when that is put back', async () => {
		const host = await activated({ events: ['customerCreated'] }, { engine });
		const leftAt = () => Number(asObject(asObject(host.state).state).leftAt);
		const poll = async () => {
			addCustomers(1);
			await host.poll();
			return leftAt();
		};
		account.now += MINUTE;
		const first = await poll();
		expect(first).toBe(account.now);
		clock.now = () => account.now - 2 * MINUTE;
		expect(await poll()).toBe(first + 1);
		expect(await poll()).toBe(first + 2);
		account.now += 5 * MINUTE;
		expect(await poll()).toBe(account.now - 2 * MINUTE);
		expect([host.executions.map(({ length }) => length), host.errors]).toEqual([[1, 1, 1, 1], []]);
	});
});
