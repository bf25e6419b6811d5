import { describe, expect, it } from 'vitest';

import {
	advanceRound,
	advanceVerdicts,
	FIRST_PLACE,
	knownStatuses,
	loadMemberships,
	membershipsFrom,
	storeMemberships,
	suspectsOf,
} from '../../../nodes/VideoSubscriptionTrigger/core/memberships.ts';

const entry = (id: number, at = 100) => ({ id, at, row: {} });
const visit = (status: string, ids: number[], isComplete = true) => ({
	status,
	entries: ids.map((id) => entry(id)),
	isComplete,
});
const read = (...visits: Array<ReturnType<typeof visit>>) => ({ visits, place: FIRST_PLACE });
const before = (ids: number[]) => membershipsFrom(new Map([['paused', new Set(ids)]]));
const CHOSEN = ['paused', 'enabled'];

describe('memberships', () => {
	it('fire for who stands in a list without being known there, once', () => {
		const { happenings } = advanceRound(
			before([1]),
			read(visit('paused', [1, 2], false), visit('paused', [2, 3])),
			CHOSEN,
			10,
		);
		expect(happenings.map(({ key }) => key)).toEqual(['2:paused:100', '3:paused:100']);
	});

	it('miss nobody before the end of a list', () => {
		const half = advanceRound(before([1, 2]), read(visit('paused', [1], false)), CHOSEN, 10);
		expect(suspectsOf(half.memberships)).toEqual([]);
		const whole = advanceRound(half.memberships, read(visit('paused', [])), CHOSEN, 10);
		expect(suspectsOf(whole.memberships)).toEqual([2]);
	});

	it('leave the round where it was when not everything fits', () => {
		const start = { ...before([1]), place: { list: 0, page: 7 } };
		const { happenings, memberships, isTooMuch } = advanceRound(
			start,
			read(visit('paused', [2, 3])),
			CHOSEN,
			1,
		);
		expect([happenings.length, isTooMuch, memberships.place.page]).toEqual([1, true, 7]);
		expect([1, 2, 3].map((id) => knownStatuses(memberships, id).length)).toEqual([1, 1, 0]);
	});

	it('keep whom a look-up still finds, and forget who left', () => {
		const { memberships } = advanceRound(before([1, 2, 3]), read(visit('paused', [])), CHOSEN, 10);
		const end = advanceVerdicts(
			memberships,
			[
				{ id: 1, left: [] },
				{ id: 2, left: ['paused'] },
				{ id: 3, left: ['paused'], enabled: entry(3, 200) },
			],
			10,
		);
		expect(end.happenings.map(({ key }) => key)).toEqual(['3:enabled:200']);
		expect([1, 2, 3].map((id) => knownStatuses(end.memberships, id).length)).toEqual([1, 0, 0]);
		expect(suspectsOf(end.memberships)).toEqual([]);
	});

	it('look up again whose return does not fit', () => {
		const { memberships } = advanceRound(before([1]), read(visit('paused', [])), CHOSEN, 10);
		const verdicts = [{ id: 1, left: ['paused'], enabled: entry(1) }];
		const end = advanceVerdicts(memberships, verdicts, 0);
		expect(end.happenings).toEqual([]);
		expect(suspectsOf(end.memberships)).toEqual([1]);
	});

	it('come back from the saved state', () => {
		const { memberships } = advanceRound(
			before([1, 2]),
			read(visit('paused', [1, 5]), visit('paused', [1], false)),
			CHOSEN,
			10,
		);
		expect(loadMemberships(structuredClone(storeMemberships(memberships)))).toEqual(memberships);
	});
});
