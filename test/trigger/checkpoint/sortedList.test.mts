import { beforeEach, describe, expect, it } from 'vitest';

import { UNDATED } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/records.ts';
import { readEnd } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/sortedList.ts';
import { FakeList, PAGE } from './fakeList.mts';

const mayRead = () => true;

let list: FakeList;
beforeEach(() => {
	list = new FakeList();
});

describe('the end of a list', () => {
	const undatedOf = async (total: number | undefined) => {
		list.requests = [];
		const { entries } = await readEnd(list, total, PAGE, mayRead);
		return entries.filter(({ at }) => at === UNDATED).map(({ id }) => id);
	};

	it('is the last page, where it shows a date', async () => {
		list.add(95);
		const ids = list.add(3, null);
		expect(await undatedOf(98)).toEqual(ids);
		expect(list.requests).toEqual(['newest 10']);
		expect(await readEnd(list, 98, PAGE, mayRead)).toMatchObject({ total: 98, isLast: true });
	});

	it('is some pages before as well, where they show none', async () => {
		list.add(95);
		const ids = list.add(25, null);
		expect(await undatedOf(120)).toEqual(ids);
		expect(list.requests).toEqual(['newest 12', 'newest 11', 'newest 10']);
	});

	it('is five pages at the most', async () => {
		list.add(95);
		list.add(105, null);
		expect(await undatedOf(200)).toHaveLength(5 * PAGE);
		expect(list.requests).toHaveLength(5);
	});

	it('is fewer pages where no more requests fit into the poll', async () => {
		list.add(95);
		list.add(25, null);
		const { entries } = await readEnd(list, 120, PAGE, () => list.requests.length < 2);
		expect(entries).toHaveLength(2 * PAGE);
		expect(list.requests).toEqual(['newest 12', 'newest 11']);
	});

	it('is never the first page, which is read anyway', async () => {
		list.add(15, null);
		expect(await undatedOf(15)).toHaveLength(5);
		expect(list.requests).toEqual(['newest 2']);
	});

	it('is the beginning of the oldest, where no total tells the last page', async () => {
		list.total = 'none';
		list.add(95);
		const end = await readEnd(list, undefined, PAGE, mayRead);
		expect(end).toMatchObject({ total: undefined, isLast: true });
		expect(end.entries.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
		expect(list.requests).toEqual(['oldest 1']);
	});

	it('gives one without a date before dated ones their moment', async () => {
		const rows = { '2': [{ id: 1 }, { id: 2, created_at: '2026-01-01T00:00:00Z' }] };
		const { entries } = await readEnd(
			{
				...list,
				newest: async () => ({
					entries: rows['2'].map((row) => ({ id: row.id, at: 0, row })),
					total: 12,
					isLast: true,
				}),
				oldest: list.oldest,
			},
			12,
			PAGE,
			mayRead,
		);
		expect(new Set(entries.map(({ at }) => at))).toEqual(new Set([Date.UTC(2026, 0, 1) / 1000]));
	});
});
