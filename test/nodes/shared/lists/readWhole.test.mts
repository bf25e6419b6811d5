import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { clock } from '../../../../nodes/shared/concurrency/clock';
import { readWholeCurrentList } from '../../../../nodes/shared/lists/readWhole';

// A page that contradicts the ones before it is read again after half a second.
beforeEach(() => {
	vi.spyOn(clock, 'sleep').mockResolvedValue();
});

/** Reads a list with these IDs and a total. */
async function read(ids: number[], total: number) {
	const fetchPage = async ({ page }: { page: number }) => {
		const items: IDataObject[] = page === 1 ? ids.map((id) => ({ id })) : [];
		const body = { total, _links: { next: { href: null } }, _embedded: { items } };
		return await Promise.resolve({ status: 200, headers: {}, body });
	};
	const list = { key: 'items', firstPage: 1, perPage: 100, fetchPage };
	return await readWholeCurrentList({ ...list, keep: ({ id }) => Number(id) }, 'items');
}

describe('readWholeCurrentList', () => {
	it('reads a complete list', async () => {
		expect(await read([1, 2], 2)).toEqual({ records: [1, 2], unlisted: 0 });
	});

	it('takes a list that is short by less than a page, and says so', async () => {
		expect(await read([1, 2], 51)).toEqual({
			records: [1, 2],
			unlisted: 49,
		});
	});

	it.each([
		['is short by a page', [1, 2], 102, '2 of its 102'],
		['has none of its records', [], 3, 'none of its 3'],
	])('says of a list that %s how many are missing', async (_, ids, total, words) => {
		await expect(read(ids, total)).rejects.toMatchObject({
			message: `The list is incomplete: it contains ${words} records`,
		});
	});

	it('reads more records than n8n can pass on as items', async () => {
		const total = 110_100;
		const fetchPage = async ({ page }: { page: number }) => {
			const items = Array.from({ length: 100 }, (_, n) => ({ id: (page - 1) * 100 + n + 1 }));
			const next = { href: page < total / 100 ? 'next' : null };
			const body = { total, _links: { next }, _embedded: { items } };
			return await Promise.resolve({ status: 200, headers: {}, body });
		};
		const source = { key: 'items', firstPage: 1, perPage: 100, fetchPage };
		const { records } = await readWholeCurrentList(
			{ ...source, keep: ({ id }) => Number(id) },
			'items',
		);
		expect(records).toHaveLength(total);
		expect(records.at(-1)).toBe(total);
	});
});
