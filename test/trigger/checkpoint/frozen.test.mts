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
			fc.uniqueArray(id, { maxLength: 3000 }),
			fc.array(fc.tuple(id, moment), { maxLength: 2000 }),
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
