import { describe, expect, it } from 'vitest';

import { withDelivered } from '../../../nodes/VideoSubscriptionTrigger/core/ledger.ts';
import {
	knownFrom,
	knownFromNow,
	notIn,
	readStretch,
	takeBatch,
	type Known,
} from '../../../nodes/VideoSubscriptionTrigger/core/newest.ts';
import type { ListPage } from '../../../nodes/VideoSubscriptionTrigger/core/types.ts';

/** A list of `moments`, newest first, with its requests. */
function listOf(moments: number[], pageSize: number, hasTotal = true) {
	const requests: number[] = [];
	const entries = moments
		.map((at) => ({ id: at + 10_000, at, row: {} }))
		.sort((a, b) => b.at - a.at || b.id - a.id);
	const list: ListPage = async (page) => {
		requests.push(page);
		return {
			entries: entries.slice((page - 1) * pageSize, page * pageSize),
			total: hasTotal ? entries.length : undefined,
			isLast: page * pageSize >= entries.length,
		};
	};
	return { list, requests };
}

const seconds = (count: number, from: number) =>
	Array.from({ length: count }, (_, index) => from + index);

async function poll(known: Known, list: ListPage, batch: number, affordable = Infinity) {
	const select = notIn(known.ledger);
	const stretch = await readStretch(list, known, select, batch, () => affordable);
	const { taken, known: next } = takeBatch(known, stretch, select, batch);
	return { taken, known: { ...next, ledger: withDelivered(next.ledger, taken) } };
}

describe('a list read newest first', () => {
	it('is read from where the oldest batch begins when much is new', async () => {
		const before = await knownFromNow(listOf(seconds(100, 0), 10).list);
		const { list, requests } = listOf(seconds(400, 0), 10);
		const { taken, known } = await poll(before, list, 20);
		expect(taken.map(({ at }) => at)).toEqual(seconds(20, 100));
		expect(requests).toEqual([1, 29, 30]);
		requests.length = 0;
		expect((await poll(known, list, 20)).taken.map(({ at }) => at)).toEqual(seconds(20, 120));
		expect(requests).toEqual([27, 28]);
	});

	it('takes no more requests for a backlog than it has pages, and one, and then looks below it', async () => {
		let known = await knownFromNow(listOf(seconds(100, 0), 10).list);
		const { list, requests } = listOf(seconds(400, 0), 10);
		for (let batches = 0; batches < 300 / 20; batches++) ({ known } = await poll(known, list, 20));
		expect(known.waiting).toBe(0);
		expect(requests.length).toBe(300 / 10 + 1);
		requests.length = 0;
		expect((await poll(known, list, 20)).taken).toEqual([]);
		expect(requests).toEqual([3]);
	});

	it('is read in parts that can be afforded', async () => {
		const before = await knownFromNow(listOf(seconds(100, 0), 10).list);
		const { list, requests } = listOf(seconds(400, 0), 10);
		await poll(before, list, 1000, 9);
		expect(requests.length).toBeLessThanOrEqual(9);
	});

	it.each([true, false])(
		'from an earlier moment is searched for its beginning (total: %s)',
		async (hasTotal) => {
			const { list, requests } = listOf(seconds(5000, 0), 10, hasTotal);
			const { taken } = await poll(knownFrom(1000), list, 30);
			expect(taken.map(({ at }) => at)).toEqual(seconds(30, 1000));
			expect(requests.length).toBeLessThan(40);
		},
	);

	it('is searched again when an estimate led astray', async () => {
		const before = await knownFromNow(listOf(seconds(100, 0), 10).list);
		// Much older records joined the list: the total speaks of more than there is.
		const moments = [...seconds(400, -1000), ...seconds(100, 0), ...seconds(200, 100)];
		const { list, requests } = listOf(moments, 10);
		const { taken } = await poll(before, list, 20);
		expect(taken.map(({ at }) => at)).toEqual(seconds(20, 100));
		expect(requests.length).toBeLessThan(20);
	});
});
