import { beforeEach, describe, expect, it } from 'vitest';

import { listNow } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/beginning.ts';
import { knownFrom } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/known.ts';
import type { SortedList } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/sortedList.ts';
import { DEFAULT_PAGE_SIZE } from '../../../nodes/shared/http/pagination.ts';
import { FakeList, PAGE } from './fakeList.mts';

let list: FakeList;
beforeEach(() => {
	list = new FakeList();
});

/** The same list, which changes before its second page is read. */
function changing(change: () => void): SortedList {
	let isDone = false;
	return {
		...list,
		newest: async (page) => {
			if (page === 2 && !isDone) {
				isDone = true;
				change();
			}
			return await list.newest(page);
		},
	};
}

it('is at the newest record, whose second may go on', async () => {
	const [first = 0] = list.add(1, list.now - 50);
	const { checkpoint, met } = await listNow(list, list.limits());
	expect(met.map(({ id }) => id)).toEqual([first]);
	expect(checkpoint.known).toEqual({
		watermark: list.now - 50,
		completeFrom: 0,
		highestId: 0,
		ids: new Map([[first, list.now - 50]]),
	});
	expect(checkpoint.accounted).toBe(1);
});

it('of an empty list fires the first record ever', async () => {
	const checkpoint = await list.begun();
	const ids = list.add(1);
	expect(await list.poll(checkpoint)).toMatchObject({ ids, requests: ['newest 1'] });
});

it('of a longer list knows the newest pages of it and its end', async () => {
	list.add(150, list.now - 60);
	const { checkpoint } = await listNow(list, list.limits());
	expect(list.requests).toEqual([
		...Array.from({ length: 10 }, (_, page) => `newest ${page + 1}`),
		'newest 15',
	]);
	expect(checkpoint).toMatchObject({ pageSize: PAGE, accounted: 150 });
	expect(checkpoint.known).toMatchObject({
		watermark: list.now - 60,
		completeFrom: list.now - 158,
	});
	expect(checkpoint.known.ids.size).toBe(100);
});

it('reads the whole second in which it begins', async () => {
	list.add(150, list.now - 60);
	for (const { id } of list.rows.slice(30)) list.rows[id - 1] = { id, at: list.now };
	const checkpoint = await list.begun();
	expect(checkpoint.known.ids.size).toBe(130);
	expect((await list.pollOn(checkpoint)).ids).toEqual([]);
});

it('tells by the ids what is new in a second with more records than it reads', async () => {
	const ids = Array.from({ length: 250 }, () => list.add(1)[0] ?? 0);
	const { checkpoint } = await listNow(list, list.limits());
	// The page before each one is read as well, for no total is trusted there.
	expect(list.requests.length).toBeLessThan(50);
	expect(checkpoint.known).toMatchObject({ watermark: list.now, highestId: ids.at(-1) });
	const fresh = list.add(1);
	expect((await list.pollOn(checkpoint, 3)).ids).toEqual(fresh);
});

it.each([true, false])(
	'finds the end of such a second also where older records follow (total: %s)',
	async (isTold) => {
		list.total = isTold ? 'records' : 'none';
		list.add(500, list.now - 60);
		const ids = Array.from({ length: 333 }, () => list.add(1)[0] ?? 0);
		const { checkpoint } = await listNow(list, list.limits());
		expect(list.requests.length).toBeLessThan(50);
		expect(checkpoint.known).toMatchObject({ watermark: list.now, highestId: ids.at(-1) });
		const fresh = list.add(1);
		// By turns where no total tells that something hides.
		expect((await list.pollOn(checkpoint, isTold ? 3 : 100)).ids).toEqual(fresh);
	},
);

it('is after a second that is too long to be read to its end', async () => {
	for (let count = 0; count < 250; count++) list.add(1);
	const { checkpoint } = await listNow(list, list.limits(list.allowing(5)));
	expect(checkpoint.known.watermark).toBe(list.now + 1);
});

it('is not ahead of the clock, and knows what is dated ahead', async () => {
	list.add(5, list.now - 10);
	const [ahead = 0] = list.add(1, list.now + 5000);
	const { known } = await list.begun();
	expect(known.watermark).toBe(list.now - 10);
	expect(known.ids.has(ahead)).toBe(true);
});

it('of a part is that of the whole, whose records may join it', async () => {
	list.add(3, list.now - 500);
	const beside = {
		...knownFrom(list.now - 20),
		ids: new Map([
			[77, list.now - 20],
			[76, list.now - 90],
		]),
	};
	const { checkpoint } = await listNow(list, list.limits(), beside);
	expect(checkpoint.known.watermark).toBe(list.now - 20);
	expect(checkpoint.known.ids.has(77)).toBe(true);
	expect(checkpoint.known.ids.has(76)).toBe(false);
});

it('does not take for known what came while it was read', async () => {
	list.add(20, list.now - 60);
	let meanwhile: number[] = [];
	const busy = changing(() => {
		meanwhile = list.add(3, list.now - 50);
	});
	const { checkpoint } = await listNow(busy, list.limits());
	expect(checkpoint.accounted).toBe(20);
	expect((await list.poll(checkpoint)).ids).toEqual(meanwhile);
});

it('knows the end of the list also when more came while it was read', async () => {
	list.add(149, list.now - 60);
	const [undatedId = 0] = list.add(1, null);
	const busy = changing(() => list.add(1, list.now - 50));
	const { checkpoint } = await listNow(busy, list.limits());
	expect(list.requests).toContain('newest 16');
	expect(checkpoint.known.ids.has(undatedId)).toBe(true);
});

it('takes as few pages as fit into the poll', async () => {
	list.add(150, list.now - 60);
	await listNow(list, list.limits(list.allowing(3)));
	expect(list.requests).toEqual(['newest 1', 'newest 2', 'newest 3']);
});

it('knows records without a date at the end of the list', async () => {
	list.add(150, list.now - 60);
	const ids = list.add(15, null);
	const checkpoint = await list.begun();
	for (const id of ids) expect(checkpoint.known.ids.has(id)).toBe(true);
	expect((await list.pollOn(checkpoint, 40)).ids).toEqual([]);
});

it('takes the size of a page from the first of several', async () => {
	list.add(4);
	expect((await listNow(list, list.limits())).checkpoint.pageSize).toBe(DEFAULT_PAGE_SIZE);
	list.add(7);
	expect((await listNow(list, list.limits())).checkpoint.pageSize).toBe(PAGE);
});

it('counts what was there, whatever hides in a second that is longer than is read', async () => {
	for (let count = 0; count < 250; count++) list.add(1);
	const { checkpoint, met } = await listNow(list, list.limits());
	expect(checkpoint).toMatchObject({ accounted: 250, known: { completeFrom: list.now + 1 } });
	expect(met).toHaveLength(200);
});

describe('what was there when the reading began', () => {
	it('is what stayed and was met, where some left and others came', async () => {
		list.add(20, list.now - 60);
		const busy = changing(() => {
			list.rows.splice(0, 5);
			list.add(3, list.now - 50);
		});
		const { checkpoint } = await listNow(busy, list.limits());
		expect(checkpoint.accounted).toBe(15);
	});

	it('is what the first page told, where a late one was met', async () => {
		list.add(20, list.now - 60);
		const busy = changing(() => list.add(1, list.now - 500));
		const { checkpoint } = await listNow(busy, list.limits());
		expect(checkpoint.accounted).toBe(20);
	});

	it('is what the first page told at first, where it is read again', async () => {
		for (let count = 0; count < 20; count++) list.add(1);
		const busy = changing(() => list.add(1));
		const { checkpoint } = await listNow(busy, list.limits());
		expect(checkpoint.accounted).toBe(20);
	});

	it.each(['records', 'none'] as const)('is unknown where a page tells %s only', async (told) => {
		list.add(20, list.now - 60);
		list.total = told;
		const busy = changing(() => {
			list.total = told === 'none' ? 'records' : 'none';
		});
		const { checkpoint } = await listNow(busy, list.limits());
		expect(checkpoint.accounted).toBeUndefined();
	});
});

it('the end of a long second is not looked for behind the end of the list', async () => {
	for (let count = 0; count < 400; count++) list.add(1);
	const { checkpoint } = await listNow(list, list.limits());
	expect(list.requests).toContain('newest 40');
	expect(list.requests).not.toContain('newest 80');
	expect(checkpoint.known.highestId).toBe(400);
});
