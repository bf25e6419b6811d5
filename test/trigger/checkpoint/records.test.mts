import { describe, expect, it } from 'vitest';

import {
	byMoment,
	changedAt,
	newestUntil,
	secondsOf,
	toEntries,
	toPage,
	UNDATED,
	unique,
} from '../../../nodes/VideoSubscriptionTrigger/checkpoint/records.ts';

const NINE = Date.UTC(2026, 0, 1, 9) / 1000;
const dated = (id: number, hour: number) => ({
	id,
	created_at: `2026-01-01T${String(hour).padStart(2, '0')}:00:00Z`,
});
const undated = (id: number) => ({ id, created_at: null });
const momentsOf = (entries: Array<{ at: number }>) =>
	entries.map(({ at }) => (at === UNDATED ? 'undated' : (at - NINE) / 3600 + 9));

describe('an id', () => {
	it.each([
		[{ id: 7 }, 7],
		[{ id: '7' }, 7],
		[{ _links: { self: { href: 'https://service.test/customers/7' } } }, 7],
		[{ _links: { self: { href: 'https://service.test/customers/712/' } } }, 712],
	])('of %j is %i', (row, id) => {
		expect(toEntries([row])).toEqual([expect.objectContaining({ id, row })]);
	});

	it.each([
		{},
		{ id: 0 },
		{ id: '' },
		{ id: -7 },
		{ id: 7.5 },
		{ id: true },
		{ id: 'seven' },
		{ id: [7] },
		{ _links: { self: { href: 7 } } },
		{ _links: { self: { href: 'https://service.test/customers' } } },
		{ _links: { self: { href: 'https://service.test/customers/7/videos' } } },
	])('cannot be told from %j, which is left out', (row) => {
		expect(toEntries([row, { id: 8 }]).map(({ id }) => id)).toEqual([8]);
	});
});

describe('the moment of a record without a date', () => {
	const rows = [undated(1), dated(2, 9), undated(3), dated(4, 8), undated(5)];

	it('is that of its neighbour within the list', () => {
		expect(momentsOf(toEntries(rows))).toEqual([9, 9, 9, 8, 8]);
	});

	it('is none at the ends of the list', () => {
		const first = { isFirst: true, isLast: false };
		const last = { isFirst: false, isLast: true };
		expect(momentsOf(toEntries(rows, first))).toEqual(['undated', 9, 9, 8, 8]);
		expect(momentsOf(toEntries(rows, last))).toEqual([9, 9, 9, 8, 'undated']);
	});

	it('is none where no record of the first or the last page has one', () => {
		const all = [undated(1), undated(2)];
		const [none, some] = [{ isFirst: false, isLast: false }, ['undated', 'undated']];
		expect(momentsOf(toEntries(all, { ...none, isFirst: true }))).toEqual(some);
		expect(momentsOf(toEntries(all, { ...none, isLast: true }))).toEqual(some);
		expect(toEntries(all).map(({ at }) => at)).toEqual([0, 0]);
	});
});

describe('a page', () => {
	const NEXT = 'https://service.test/next';
	const pageOf = (
		rows: object[],
		number: number,
		{ total, next = NEXT }: { total?: unknown; next?: string | null } = {},
	) =>
		toPage(
			{ total, _links: { next: { href: next } }, _embedded: { videos: rows } },
			'videos',
			number,
		);

	it('is the last one without a next link, or without records', () => {
		expect(pageOf([dated(1, 9)], 1).isLast).toBe(false);
		expect(pageOf([dated(1, 9)], 1, { next: null }).isLast).toBe(true);
		expect(pageOf([], 4).isLast).toBe(true);
	});

	it('shows the ends of the list on the first and the last page', () => {
		const rows = [undated(1), dated(2, 9), undated(3)];
		expect(momentsOf(pageOf(rows, 1).entries)).toEqual(['undated', 9, 9]);
		expect(momentsOf(pageOf(rows, 2).entries)).toEqual([9, 9, 9]);
		expect(momentsOf(pageOf(rows, 2, { next: null }).entries)).toEqual([9, 9, 'undated']);
	});

	it.each([
		[1, 3, NEXT],
		[2, 5, NEXT],
		[2, 3, null],
	])(
		'tells on page %i of two records a total of %i and not less (next: %s)',
		(number, total, next) => {
			const rows = [dated(1, 9), dated(2, 8)];
			expect(pageOf(rows, number, { total, next }).total).toBe(total);
			expect(pageOf(rows, number, { total: String(total), next }).total).toBe(total);
			expect(pageOf(rows, number, { total: total - 1, next }).total).toBeUndefined();
			expect(pageOf(rows, number, { next }).total).toBeUndefined();
		},
	);

	it('of an empty list has a total of none', () => {
		expect(pageOf([], 1, { total: 0, next: null })).toEqual({
			entries: [],
			total: 0,
			isLast: true,
		});
	});
});

describe('entries', () => {
	const [nine, ten] = toEntries([dated(9, 9), dated(3, 10)]);
	const sameSecond = toEntries([dated(4, 9)]);

	it('are sorted by their moments, in one second by their ids', () => {
		const entries = [ten, nine, ...sameSecond].filter((entry) => entry !== undefined);
		expect([...entries].sort(byMoment).map(({ id }) => id)).toEqual([4, 9, 3]);
	});

	it('are each kept once, as they were read last', () => {
		const [before, after] = toEntries([
			{ id: 1, title: 'Before' },
			{ id: 1, title: 'After' },
		]);
		expect(unique([before, after].filter((entry) => entry !== undefined))).toEqual([after]);
	});

	it('changed last when they say so, else when they were created', () => {
		const [entry] = toEntries([{ ...dated(1, 9), updated_at: '2026-01-01T11:00:00Z' }]);
		expect(entry && changedAt(entry)).toBe(NINE + 7200);
		expect(nine && changedAt(nine)).toBe(NINE);
	});

	it('have a newest moment that is not ahead', () => {
		const entries = [ten, nine].filter((entry) => entry !== undefined);
		expect(newestUntil(NINE + 3600, entries)).toBe(NINE + 3600);
		expect(newestUntil(NINE + 3599, entries)).toBe(NINE);
		expect(newestUntil(NINE - 1, entries)).toBe(0);
	});
});

it('a timestamp is whole seconds, and nothing else is one', () => {
	expect(secondsOf('2026-01-01T09:00:00.999Z')).toBe(NINE);
	expect(secondsOf('soon')).toBeUndefined();
	expect(secondsOf(null)).toBeUndefined();
});
