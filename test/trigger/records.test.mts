import { describe, expect, it } from 'vitest';

import { parse, serialize } from '../../nodes/VideoSubscriptionTrigger/checkpoint/codec.ts';
import {
	changedAt,
	toEntries,
	unique,
} from '../../nodes/VideoSubscriptionTrigger/lists/entries.ts';
import { PollBudget } from '../../nodes/VideoSubscriptionTrigger/pollBudget.ts';

const NOON = '2026-01-01T12:00:00Z';
const SECONDS = Date.parse(NOON) / 1000;

describe('a record of a list', () => {
	it.each([{ id: 7 }, { id: '7' }])('%j is identified by its ID', (record) => {
		expect(toEntries([record]).map((entry) => entry.id)).toEqual([7]);
	});

	it.each([{}, { id: null }, { id: 0 }, { id: 'seven' }])('%j is left out', (record) => {
		expect(toEntries([record])).toEqual([]);
	});

	it('without a date has the date of the previous record, or of the next one at the start', () => {
		const rows = [undefined, NOON, null, '2026-01-01T11:00:00Z', 'soon'];
		const entries = toEntries(rows.map((date, index) => ({ id: index + 1, created_at: date })));
		const hour = 3600;
		expect(entries.map(({ at }) => SECONDS - at)).toEqual([0, 0, 0, hour, hour]);
		expect(toEntries([{ id: 1 }])).toEqual([{ id: 1, at: 0, row: { id: 1 } }]);
	});

	it('changed at its update date, or else at its creation date', () => {
		const entry = { id: 1, at: 5, row: {} };
		expect(changedAt(entry)).toBe(5);
		expect(changedAt({ ...entry, row: { updated_at: NOON } })).toBe(SECONDS);
	});

	it('that was read twice is kept as it was read last', () => {
		const [first, other, later] = toEntries([{ id: 1, n: 1 }, { id: 2 }, { id: 1, n: 2 }]);
		expect(unique([first, other, later].filter((entry) => entry !== undefined))).toEqual([
			later,
			other,
		]);
	});
});

describe('the requests of a poll', () => {
	it('are limited by number', () => {
		const budget = new PollBudget(300_000);
		budget.requests = 5;
		budget.allow(3);
		expect([budget.has(3), budget.has(4)]).toEqual([true, false]);
		budget.requests = 8;
		expect(budget.has()).toBe(false);
		budget.allow(10);
		expect([budget.has(10), budget.has(11)]).toEqual([true, false]);
	});
});

describe('the serialized checkpoint', () => {
	const saved = {
		ids: new Set([3, 1, 2]),
		seen: new Map([
			[9, 5],
			[8, 5],
			[7, 4],
		]),
		page: 2,
	};

	it('is JSON that contains the differences between sorted IDs', async () => {
		expect(await serialize(saved)).toBe(
			'{"ids":{"$ids":[1,1,1]},"seen":{"$at":[4,1,0],"$of":[7,1,1]},"page":2}',
		);
		expect(await parse(await serialize(saved))).toEqual(saved);
	});

	it.each([[[]], [[1]], [[7, 8, 9]], [[1, 2 ** 53 - 1]], [[5, 2 ** 40, 2 ** 40 + 1, 2 ** 41]]])(
		'restores the IDs %j',
		async (ids) => {
			const set = { ids: new Set(ids) };
			expect(await parse(await serialize(set))).toEqual(set);
		},
	);

	it('is compressed when it is large', async () => {
		const long = { seen: new Map(Array.from({ length: 1000 }, (_, id) => [id * id, id % 7])) };
		const text = await serialize(long);
		expect(text).toMatch(/^[\w+/]+=*$/);
		expect(await parse(text)).toEqual(long);
	});
});
