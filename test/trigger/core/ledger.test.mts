import { describe, expect, it } from 'vitest';

import {
	LEDGER_CHARACTERS,
	loadLedger,
	newLedger,
	newOf,
	storeLedger,
	withDelivered,
} from '../../../nodes/VideoSubscriptionTrigger/core/ledger.ts';

const entry = (id: number, at: number) => ({ id, at, row: {} });
const ids = (entries: Array<{ id: number }>) => entries.map(({ id }) => id);

describe('what is new', () => {
	it('is not delivered and not older than the floor, in whichever order', () => {
		const ledger = newLedger(100, [entry(1, 100)]);
		const read = [entry(4, 130), entry(1, 100), entry(3, 100), entry(2, 99)];
		expect(ids(newOf(ledger, read))).toEqual([4, 3]);
	});

	it('may be of the second of the floor', () => {
		expect(ids(newOf(newLedger(100), [entry(1, 100)]))).toEqual([1]);
	});

	it('is nothing that was delivered, also when it is stored and loaded', () => {
		const ledger = withDelivered(newLedger(100), [entry(5, 110), entry(6, 120)]);
		const loaded = loadLedger(structuredClone(storeLedger(ledger)));
		expect(ids(newOf(loaded, [entry(7, 105), entry(6, 120), entry(5, 110)]))).toEqual([7]);
	});
});

describe('a ledger that grows', () => {
	const many = (count: number, at: (index: number) => number) =>
		Array.from({ length: count }, (_, index) => entry(index * 9, at(index)));

	it('forgets the oldest seconds, and takes nothing of them any more', () => {
		const delivered = many(20_000, (index) => 1000 + index * 50);
		const ledger = withDelivered(newLedger(0), delivered);
		expect(storeLedger(ledger).delivered.length).toBeLessThanOrEqual(LEDGER_CHARACTERS);
		expect(newOf(ledger, delivered.toReversed())).toEqual([]);
		expect(newOf(ledger, [entry(999_999, ledger.floor - 1)])).toEqual([]);
		expect(newOf(ledger, [entry(999_999, ledger.floor)])).toHaveLength(1);
	});

	it('tells new from old within a second of which it cannot keep all', () => {
		const all = many(40_000, () => 1000);
		// Delivered from the bottom of the list upwards.
		const ledger = withDelivered(newLedger(0), all.slice(0, 30_000));
		expect(ledger.isCut).toBe(true);
		expect(storeLedger(ledger).delivered.length).toBeLessThanOrEqual(LEDGER_CHARACTERS);
		const newestFirst = all.toReversed();
		expect(newOf(ledger, newestFirst)).toHaveLength(10_000);
	});
});
