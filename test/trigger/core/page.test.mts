import { describe, expect, it } from 'vitest';

import { toPage } from '../../../nodes/VideoSubscriptionTrigger/core/page.ts';

const page = (rows: unknown, rest: object = {}) =>
	toPage({ _embedded: { customers: rows }, total: 7, ...rest }, 'customers');

describe('a page', () => {
	it('holds entries with id and moment in seconds', () => {
		const row = { id: 5, created_at: '2026-01-01T00:00:10Z' };
		expect(page([row])).toEqual({
			entries: [{ id: 5, at: Date.UTC(2026, 0, 1) / 1000 + 10, row }],
			total: 7,
			isLast: true,
		});
	});

	it('is not the last while there is a next one', () => {
		const next = { _links: { next: { href: 'https://api.example.com/customers?page=2' } } };
		expect(page([{ id: 5 }], next)?.isLast).toBe(false);
		expect(page([], next)?.isLast).toBe(true);
		expect(page([{ id: 5 }], { _links: { next: { href: null } } })?.isLast).toBe(true);
	});

	it('takes ids as text and from addresses, and leaves out what has none', () => {
		const self = { href: 'https://api.example.com/customers/8' };
		const rows = [{ id: '7' }, { _links: { self } }, { name: 'nobody' }];
		expect(page(rows)?.entries.map(({ id }) => id)).toEqual([7, 8]);
	});

	it('gives a record without a moment that of its neighbour', () => {
		const rows = [
			{ id: 1, created_at: '2026-01-01T00:00:10Z' },
			{ id: 2, created_at: null },
		];
		const [first, second] = page(rows)?.entries ?? [];
		expect(second.at).toBe(first.at);
	});

	it('takes records that arrive under numeric keys', () => {
		expect(page({ 0: { id: 1 }, 1: { id: 2 } })?.entries).toHaveLength(2);
	});

	it('may lack its total', () => {
		expect(page([{ id: 1 }], { total: null })?.total).toBeUndefined();
	});

	it('is none when the answer is no list', () => {
		expect(toPage('text', 'customers')).toBeUndefined();
		expect(toPage([], 'customers')).toBeUndefined();
	});
});
