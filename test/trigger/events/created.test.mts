import { describe, expect, it } from 'vitest';

import { BASE_URL, PRODUCTS } from '../account.mts';
import { Bench, NOON } from './kit.mts';

const NOON_MS = NOON * 1000;
const MINUTE = 60_000;
const [PRODUCT] = PRODUCTS;
const href = `${BASE_URL}/products/${PRODUCT}`;

describe('a new customer', () => {
	const benchWith = (config = {}) =>
		new Bench('customerCreated', { product: undefined, ...config });

	it('fires once, with the moment of its creation', async () => {
		const bench = benchWith();
		bench.account.addCustomer(NOON_MS - MINUTE);
		await bench.start();
		const id = bench.account.addCustomer(NOON_MS + 5000);
		expect(await bench.polls(3)).toEqual([`${id}@5`]);
	});

	it('is asked for among all statuses, newest first', async () => {
		const bench = benchWith();
		await bench.start();
		expect(bench.queries).toEqual([{ status: 'all', sort: 'newest', page: 1 }]);
		await bench.polls(1);
		expect(bench.queries).toEqual([{ status: 'all', sort: 'newest', page: 1 }]);
	});

	it('is asked for by status and product, beside all customers who tell the moment', async () => {
		const bench = benchWith({ status: 'paused', product: PRODUCT });
		await bench.start();
		expect(bench.queries).toEqual([
			{ status: 'all', sort: 'newest', page: 1 },
			{ status: 'paused', product: href, sort: 'newest', page: 1 },
		]);
	});

	it.each([{ status: 'paused' }, { product: PRODUCT, status: 'all' }])(
		'of a filtered list is one who is created since, whatever the age of the list (%o)',
		async (config) => {
			const bench = benchWith(config);
			const old = bench.account.addCustomer(NOON_MS - MINUTE, ['cancelled']);
			bench.account.setCustomerProduct(old, false);
			bench.account.addCustomer(NOON_MS - 1000, ['enabled']);
			await bench.start();
			bench.account.setCustomerStatus(old, 'paused');
			bench.account.setCustomerProduct(old, true);
			const id = bench.account.addCustomer(NOON_MS + 1000, ['paused']);
			expect(await bench.polls(3)).toEqual([`${id}@1`]);
		},
	);

	it('since an earlier moment fires without a request at the start', async () => {
		const bench = benchWith();
		bench.account.addCustomer(NOON_MS - 2 * MINUTE);
		const id = bench.account.addCustomer(NOON_MS - MINUTE);
		await bench.start(NOON - 90);
		expect(bench.requests).toEqual([]);
		expect(await bench.polls(2)).toEqual([`${id}@-60`]);
	});

	it('without a date fires with the moment of its last change', async () => {
		const bench = benchWith();
		bench.account.addCustomer(NOON_MS - MINUTE);
		await bench.start();
		bench.now += 30;
		const id = bench.account.addUndatedCustomer();
		expect(await bench.polls(3)).toEqual([`${id}@30`]);
	});

	it('is shown by a test event: the newest ones, oldest first', async () => {
		const bench = benchWith();
		const ids = [3, 2, 1].map((ago) => bench.account.addCustomer(NOON_MS - ago * MINUTE));
		expect(await bench.sample(2)).toEqual([`${ids[1]}@-120`, `${ids[2]}@-60`]);
		expect(bench.requests).toEqual(['/customers newest all 1']);
	});
});

describe('a new live event', () => {
	it('fires once, and its list is asked for by product, with an order', async () => {
		const bench = new Bench('liveEventCreated');
		bench.account.addLiveEvent(NOON_MS - MINUTE);
		await bench.start();
		const id = bench.account.addLiveEvent(NOON_MS + 2000);
		expect(await bench.polls(1)).toEqual([`${id}@2`]);
		expect(bench.queries).toEqual([{ product: href, sort: 'newest', order: 'DESC', page: 1 }]);
		expect(await bench.polls(3)).toEqual([]);
	});

	it('of a list without records is one since the newest customer or video', async () => {
		const bench = new Bench('liveEventCreated');
		bench.account.addCustomer(NOON_MS - 9 * MINUTE, ['cancelled']);
		bench.account.addVideo('uploaded', NOON_MS - MINUTE);
		const hidden = bench.account.addLiveEvent(NOON_MS - 5 * MINUTE);
		bench.account.setLiveEventListed(hidden, false);
		await bench.start();
		expect(bench.requests).toEqual([
			'/customers newest all 1',
			'/videos newest 1',
			'/live_events newest 1',
		]);
		bench.account.setLiveEventListed(hidden, true);
		const id = bench.account.addLiveEvent(NOON_MS - 1000);
		expect(await bench.polls(2)).toEqual([`${id}@-1`]);
	});

	it('is also found where customers and videos are kept from this account', async () => {
		const bench = new Bench('liveEventCreated');
		bench.withheld.add('/customers');
		bench.withheld.add('/videos');
		await bench.start();
		const id = bench.account.addLiveEvent(NOON_MS);
		expect(await bench.polls(1)).toEqual([`${id}@0`]);
	});

	it('comes with many others from the oldest on', async () => {
		const bench = new Bench('liveEventCreated', { batch: 20 });
		await bench.start();
		const ids = Array.from({ length: 45 }, (_, index) =>
			bench.account.addLiveEvent(NOON_MS + index * 1000),
		);
		bench.now += 45;
		const first = await bench.poll();
		expect(bench.queries[1]).toEqual({ product: href, sort: 'oldest', order: 'ASC', page: 1 });
		const all = [...first, ...(await bench.poll()), ...(await bench.poll())];
		expect(all).toEqual(ids.map((id, index) => `${id}@${index}`));
	});
});
