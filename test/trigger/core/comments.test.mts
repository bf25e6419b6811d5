import { describe, expect, it } from 'vitest';

import {
	advanceComments,
	commentsFrom,
	FIRST_PLACE,
	type Visit,
} from '../../../nodes/VideoSubscriptionTrigger/core/comments.ts';

const visit = (video: number, ...moments: Array<[id: number, at: number]>): Visit => ({
	video,
	comments: moments.map(([id, at]) => ({ id, at, row: {} })),
	isGlance: false,
});
const read = (...visits: Visit[]) => ({ visits, place: FIRST_PLACE, isRoundComplete: true });

describe('comments', () => {
	it('that lie before the floor, or were read at the beginning, do not fire', () => {
		const comments = commentsFrom(100, read(visit(1, [10, 100])));
		const { happenings } = advanceComments(
			comments,
			read(visit(1, [9, 99], [10, 100], [11, 100], [12, 101])),
			10,
		);
		expect(happenings.map(({ entry }) => entry.id)).toEqual([11, 12]);
	});

	it('that exceed a batch are found again: the round stays where it was', () => {
		const place = { page: 3, done: [7], video: 0, commentPage: 0 };
		const before = { ...commentsFrom(100, read()), place };
		const { happenings, comments } = advanceComments(
			before,
			read(visit(8, [1, 101], [2, 102], [3, 103])),
			2,
		);
		expect(happenings.map(({ entry }) => entry.id)).toEqual([1, 2]);
		expect(comments.place).toEqual(place);
	});

	it('raise the floor for all videos no higher than where the last whole round began', () => {
		const many = Array.from({ length: 20_000 }, (_, index): [number, number] => [
			index * 9,
			1000 + index * 40,
		]);
		const { comments } = advanceComments(
			commentsFrom(100, read()),
			read(visit(1, ...many)),
			50_000,
		);
		expect(comments.ledger.floor).toBe(100);
		expect(comments.livelyFloor).toBeGreaterThan(100);
	});
});
