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

/** Reads a list of one page with this total. */
async function read({ ids, total }: Reading) {
	const fetchPage = async ({ page }: { page: number }) => {
		const items: IDataObject[] = page === 1 ? ids.map((id) => ({ id })) : [];
		const body = { total, _links: { next: { href: null } }, _embedded: { items } };
		return await Promise.resolve({ status: 200, headers: {}, throttled: false, body });
	};
	const source = { key: 'items', firstPage: 1, perPage: 100, fetchPage };
	return await readWholeCurrentList({ ...source, keep: ({ id }) => Number(id) }, 'items');
}

describe('readWholeCurrentList', () => {
	it('returns a complete list', async () => {
		expect(await read({ ids: [1, 2], total: 2 })).toEqual({ records: [1, 2], notes: [] });
	});

	it('returns a list that is short of its total by less than a page, and says so', async () => {
		expect(await read({ ids: [1, 2], total: 101 })).toEqual({
			records: [1, 2],
			notes: ['The service counts 99 more items than it lists. The list was used as it is.'],
		});
	});

	it('fails for a list that is short of its total by a page or more', async () => {
		await expect(read({ ids: [1, 2], total: 1005 })).rejects.toMatchObject({
			message: expect.stringMatching(/incomplete.*1,003/),
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
		const list = { ...source, keep: ({ id }: IDataObject) => Number(id) };
		const { records } = await readWholeCurrentList(list, 'items');
		expect(records).toHaveLength(total);
		expect(records.at(-1)).toBe(total);
	});
});
