import { describe, expect, it } from 'vitest';

import { listOf } from '../../nodes/VideoSubscriptionTrigger/lists/lists.ts';
import type { Page } from '../../nodes/VideoSubscriptionTrigger/lists/pages.ts';

/** A reader whose pages have `count` records, and that notes the counts it is given. */
function readerOf(count: number) {
	const counts: number[] = [];
	const list = async (_path: string, _key: string, _query: object, before: number) => {
		counts.push(before);
		const page: Page = { entries: [], read: before + count, isLast: false, missing: 0 };
		return await Promise.resolve(page);
	};
	return { reader: { list }, counts };
}

describe('listOf', () => {
	it('counts the records of earlier pages', async () => {
		const { reader, counts } = readerOf(3);
		const read = listOf(reader, 'videos', {});
		for (const page of [1, 2, 3]) await read(page);
		expect(counts).toEqual([0, 3, 6]);
	});

	it('counts pages that were not read as full', async () => {
		const { reader, counts } = readerOf(1);
		await listOf(reader, 'videos', {})(3);
		expect(counts).toEqual([100]);
	});
});
