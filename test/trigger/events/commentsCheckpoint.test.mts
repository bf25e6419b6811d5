import { describe, expect, it } from 'vitest';

import { FIRST_PAGE } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/pages.ts';
import type { Entry } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/records.ts';
import {
	advanceComments,
	type CommentsCheckpoint,
	commentsFrom,
	type CommentsRead,
	FIRST,
	type RoundCursor,
} from '../../../nodes/VideoSubscriptionTrigger/events/comments/comments.ts';
import { NOON } from './kit.mts';

const textOf = (at: number | undefined) =>
	at === undefined ? null : new Date(at * 1000).toISOString();

function comment(id: number, at: number | undefined, replies: Entry[] = []): Entry {
	const comments = replies.map(({ row }) => row);
	return { id, at: at ?? 0, row: { id, created_at: textOf(at), _embedded: { comments } } };
}

const visit = (video: number, comments: Entry[], isBetween = false) => ({
	video,
	comments,
	isBetween,
});

function reading(given: Partial<CommentsRead> = {}): CommentsRead {
	return {
		visits: [],
		cursor: FIRST,
		isRoundComplete: true,
		gone: new Set(),
		now: NOON,
		...given,
	};
}

const somewhere: RoundCursor = { page: 2, done: new Set([7]), video: 8, comments: FIRST_PAGE };

/** The beginning at noon, with this read. */
const begun = (given: Partial<CommentsRead> = {}) => commentsFrom(NOON, reading(given));

function advance(before: CommentsCheckpoint, given: Partial<CommentsRead>, batch = 1000) {
	const { taken, after } = advanceComments(before, reading(given), batch);
	return { ids: taken.map(({ id }) => id), after };
}

describe('the beginning', () => {
	it('knows what a whole round has read', () => {
		const checkpoint = begun({ visits: [visit(7, [comment(1, NOON - 50), comment(2, NOON)])] });
		expect(checkpoint).toMatchObject({
			known: { watermark: NOON, completeFrom: 0, highestId: 0 },
			forgottenBefore: NOON,
			safe: NOON,
			roundBeganAt: NOON,
			cursor: FIRST,
			isLong: false,
			lively: new Map([[7, NOON]]),
		});
		expect(checkpoint.known.ids).toEqual(
			new Map([
				[2, NOON],
				[1, NOON - 50],
			]),
		);
	});

	it('goes on with a round that does not fit, and knows what is from before by its date', () => {
		const checkpoint = begun({ isRoundComplete: false, cursor: somewhere });
		expect(checkpoint).toMatchObject({
			cursor: somewhere,
			isLong: true,
			known: { completeFrom: NOON },
		});
	});

	it('remembers the newest thousand, and all of the second in which it begins', () => {
		const old = Array.from({ length: 1500 }, (_, index) => comment(index + 1, NOON - 1 - index));
		const { known } = begun({ visits: [visit(7, old)] });
		expect(known.ids.size).toBe(1000);
		expect(known.completeFrom).toBe(NOON);
		expect([...known.ids.keys()]).toEqual(old.slice(0, 1000).map(({ id }) => id));
		const now = Array.from({ length: 1500 }, (_, index) => comment(index + 1, NOON));
		expect(begun({ visits: [visit(7, now)] }).known.ids.size).toBe(1500);
	});
});

describe('a poll', () => {
	it('delivers what is new, replies at every depth, oldest first', () => {
		const thread = comment(3, NOON + 3, [comment(4, NOON + 9, [comment(5, NOON + 1)])]);
		const { ids, after } = advance(begun(), {
			visits: [visit(7, [thread]), visit(8, [comment(6, NOON + 2), comment(2, NOON - 1)])],
		});
		expect(ids).toEqual([5, 6, 3, 4]);
		expect(advance(after, { visits: [visit(7, [thread])] }).ids).toEqual([]);
	});

	it('delivers each once, however often it is read', () => {
		const one = comment(3, NOON + 3);
		expect(advance(begun(), { visits: [visit(7, [one, one]), visit(7, [one])] }).ids).toEqual([3]);
	});

	it('stays where it was with what does not fit into the batch', () => {
		const before = { ...begun(), cursor: somewhere };
		const visits = [visit(7, [comment(3, NOON + 3), comment(4, NOON + 4)])];
		const first = advance(before, { visits, now: NOON + 9 }, 1);
		expect(first.ids).toEqual([3]);
		expect(first.after).toMatchObject({ cursor: somewhere, roundBeganAt: NOON, safe: NOON });
		const second = advance(first.after, { visits, now: NOON + 9 }, 1);
		expect(second.ids).toEqual([4]);
		expect(second.after).toMatchObject({ cursor: FIRST, roundBeganAt: NOON + 9 });
	});

	it('knows after a whole round that everything before it was found', () => {
		const one = advance(begun(), { now: NOON + 60 }).after;
		expect(one).toMatchObject({ safe: NOON, roundBeganAt: NOON + 60, isLong: false });
		const two = advance(one, { now: NOON + 120 }).after;
		expect(two).toMatchObject({ safe: NOON + 60, roundBeganAt: NOON + 120 });
	});

	it('is long while a round takes several, and the last of them still is', () => {
		const part = advance(begun(), { isRoundComplete: false, cursor: somewhere, now: NOON + 60 });
		expect(part.after).toMatchObject({ isLong: true, cursor: somewhere, roundBeganAt: NOON });
		const end = advance(part.after, { now: NOON + 120 });
		expect(end.after).toMatchObject({ isLong: true, cursor: FIRST, roundBeganAt: NOON + 120 });
		expect(advance(end.after, { now: NOON + 180 }).after.isLong).toBe(false);
	});

	it.each([
		{ ...FIRST, page: 2 },
		{ ...FIRST, done: new Set([1]) },
		{ ...FIRST, video: 9 },
	])('that ends a round begun before was part of a long one (%o)', (cursor) => {
		expect(advance({ ...begun(), cursor }, {}).after.isLong).toBe(true);
	});

	it('between rounds leaves out what was forgotten', () => {
		const before = { ...begun(), forgottenBefore: NOON + 10 };
		const comments = [comment(3, NOON + 9), comment(4, NOON + 10)];
		expect(advance(before, { visits: [visit(7, comments, true)] }).ids).toEqual([4]);
		expect(advance(before, { visits: [visit(7, comments)] }).ids).toEqual([3, 4]);
	});

	it('finds what is dated earlier when the clock stepped back', () => {
		const before = begun({ visits: [visit(7, [comment(9, NOON)])] });
		const visits = [visit(7, [comment(9, NOON), comment(10, NOON - 1800)])];
		expect(advance(before, { visits, now: NOON - 1700 }).ids).toEqual([10]);
	});
});

describe('the liveliest videos', () => {
	it('are the twenty with the latest comments, and none that is gone', () => {
		const visits = Array.from({ length: 25 }, (_, index) =>
			visit(100 + index, [comment(index + 1, NOON - index)]),
		);
		const before = begun({ visits, gone: new Set() });
		expect([...before.lively.keys()]).toEqual(Array.from({ length: 20 }, (_, n) => 100 + n));
		const { after } = advance(before, {
			gone: new Set([100]),
			visits: [visit(124, [comment(90, NOON + 5)]), visit(101, []), visit(500, [])],
			now: NOON + 60,
		});
		expect([...after.lively].slice(0, 2)).toEqual([
			[124, NOON + 5],
			[101, NOON - 1],
		]);
		expect(after.lively.has(100)).toBe(false);
		expect(after.lively.has(500)).toBe(false);
		expect(after.gone).toEqual(new Set([100]));
	});
});

describe('more than can be remembered', () => {
	/** Fifteen thousand and one comments, one a second from noon on. */
	const many = Array.from({ length: 15_001 }, (_, index) => comment(index + 1, NOON + index));
	const end = NOON + 15_001;

	it('is forgotten by the older half, and nothing that was found comes again', () => {
		const before = { ...begun(), roundBeganAt: end, safe: end };
		const { ids, after } = advance(before, { visits: [visit(7, many)], now: end }, 20_000);
		expect(ids).toHaveLength(15_001);
		const cut = NOON + 7502;
		expect(after.known.watermark).toBe(cut);
		expect(after.known.completeFrom).toBe(cut);
		expect(after.forgottenBefore).toBe(cut);
		expect(Math.min(...after.known.ids.values())).toBe(cut);
		expect(after.known.ids.size).toBe(15_001 - 7502);
		expect(advance(after, { visits: [visit(7, many)], now: end }).ids).toEqual([]);
	});

	it('comes again where a round has not passed, so that nothing is lost', () => {
		const { after } = advance(begun(), { visits: [visit(7, many)], now: end }, 20_000);
		expect(after.known.watermark).toBe(NOON);
		expect(after.forgottenBefore).toBe(NOON + 7502);
		const late = comment(99_999, NOON + 100);
		const { ids } = advance(after, { visits: [visit(7, [late, ...many])], now: end }, 20_000);
		expect(ids).toContain(99_999);
		expect(ids).toHaveLength(7503);
	});

	it('is not forgotten as long as it is no more', () => {
		const { after } = advance(begun(), { visits: [visit(7, many.slice(1))], now: end }, 20_000);
		expect(after.known.ids.size).toBe(15_000);
		expect(after.forgottenBefore).toBe(NOON);
	});
});

it('a comment without a date is new wherever it stands, and comes last', () => {
	const visits = [visit(7, [comment(1, undefined), comment(2, NOON)])];
	const { ids, after } = advance(begun(), { visits });
	expect(ids).toEqual([2, 1]);
	expect(advance(after, { visits }).ids).toEqual([]);
});
