import { expect, it } from 'vitest';

import { readWholeCurrentList } from '../../../../nodes/shared/lists/readWhole';

it('readWholeCurrentList reads more records than n8n can pass on as items', async () => {
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
