import { freeze } from '../../checkpoint/frozen';

/** How a video stands towards what is awaited of it. Moments in seconds. */
export type Standing =
	| { kind: 'reached' }
	/** It cannot be before a known moment. */
	| { kind: 'scheduled'; notBefore: number }
	/** The service works on it. */
	| { kind: 'working' }
	/** It waits for a person: without a source, or over. */
	| { kind: 'dormant' };

/** Videos that have not come to what is awaited, or came to it and did not fit into the batch. */
export interface Pending {
	/** By id, the moment from which on it is to be expected; in the past for those that did not fit. */
	scheduled: Map<number, number>;
	/** Those that the service works on, and those scheduled so far ahead that the date is not kept. */
	working: Set<number>;
	dormant: Set<number>;
	/** The videos of each kind that were asked for alone last; the ids that follow are next. */
	turns: Turns;
}

/** Kinds of pending videos, in the order in which they take turns. */
export const KINDS = ['working', 'scheduled', 'dormant'] as const;

type Kind = (typeof KINDS)[number];

export interface Turns extends Record<Kind, number> {
	/** The kind that was asked for last. */
	latest: Kind;
}

/** Dates that are kept, the nearest ones. */
const MOST_DATES = 4000;

/** Characters that all pending videos may take together: 12,000 videos whose ids lie 9,000 apart, or 28,000 at 90. */
const MOST_CHARACTERS = 32_000;

/** The part that is forgotten at once when they take more. */
const FORGOTTEN_SHARE = 0.1;

export const NOTHING_PENDING: Pending = {
	scheduled: new Map(),
	working: new Set(),
	dormant: new Set(),
	turns: { scheduled: 0, working: 0, dormant: 0, latest: 'dormant' },
};

export function isPending({ scheduled, working, dormant }: Pending, id: number): boolean {
	return scheduled.has(id) || working.has(id) || dormant.has(id);
}

export function countOf({ scheduled, working, dormant }: Pending): number {
	return scheduled.size + working.size + dormant.size;
}

/** The same with what is known of these videos now; one that has reached it is pending no more. */
export function withStandings(before: Pending, standings: Map<number, Standing>): Pending {
	const scheduled = new Map(before.scheduled);
	const working = new Set(before.working);
	const dormant = new Set(before.dormant);
	for (const [id, standing] of standings) {
		for (const ids of [scheduled, working, dormant]) ids.delete(id);
		if (standing.kind === 'scheduled') scheduled.set(id, standing.notBefore);
		if (standing.kind === 'working') working.add(id);
		if (standing.kind === 'dormant') dormant.add(id);
	}
	return { ...before, scheduled, working, dormant };
}

/** The ids that follow the last one asked for, round and round: of 1, 5, 9 after 5 come 9, 1, 5. */
export function inTurn(ids: number[], last: number, count: number): number[] {
	const sorted = [...ids].sort((a, b) => a - b);
	const next = Math.max(
		0,
		sorted.findIndex((id) => id > last),
	);
	return [...sorted.slice(next), ...sorted.slice(0, next)].slice(0, count);
}

/** Dates beyond the nearest are not kept: their videos take turns with those that are worked on. */
function withNearDates(pending: Pending): Pending {
	if (pending.scheduled.size <= MOST_DATES) return pending;
	const byDate = [...pending.scheduled].sort(([, a], [, b]) => a - b);
	const far = byDate.slice(MOST_DATES).map(([id]) => id);
	return {
		...pending,
		scheduled: new Map(byDate.slice(0, MOST_DATES)),
		working: new Set([...pending.working, ...far]),
	};
}

/** Forgets the oldest of those that wait for a person, and after them of those that are worked on. */
function withFewer(pending: Pending): Pending {
	const kind = pending.dormant.size > 0 ? 'dormant' : 'working';
	const ids = [...pending[kind]].sort((a, b) => a - b);
	return { ...pending, [kind]: new Set(ids.slice(Math.ceil(ids.length * FORGOTTEN_SHARE))) };
}

/** The same with as many videos as a checkpoint can hold. */
export async function withinBounds(all: Pending): Promise<Pending> {
	const pending = withNearDates(all);
	const isTooMuch = (await freeze(pending)).length > MOST_CHARACTERS;
	const canForget = pending.dormant.size + pending.working.size > 0;
	return isTooMuch && canForget ? await withinBounds(withFewer(pending)) : pending;
}
