import { describe, expect, it } from 'vitest';

import { Bench, NOON } from './kit.mts';

const NOON_MS = NOON * 1000;

function benchWith(cancelled: number, config = {}, quirks = {}) {
	const bench = new Bench('customerStatusChanged', config, quirks);
	const ids = Array.from({ length: cancelled }, (_, index) =>
		bench.account.addCustomer(NOON_MS - (index + 1) * 1000, ['cancelled']),
	);
	return { bench, ids };
}

const listsRead = ({ requests }: Bench) =>
	requests.map((request) => request.replace('/customers oldest ', ''));

describe('a change of status', () => {
	it('fires for whoever comes to a chosen status, with that status, and once', async () => {
		const { bench } = benchWith(25, { statuses: ['cancelled', 'paused'] });
		await bench.start();
		expect(await bench.polls(3)).toEqual([]);
		const [one, other] = [
			bench.account.addCustomer(bench.now * 1000, ['cancelled']),
			bench.account.addCustomer(bench.now * 1000, ['expired']),
		];
		const paused = bench.account.addCustomer(bench.now * 1000 - 1000, ['paused']);
		expect(await bench.polls(3)).toEqual([
			`${paused}:paused:${NOON + 179}@179`,
			`${one}:cancelled:${NOON + 180}@180`,
		]);
		bench.account.setCustomerStatus(other, 'paused');
		expect(await bench.polls(3)).toEqual([`${other}:paused:${NOON + 360}@360`]);
	});

	it('reads the lists of the chosen statuses only, and all of them for Enabled Again', async () => {
		const few = benchWith(15, { statuses: ['cancelled', 'paused'] }).bench;
		await few.start();
		await few.poll();
		expect(listsRead(few)).toEqual(['cancelled 1', 'cancelled 2', 'paused 1']);
		const all = benchWith(15).bench;
		await all.start();
		await all.poll();
		expect(listsRead(all)).toEqual([
			'cancelled 1',
			'cancelled 2',
			'disabled 1',
			'expired 1',
			'paused 1',
			'refunded 1',
		]);
	});

	it('reads each list twice at the beginning, as far as the time allows', async () => {
		const { bench } = benchWith(35, { statuses: ['cancelled'] });
		await bench.start();
		expect(listsRead(bench)).toEqual([1, 2, 3, 4, 1, 2, 3, 4].map((page) => `cancelled ${page}`));
		bench.affordable = 3;
		await bench.start();
		expect(listsRead(bench)).toEqual(['cancelled 1', 'cancelled 2']);
		bench.account.addCustomer(NOON_MS, ['cancelled']);
		expect(await bench.polls(6)).toEqual([]);
		bench.affordable = Infinity;
		const id = bench.account.addCustomer(bench.now * 1000, ['cancelled']);
		expect(await bench.polls(1)).toEqual([`${id}:cancelled:${NOON + 360}@360`]);
	});

	it('costs no more than the requests of a poll, and the round goes on', async () => {
		const { bench } = benchWith(95, { statuses: ['cancelled'], requestsPerPoll: 4 });
		await bench.start();
		const rounds = [];
		for (let poll = 0; poll < 3; poll++) {
			await bench.poll();
			rounds.push(listsRead(bench).map((request) => Number(request.split(' ')[1])));
		}
		expect(rounds).toEqual([
			[1, 2, 3],
			[4, 5, 6],
			[7, 8, 9],
		]);
	});

	it('comes in batches, none of it twice', async () => {
		const { bench } = benchWith(5, { statuses: ['cancelled'], batch: 3 });
		await bench.start();
		const ids = Array.from({ length: 7 }, () => bench.account.addCustomer(NOON_MS, ['cancelled']));
		const batches = [await bench.poll(), await bench.poll(), await bench.poll()];
		expect(batches.map(({ length }) => length)).toEqual([3, 3, 1]);
		expect(batches.flat().map((key) => Number(key.split(':')[0]))).toEqual(ids);
		expect(await bench.polls(2)).toEqual([]);
	});

	it('back to enabled fires, and the next cancellation again', async () => {
		const { bench, ids } = benchWith(15);
		const [id = 0] = ids;
		await bench.start();
		bench.account.setCustomerStatus(id, 'enabled');
		expect(await bench.polls(3)).toEqual([`${id}:enabled:${NOON}@0`]);
		bench.account.setCustomerStatus(id, 'cancelled');
		expect(await bench.polls(3)).toEqual([`${id}:cancelled:${NOON + 180}@180`]);
		expect(await bench.polls(3)).toEqual([]);
	});

	it('back to enabled fires not, where that is not chosen, nor for who is deleted', async () => {
		const { bench, ids } = benchWith(15, { statuses: ['cancelled'] });
		await bench.start();
		const [back = 0, gone = 0] = ids;
		bench.account.setCustomerStatus(back, 'enabled');
		bench.account.removeCustomer(gone);
		expect(await bench.polls(4)).toEqual([]);
		bench.account.setCustomerStatus(back, 'cancelled');
		expect(await bench.polls(2)).toEqual([`${back}:cancelled:${NOON + 240}@240`]);
		expect(bench.requests.filter((path) => path === `/customers/${gone}`)).toEqual([]);
	});

	it('is not told of who cannot be looked up', async () => {
		const { bench, ids } = benchWith(15);
		const [id = 0] = ids;
		await bench.start();
		bench.account.setCustomerStatus(id, 'enabled');
		bench.withheld.add(`/customers/${id}`);
		expect(await bench.polls(4)).toEqual([]);
		bench.withheld.clear();
		expect(await bench.polls(3)).toEqual([`${id}:enabled:${NOON}@0`]);
	});

	it('of many who are enabled again comes within the requests and the batch', async () => {
		const { bench, ids } = benchWith(45, { batch: 2, requestsPerPoll: 20 });
		await bench.start();
		for (const id of ids.slice(0, 7)) bench.account.setCustomerStatus(id, 'enabled');
		const found: string[] = [];
		for (let poll = 0; poll < 30; poll++) {
			const some = await bench.polls(1);
			expect(some.length).toBeLessThanOrEqual(2);
			expect(bench.requests.length).toBeLessThanOrEqual(20);
			found.push(...some);
		}
		expect(new Set(found).size).toBe(7);
		expect(found).toHaveLength(7);
	});

	it('moves on to another list fires for that one, and not for the one that still holds', async () => {
		const { bench, ids } = benchWith(15, { statuses: ['cancelled', 'expired', 'enabled'] });
		const [id = 0] = ids;
		await bench.start();
		bench.account.setCustomerStatus(id, 'expired');
		expect(await bench.polls(4)).toEqual([`${id}:expired:${NOON}@0`]);
	});

	it('shows the newest customers of each chosen status', async () => {
		const { bench, ids } = benchWith(15, { statuses: ['cancelled', 'paused'] });
		const paused = bench.account.addCustomer(NOON_MS, ['paused']);
		expect(await bench.sample(3)).toEqual([
			`${ids[1]}:cancelled:${NOON - 2}@-2`,
			`${ids[0]}:cancelled:${NOON - 1}@-1`,
			`${paused}:paused:${NOON}@0`,
		]);
	});
});

describe('a product that is added', () => {
	const begin = async (config = {}) => {
		const bench = new Bench('productAdded', config);
		const ids = Array.from({ length: 25 }, (_, index) =>
			bench.account.addCustomer(NOON_MS - index * 1000),
		);
		for (const id of ids.slice(0, 3)) bench.account.setCustomerProduct(id, false);
		await bench.start();
		return { bench, ids };
	};

	it('fires for who registered long ago, and again when it was lost meanwhile', async () => {
		const { bench, ids } = await begin();
		const [id = 0] = ids;
		expect(await bench.polls(2)).toEqual([]);
		bench.account.setCustomerProduct(id, true);
		expect(await bench.polls(2)).toEqual([`${id}:101:${NOON + 120}@120`]);
		bench.account.setCustomerProduct(id, false);
		expect(await bench.polls(3)).toEqual([]);
		bench.account.setCustomerProduct(id, true);
		expect(await bench.polls(2)).toEqual([`${id}:101:${NOON + 420}@420`]);
	});

	it('looks up who is missing, with the product, one request each', async () => {
		const { bench, ids } = await begin();
		const [, , , lost = 0] = ids;
		bench.account.setCustomerProduct(lost, false);
		await bench.polls(1);
		expect(bench.requests).toEqual([
			'/customers oldest enabled 1',
			'/customers oldest enabled 2',
			'/customers oldest enabled 3',
			`/customers/${lost}`,
		]);
		await bench.polls(1);
		expect(bench.requests).toHaveLength(3);
	});

	it('is not told of who is back in the list before being looked up', async () => {
		const { bench, ids } = await begin({ requestsPerPoll: 5 });
		const lost = ids.slice(5, 15);
		for (const id of lost) bench.account.setCustomerProduct(id, false);
		await bench.polls(1);
		for (const id of lost) bench.account.setCustomerProduct(id, true);
		const fired = await bench.polls(6);
		expect(new Set(fired).size).toBe(fired.length);
		expect(fired.length).toBeLessThanOrEqual(3);
	});
});
