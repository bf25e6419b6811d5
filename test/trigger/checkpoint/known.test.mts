import { expect, it } from 'vitest';

import { bytesOf } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/frozen.ts';
import {
	isNew,
	knownFrom,
	newestKnown,
	REMEMBERED,
	steppedBack,
	withDelivered,
} from '../../../nodes/VideoSubscriptionTrigger/checkpoint/known.ts';
import { toPage, UNDATED } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/records.ts';

const entry = (id: number, at: number) => ({ id, at, row: {} });

it('what is dated from the watermark on and has an unknown id is new', () => {
	const known = withDelivered(knownFrom(100), [entry(1, 100)], 200);
	expect(isNew(known, entry(1, 100))).toBe(false);
	expect(isNew(known, entry(2, 100))).toBe(true);
	expect(isNew(known, entry(3, 99))).toBe(false);
	expect(isNew(known, entry(4, 9999))).toBe(true);
});

it('the watermark rises above what is forgotten, by whole seconds, and never past now', () => {
	const many = Array.from({ length: REMEMBERED + 500 }, (_, index) =>
		entry(index + 1, 1000 + Math.floor(index / 10)),
	);
	const known = withDelivered(knownFrom(0), many, 5000);
	expect(known.watermark).toBe(1050);
	expect(known.ids.size).toBe(REMEMBERED);
	expect(isNew(known, entry(99_999, 1049))).toBe(false);
	expect(isNew(known, entry(99_999, 1050))).toBe(true);
	expect(withDelivered(knownFrom(0), many, 1020).watermark).toBe(1020);
});

it('a second that more records share than are remembered stays whole', () => {
	const many = Array.from({ length: 3 * REMEMBERED }, (_, index) => entry(index, 1000));
	const known = withDelivered(knownFrom(0), many, 5000);
	expect(known.ids.size).toBe(3 * REMEMBERED);
	expect(known.watermark).toBe(1000);
});

it('when the clock steps back, what was there is known and what appears is new', () => {
	const there = Array.from({ length: 5 }, (_, index) => entry(index + 10, 50_000 + index));
	const begun = { ...withDelivered(knownFrom(50_004), there, 50_010), completeFrom: 50_000 };
	expect(steppedBack(begun, 50_004)).toBe(begun);
	const known = steppedBack(begun, 50_003);
	expect(known.watermark).toBe(46_403);
	for (const one of there) expect(isNew(known, one)).toBe(false);
	expect(isNew(known, entry(99, 50_001))).toBe(true);
	// Below what is remembered, ids tell.
	expect(isNew(known, entry(99, 48_000))).toBe(true);
	expect(isNew(known, entry(9, 48_000))).toBe(false);
});

it('the newest known moment is not ahead', () => {
	const known = withDelivered(knownFrom(10), [entry(1, 20), entry(2, UNDATED)], 30);
	expect(newestKnown(known, 30)).toBe(20);
	expect(newestKnown(known, 5)).toBe(5);
});

it('more ids of one second than can be remembered are forgotten from the lowest on', () => {
	let id = 0;
	const many = Array.from({ length: 20_000 }, (_, index) =>
		entry((id += 200 + ((index * 7919) % 1009)), 1000),
	);
	const newer = [entry(1, 1002), entry(2, 1001)];
	const known = withDelivered(knownFrom(0), [...many].reverse().concat(newer), 5000);
	expect(bytesOf(known.ids.keys())).toBeLessThanOrEqual(18_000);
	expect(known.ids.size).toBeGreaterThan(8_000);
	for (const one of many) expect(isNew(known, one)).toBe(false);
	const kept = many.filter((one) => known.ids.has(one.id));
	const highest = many.at(-1 - kept.length)?.id;
	expect(kept).toEqual(many.slice(-kept.length));
	expect(known).toMatchObject({ watermark: 1000, completeFrom: 1001, highestId: highest });
	for (const one of newer) expect(known.ids.has(one.id)).toBe(true);
	expect(isNew(known, entry(id + 1, 1000))).toBe(true);
	expect(isNew(known, entry(2, 1001))).toBe(false);
	expect(isNew(known, entry(3, 1001))).toBe(true);
});

it('as many ids as are remembered stay, whatever their moments', () => {
	const many = Array.from({ length: REMEMBERED }, (_, index) => entry(index + 1, 1000 + index));
	const known = withDelivered(knownFrom(5), many, 5000);
	expect(known).toMatchObject({ watermark: 5, completeFrom: 0 });
	const later = withDelivered({ ...known, completeFrom: 3000 }, [entry(9999, 2500)], 5000);
	expect(later).toMatchObject({ watermark: 1001, completeFrom: 3000 });
});

const row = (id: number, date?: number) => ({
	id,
	created_at: date === undefined ? null : new Date(date * 1000).toISOString(),
});

it.each([
	['the first page', 1, 'next', [UNDATED, 9, 9, 8, 8]],
	['a page between', 2, 'next', [9, 9, 9, 8, 8]],
	['the last page', 3, null, [9, 9, 9, 8, UNDATED]],
])('records without a date on %s', (_, number, href, expected) => {
	const customers = [row(1), row(2, 9), row(3), row(4, 8), row(5)];
	const body = { _links: { next: { href } }, _embedded: { customers } };
	expect(toPage(body, 'customers', number).entries.map(({ at }) => at)).toEqual(expected);
});
