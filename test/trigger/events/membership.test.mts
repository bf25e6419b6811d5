import { describe, expect, it } from 'vitest';

import { FIRST } from '../../../nodes/VideoSubscriptionTrigger/events/membership/membership.ts';
import { Bench, NOON, scattered } from './kit.mts';

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

/** Polls on, and counts how often something was asked for. */
async function askedFor(bench: Bench, polls: number, path: string): Promise<number> {
	let count = 0;
	for (let poll = 0; poll < polls; poll++) {
		await bench.polls(1);
		count += bench.requests.filter((request) => request === path).length;
	}
	return count;
}

describe('the round through the lists', () => {
	it('goes on where it was, list by list, and begins again at its end', async () => {
		const { bench } = benchWith(25, { statuses: ['cancelled', 'paused'], requestsPerPoll: 4 });
		for (let count = 0; count < 25; count++) bench.account.addCustomer(NOON_MS - count, ['paused']);
		await bench.start();
		const read: string[] = [];
		for (let poll = 0; poll < 4; poll++) {
			await bench.poll();
			expect(bench.requests.length).toBeLessThanOrEqual(4);
			read.push(...listsRead(bench));
		}
		const round = ['cancelled', 'paused'].flatMap((list) =>
			[1, 2, 3].map((page) => `${list} ${page}`),
		);
		expect(read.length).toBeGreaterThan(round.length);
		expect(read).toEqual([...round, ...round].slice(0, read.length));
	});

	it('takes a page in each poll, however slow the service is', async () => {
		const { bench, ids } = benchWith(25, { statuses: ['cancelled'] });
		await bench.start();
		bench.affordable = 1;
		const read: string[] = [];
		for (let poll = 0; poll < 4; poll++) {
			await bench.poll();
			read.push(...listsRead(bench));
		}
		expect(read).toEqual([1, 2, 3, 1].map((page) => `cancelled ${page}`));
		const [lost = 0] = ids;
		bench.account.setCustomerStatus(lost, 'paused');
		bench.affordable = 4;
		expect(await askedFor(bench, 12, `/customers/${lost}`)).toBe(1);
	});

	it('takes turns with those who are missing, where a poll has no time for both', async () => {
		const { bench, ids } = benchWith(25);
		await bench.start();
		for (const id of ids.slice(0, 4)) bench.account.setCustomerStatus(id, 'enabled');
		bench.affordable = 2;
		const kinds: string[] = [];
		const found: string[] = [];
		for (let polls = 0; polls < 20; polls++) {
			found.push(...(await bench.polls(1)));
			kinds.push(
				bench.requests.some((request) => /\d$/.test(request.split(' ')[0] ?? '')) ? 'V' : 'R',
			);
		}
		expect(new Set(found).size).toBe(4);
		expect(kinds.join('')).toMatch(/^R+(VR+){4}$/);
	});

	it('leaves time for several who are missing, the earliest first', async () => {
		const { bench, ids } = benchWith(150);
		await bench.start();
		const [first = 0, second = 0] = ids;
		bench.account.setCustomerStatus(second, 'enabled');
		bench.now += 10;
		bench.account.setCustomerStatus(first, 'enabled');
		bench.affordable = 7;
		const expected = [`${second}:enabled:${NOON}@0`, `${first}:enabled:${NOON + 10}@10`];
		expect(await bench.polls(12)).toEqual(expected);
	});

	it('keeps requests for those who are missing', async () => {
		const { bench, ids } = benchWith(250, { statuses: ['cancelled'], requestsPerPoll: 30 });
		await bench.start();
		for (const id of ids.slice(0, 40)) bench.account.setCustomerStatus(id, 'paused');
		await bench.polls(2);
		const lists = listsRead(bench).filter((request) => request.startsWith('cancelled'));
		const looked = bench.requests.filter((request) => /^\/customers\/\d+$/.test(request));
		// A third is theirs, at two requests each; what the round left is theirs as well.
		expect(lists.length).toBeGreaterThanOrEqual(19);
		expect(lists.length).toBeLessThanOrEqual(20);
		expect(looked.length).toBeGreaterThanOrEqual(4);
		expect(bench.requests.length).toBeLessThanOrEqual(30);
	});

	it.each([
		['customerStatusChanged', 'cancelled', /chosen statuses/, /fewer statuses/],
		['productAdded', 'enabled', /have the product/, /another product/],
	] as const)(
		'of %s refuses more customers than can be remembered',
		async (event, name, message, remedy) => {
			const bench = new Bench(event, { statuses: ['cancelled'] });
			const checkpoint = (count: number) => ({
				lists: [
					{
						name,
						seen: new Set<number>(),
						unseen: new Set(scattered(count)),
						missing: new Set<number>(),
					},
				],
				cursor: FIRST,
				learning: 0,
				isVerdictNext: false,
			});
			bench.account.addCustomer(NOON_MS, [name]);
			bench.checkpoint = checkpoint(60_000);
			await expect(bench.poll()).rejects.toMatchObject({
				message: expect.stringMatching(message),
				description: expect.stringMatching(remedy),
			});
			bench.checkpoint = checkpoint(10_000);
			await expect(bench.poll()).resolves.toHaveLength(1);
		},
	);
});

describe('what fires', () => {
	it('is the oldest first over all lists, also where a batch cuts it', async () => {
		const { bench } = benchWith(5, { statuses: ['cancelled', 'paused'], batch: 1 });
		await bench.start();
		const later = bench.account.addCustomer(NOON_MS, ['cancelled']);
		const earlier = bench.account.addCustomer(NOON_MS - 60_000, ['paused']);
		expect(await bench.poll()).toEqual([`${earlier}:paused:${NOON - 60}@-60`]);
		expect(bench.details).toEqual([{ status: 'paused' }]);
		expect(await bench.poll()).toEqual([`${later}:cancelled:${NOON}@0`]);
		expect(await bench.poll()).toEqual([]);
	});

	it('is nothing of a list that is read only to tell who is enabled again', async () => {
		const { bench } = benchWith(5, { statuses: ['enabled'] });
		await bench.start();
		const id = bench.account.addCustomer(NOON_MS, ['expired']);
		expect(await bench.polls(2)).toEqual([]);
		bench.account.setCustomerStatus(id, 'enabled');
		expect(await bench.polls(3)).toEqual([`${id}:enabled:${NOON + 120}@120`]);
	});

	it('of who is enabled again and of who entered a list is in order', async () => {
		const { bench, ids } = benchWith(15);
		const [back = 0] = ids;
		await bench.start();
		bench.account.setCustomerStatus(back, 'enabled');
		bench.now += 60;
		const entered = bench.account.addCustomer(bench.now * 1000, ['cancelled']);
		expect(await bench.poll()).toEqual([
			`${back}:enabled:${NOON}@0`,
			`${entered}:cancelled:${NOON + 60}@60`,
		]);
	});

	it('tells the product that was added', async () => {
		const bench = new Bench('productAdded');
		await bench.start();
		bench.account.addCustomer(NOON_MS);
		expect(await bench.poll()).toHaveLength(1);
		expect(bench.details).toEqual([{ product: 101 }]);
	});
});

describe('who is missing from a list', () => {
	it('and is deleted is looked up once', async () => {
		const { bench, ids } = benchWith(15, { statuses: ['cancelled'] });
		const [gone = 0] = ids;
		await bench.start();
		bench.account.removeCustomer(gone);
		expect(await askedFor(bench, 6, `/customers/${gone}`)).toBe(1);
		const added = new Bench('productAdded');
		const lost = added.account.addCustomer(NOON_MS);
		await added.start();
		added.account.removeCustomer(lost);
		expect(await askedFor(added, 6, `/customers/${lost}`)).toBe(1);
	});

	it('is asked for once a round', async () => {
		const bench = new Bench('productAdded', { requestsPerPoll: 6 });
		const ids = Array.from({ length: 150 }, (_, index) =>
			bench.account.addCustomer(NOON_MS - index),
		);
		const [id = 0] = ids;
		await bench.start();
		bench.account.setCustomerProduct(id, false);
		bench.withheld.add(`/customers/${id}`);
		// Fifteen pages, four a poll.
		expect(await askedFor(bench, 16, `/customers/${id}`)).toBeLessThanOrEqual(4);
	});

	it('and has moved to another list takes three requests, and is looked up when a poll has no time for more', async () => {
		const { bench, ids } = benchWith(15, { statuses: ['cancelled', 'expired', 'enabled'] });
		const [id = 0] = ids;
		await bench.start();
		bench.affordable = 2;
		bench.account.setCustomerStatus(id, 'expired');
		const requests: string[] = [];
		for (let polls = 0; polls < 12; polls++) {
			await bench.polls(1);
			if (bench.requests[0] === `/customers/${id}`) requests.push(...bench.requests);
		}
		const lookUp = [
			`/customers/${id}`,
			'/customers newest cancelled 1',
			'/customers newest enabled 1',
		];
		expect(requests).toEqual(lookUp);
		bench.account.setCustomerStatus(id, 'enabled');
		expect(await bench.polls(15)).toEqual([`${id}:enabled:${NOON + 720}@720`]);
	});

	it('and cannot be looked up in time is taken to be where they were, and holds up nobody', async () => {
		const { bench, ids } = benchWith(15);
		const [id = 0, other = 0] = ids;
		await bench.start();
		bench.affordable = 0;
		bench.account.setCustomerStatus(id, 'enabled');
		expect(await bench.polls(30)).toEqual([]);
		bench.account.setCustomerStatus(other, 'paused');
		bench.affordable = 2;
		expect(new Set(await bench.polls(30))).toEqual(new Set([`${id}:enabled:${NOON}@0`]));
	});

	it('and whose product is kept from us is taken to have it', async () => {
		const bench = new Bench('productAdded');
		const id = bench.account.addCustomer(NOON_MS);
		await bench.start();
		bench.account.setCustomerProduct(id, false);
		bench.withheld.add(`/customers/${id}`);
		expect(await askedFor(bench, 4, `/customers/${id}`)).toBeGreaterThan(1);
		bench.account.setCustomerProduct(id, true);
		bench.withheld.clear();
		expect(await bench.polls(3)).toEqual([]);
	});

	it('is found by the address in the list of each status, and fires once however often they move meanwhile', async () => {
		const { bench, ids } = benchWith(15);
		const [id = 0] = ids;
		await bench.start();
		// Known in two lists, as one who moved while they were read.
		bench.account.setCustomerStatus(id, 'expired');
		const fired = await bench.polls(1);
		let isMoved = false;
		bench.beforeAnswer = (path, query) => {
			if (path !== '/customers' || query.status !== 'enabled' || isMoved) return;
			isMoved = true;
			bench.account.setCustomerStatus(id, 'enabled');
		};
		bench.account.setCustomerStatus(id, 'paused');
		fired.push(...(await bench.polls(8)));
		bench.account.setCustomerStatus(id, 'enabled');
		fired.push(...(await bench.polls(8)));
		const statuses = fired.map((key) => key.split(':')[1]);
		expect(statuses.filter((status) => status === 'enabled').length).toBeLessThanOrEqual(2);
		expect(new Set(fired).size).toBe(fired.length);
		expect(statuses).toContain('enabled');
	});
});
