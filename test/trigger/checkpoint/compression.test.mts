import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import {
	pack,
	packIds,
	packMoments,
	unpack,
	unpackIds,
	unpackMoments,
} from '../../../nodes/VideoSubscriptionTrigger/checkpoint/compression.ts';

const id = fc.nat({ max: 2 ** 50 });

it('ids come back', async () => {
	await fc.assert(
		fc.asyncProperty(fc.uniqueArray(id, { maxLength: 3000 }), async (ids) => {
			expect([...(await unpackIds(await packIds(ids)))]).toEqual([...ids].sort((a, b) => a - b));
		}),
		{ numRuns: 50 },
	);
});

it('moments come back', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(fc.tuple(id, id), { maxLength: 2000 }), async (entries) => {
			const moments = new Map(entries);
			expect(await unpackMoments(await packMoments(moments))).toEqual(moments);
		}),
		{ numRuns: 50 },
	);
});

it('many ids in a row take next to nothing', async () => {
	const ids = Array.from({ length: 30_000 }, (_, index) => 1_000_000 + index);
	expect((await packIds(ids)).length).toBeLessThan(200);
});

it.each([10, 5000])('a text of %i numbers that is cut off is refused', async (count) => {
	const text = await pack(Array.from({ length: count }, (_, index) => (index * 7919) % 1000));
	await expect(unpack(text.slice(0, text.length / 2))).rejects.toThrow();
	await expect(unpack(`x${text.slice(1)}`)).rejects.toThrow();
});
