// The known customers of a list, round after round, and the numbers of their events.
import { beforeEach, describe, expect, it } from 'vitest';

import {
	discardRound,
	endRound,
	isMember,
	markPresent,
	type MembershipCheckpoint,
	membershipOf,
	membersOf,
	type Members,
	withMarks,
} from '../../nodes/VideoSubscriptionTrigger/events/membership/members.ts';
import { first } from '../kit/defined.mts';

let checkpoint: MembershipCheckpoint;

let members: Members;

beforeEach(() => {
	checkpoint = membershipOf(['enabled']);
	members = first(checkpoint.lists);
});

/** Lists customers and ends the round. Returns the customers who have departed. */
function round(ids: number[]): number[] {
	for (const id of ids) markPresent(members, id);
	return endRound(members);
}

describe('a round of a list', () => {
	it('takes a customer for departed who was missing in two rounds', () => {
		expect([round([1, 2]), round([1]), round([1]), round([1])]).toEqual([[], [], [2], []]);
		expect(membersOf(checkpoint.lists)).toEqual([1]);
	});

	it('keeps a customer who was missing in one round', () => {
		expect([round([1, 2]), round([1]), round([1, 2]), round([1])]).toEqual([[], [], [], []]);
		expect(isMember(members, 2)).toBe(true);
	});

	it('that is discarded counts for nobody, neither as missing nor as listed', () => {
		round([1, 2, 3]);
		round([1, 2]);
		for (const id of [1]) markPresent(members, id);
		discardRound(members);
		expect(new Set(membersOf(checkpoint.lists))).toEqual(new Set([1, 2, 3]));
		// Customer 3 was missing in the round before, customer 1 leaves now.
		expect(round([2])).toEqual([3]);
		expect(round([2])).toEqual([1]);
	});
});

describe('the number in the ID of an event', () => {
	const eventOf = (id: number, details?: object) => ({
		entry: { id, at: 0, row: {} },
		at: 0,
		key: String(id),
		...details,
	});

	const keysOf = (...ids: number[]) =>
		withMarks(
			checkpoint,
			ids.map((id) => eventOf(id)),
		).map(({ key }) => key);

	beforeEach(() => {
		checkpoint.startedAt = 1000;
	});

	it('begins with the second in which the lists were learnt, and counts the events of a customer', () => {
		expect([keysOf(1, 2), keysOf(1), keysOf(2, 1), keysOf(3)]).toEqual([
			['1:1000', '2:1000'],
			['1:1001'],
			['2:1001', '1:1002'],
			['3:1000'],
		]);
	});

	it('is never used again after the counts of 4,000 customers have been forgotten', () => {
		expect(keysOf(1)).toEqual(['1:1000']);
		expect(keysOf(1)).toEqual(['1:1001']);
		const others = Array.from({ length: 3998 }, (_, index) => index + 2);
		keysOf(...others);
		expect(checkpoint).toMatchObject({ fired: [{ size: 3999 }, { size: 1 }], firedBefore: 0 });
		keysOf(4000);
		expect(checkpoint).toMatchObject({ fired: [], firedBefore: 2 });
		expect(keysOf(1)).toEqual(['1:1002']);
		expect(keysOf(1, 2)).toEqual(['1:1003', '2:1002']);
	});

	it('stands beside the common fields of the items', () => {
		checkpoint.about = { product_name: 'Harbor Stream' };
		const [event] = withMarks(checkpoint, [eventOf(1, { about: { product_id: 101 } })]);
		expect(event?.about).toEqual({ product_id: 101, product_name: 'Harbor Stream' });
	});
});
