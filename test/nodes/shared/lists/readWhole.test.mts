import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { clock } from '../../../../nodes/shared/concurrency/clock';
import { readWholeCurrentList } from '../../../../nodes/shared/lists/readWhole';

// A page that contradicts the ones before it is read again after half a second.
beforeEach(() => {
	vi.spyOn(clock, 'sleep').mockResolvedValue();
});

interface Reading {
	ids: number[];
	total: number;
}

/** Reads a list that the service shows differently each time; the last reading is repeated. */
async function read(...readings: Reading[]) {
	let number = 0;
	const fetchPage = async ({ page }: { page: number }) => {
		if (page === 1) number++;
		const { ids, total } = readings[Math.min(number, readings.length) - 1] ?? { ids: [], total: 0 };
		const items: IDataObject[] = page === 1 ? ids.map((id) => ({ id })) : [];
		const body = { total, _links: { next: { href: null } }, _embedded: { items } };
		return await Promise.resolve({ status: 200, headers: {}, throttled: false, body });
	};
	const source = { key: 'items', firstPage: 1, perPage: 100, fetchPage };
	const result = await readWholeCurrentList(
		() => ({ ...source, keep: ({ id }) => Number(id) }),
		'items',
	);
	return { ...result, readings: number };
}

describe('readWholeCurrentList', () => {
	it('reads a complete list once', async () => {
		const result = await read({ ids: [1, 2], total: 2 });
		expect(result).toEqual({ records: [1, 2], notes: [], readings: 1 });
	});

	it('reads again a list that is short of its total, until it is complete', async () => {
		const result = await read({ ids: [1], total: 2 }, { ids: [1, 2], total: 2 });
		expect(result).toEqual({ records: [1, 2], notes: [], readings: 2 });
	});

	it('takes two readings that agree, in another order, and says so', async () => {
		const result = await read({ ids: [1, 2], total: 1005 }, { ids: [2, 1], total: 1005 });
		expect(result).toEqual({
			records: [2, 1],
			readings: 2,
			notes: [
				'The service counts 1,003 more items than it lists. Two complete readings of the list agreed, so the list was used as it is.',
			],
		});
	});

	it('fails when no two readings agree', async () => {
		const differing = [1, 2, 3, 4].map((id) => ({ ids: [id], total: 9 }));
		await expect(read(...differing)).rejects.toMatchObject({
			message: 'The list of the items is incomplete: 8 are missing',
			remedy: expect.stringContaining('Nothing was changed.'),
		});
	});

	it('says of an unusable list that nothing was changed', async () => {
		await expect(read({ ids: [], total: 3 })).rejects.toMatchObject({
			message: 'The list is incomplete: it contains none of its 3 records',
			remedy: expect.stringMatching(/^Nothing was changed\. /),
		});
	});

	it('reads more records than n8n can pass on as items', async () => {
		const total = 110_100;
		const fetchPage = async ({ page }: { page: number }) => {
			const items = Array.from({ length: 100 }, (_, n) => ({ id: (page - 1) * 100 + n + 1 }));
			const next = { href: page < total / 100 ? 'next' : null };
			const body = { total, _links: { next }, _embedded: { items } };
			return await Promise.resolve({ status: 200, headers: {}, throttled: false, body });
		};
		const source = { key: 'items', firstPage: 1, perPage: 100, fetchPage };
		const { records } = await readWholeCurrentList(
			() => ({ ...source, keep: ({ id }) => Number(id) }),
			'items',
		);
		expect(records).toHaveLength(total);
		expect(records.at(-1)).toBe(total);
	});
});
