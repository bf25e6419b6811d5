import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import {
	bytesOf,
	freeze,
	thaw,
} from '../../../nodes/VideoSubscriptionTrigger/checkpoint/frozen.ts';

const id = fc.nat({ max: 2 ** 50 });
const moment = fc.integer({ min: -(2 ** 40), max: 2 ** 40 });

it('a checkpoint comes back', async () => {
	await fc.assert(
		fc.asyncProperty(
			// Without a size of their own, fast-check makes some ten elements of these.
			fc.uniqueArray(id, { maxLength: 3000, size: 'max' }),
			fc.array(fc.tuple(id, moment), { maxLength: 2000, size: 'max' }),
			async (ids, moments) => {
				const checkpoint = {
					page: 3,
					lists: [{ name: 'first', done: new Set(ids) }, { done: new Set([5]) }],
					known: { ids: new Map(moments), isAll: true },
					last: new Set(),
				};
				expect(await thaw(await freeze(checkpoint))).toEqual(checkpoint);
			},
		),
		{ numRuns: 50 },
	);
});

it('many ids in a row take next to nothing', async () => {
	const ids = Array.from({ length: 30_000 }, (_, index) => 1_000_000 + index);
	expect((await freeze(new Set(ids))).length).toBeLessThan(200);
});

it('many ids far apart are compressed, and come back', async () => {
	const ids = Array.from({ length: 5000 }, (_, index) => index * 1000 + 7);
	const text = await freeze({ done: new Set(ids) });
	expect(text).toMatch(/^{"done":{"\$ids":5000}}\nd/);
	expect(text.length).toBeLessThan(1000);
	expect(await thaw(text)).toEqual({ done: new Set(ids) });
});

it('moments come back in order, and so their bytes are few', async () => {
	const moments = Array.from({ length: 3000 }, (_, index): [number, number] => [
		index * 9,
		5000 + index,
	]);
	const mixed = moments.map((_, index): [number, number] => moments[(index * 7) % 3000] ?? [0, 0]);
	const text = await freeze(new Map(mixed));
	expect(text).toBe(await freeze(new Map(moments)));
	expect([...((await thaw(text)) as Map<number, number>)]).toEqual(moments);
});

it('a small checkpoint is readable, and not compressed', async () => {
	const text = await freeze({ page: 2, done: new Set([9, 7]), at: new Map([[6, 1]]) });
	const packed = Buffer.from([7, 2, 2, 12]).toString('base64');
	expect(text).toBe(`{"page":2,"done":{"$ids":2},"at":{"$moments":1}}\np${packed}`);
});

it.each([
	[[], 0],
	[[127], 1],
	[[128], 2],
	[[500, 1, 627], 4],
])('%j takes %i bytes', (ids, bytes) => {
	expect(bytesOf(ids)).toBe(bytes);
});
