import { describe, expect, it } from 'vitest';

import type { Page } from '../../nodes/VideoSubscriptionTrigger/checkpoint/records.ts';
import { listOf } from '../../nodes/VideoSubscriptionTrigger/events/lists.ts';

/** A reader whose pages have the entries of `ids` and `withoutId` more, and that notes the counts it is given. */
function readerOf(ids: number[], withoutId = 0) {
	const counts: number[] = [];
	const list = async (_path: string, _key: string, _query: object, before = 0) => {
		counts.push(before);
		const entries = ids.map((id) => ({ id, at: 0, row: {} }));
		return await Promise.resolve<Page>({ entries, withoutId, isLast: false });
	};
	return { reader: { list }, counts };
}

describe('listOf', () => {
	it('counts the records of earlier pages, also those without an ID', async () => {
		const { reader, counts } = readerOf([1, 2], 1);
		const read = listOf(reader, 'videos', {});
		for (const page of [1, 2, 3]) await read(page).catch(() => {});
		expect(counts).toEqual([0, 3, 6]);
	});

	it('counts pages that were not read as full', async () => {
		const { reader, counts } = readerOf([1]);
		await listOf(reader, 'videos', {})(3);
		expect(counts).toEqual([100]);
	});

	it('fails at the second page in a row that repeats the one before', async () => {
		const read = listOf(readerOf([1]).reader, 'videos', {});
		await read(1);
		await read(2);
		await expect(read(3)).rejects.toMatchObject({
			message: expect.stringContaining('The list never ends'),
			// The trigger has neither Limit nor Page.
			remedy: expect.not.stringMatching(/Limit|Page/),
		});
	});

	it('reads the same page again and again', async () => {
		const read = listOf(readerOf([1]).reader, 'videos', {});
		for (let time = 0; time < 5; time++) await expect(read(1)).resolves.toBeDefined();
	});

	it('reads empty pages again and again', async () => {
		const read = listOf(readerOf([]).reader, 'videos', {});
		for (const page of [1, 2, 3, 4]) await expect(read(page)).resolves.toBeDefined();
	});
});
