import type { IDataObject } from 'n8n-workflow';

import type { TriggerEvent } from '../event';

/** The known customers of one list, each in one of the sets. */
export interface Members {
	/** The name of the list. */
	name: string;
	/** Listed in the current round. */
	present: Set<number>;
	/** Listed in the previous round, and not yet in the current one. */
	unseenThisRound: Set<number>;
	/** Not listed in the previous round, and not yet in the current one. */
	unseenLastRound: Set<number>;
}

/** Where a round continues: the index of the list, and the page. */
interface Cursor {
	list: number;
	page: number;
}

/** The known customers of the lists, which are read again in each round and compared. */
export interface MembershipCheckpoint {
	/** In the order of the round. */
	lists: Members[];
	cursor: Cursor;
	/** Rounds in which the lists are learnt; their customers fire no event. */
	roundsToLearn: number;
	/** The time at which learning began, in seconds by the service's clock. */
	startedAt: number;
	/** By ID, the index of the list in which customers were missing in two rounds. They are still to be looked up. */
	missing: Map<number, number>;
	/** The customers with at least one event, at least two, and so on. Emptied when they are too many. */
	fired: Array<Set<number>>;
	/** The length of `fired` each time it was emptied, added up. */
	firedBefore: number;
	/** The fields that each item has after those of the record, as last read. */
	extraFields: IDataObject;
}

/** What a look-up by ID says of a customer who was missing in two rounds of a list. */
export type Witness = 'listed' | 'left' | 'unclear';

/** Maximum customers in `fired`. */
const MAX_FIRED = 4000;

/** The second round finds customers who move to a page that the first one has already read. */
const ROUNDS_TO_LEARN = 2;

/** When more customers than this number and this share of a list are missing at once, a sample of them is looked up. */
const PLAUSIBLE_LEAVERS = 20;
const PLAUSIBLE_SHARE = 0.1;
const SAMPLE_SIZE = 3;

export const START: Readonly<Cursor> = { list: 0, page: 1 };

export function membershipOf(names: string[]): MembershipCheckpoint {
	const lists = names.map((name) => ({
		name,
		present: new Set<number>(),
		unseenThisRound: new Set<number>(),
		unseenLastRound: new Set<number>(),
	}));
	return {
		lists,
		cursor: { ...START },
		roundsToLearn: ROUNDS_TO_LEARN,
		startedAt: 0,
		missing: new Map(),
		fired: [],
		firedBefore: 0,
		extraFields: {},
	};
}

const SETS = ['present', 'unseenThisRound', 'unseenLastRound'] as const;

export function isMember(members: Members, id: number): boolean {
	return SETS.some((set) => members[set].has(id));
}

export function countMembers(members: Members): number {
	return SETS.reduce((sum, set) => sum + members[set].size, 0);
}

/** Records that customers are listed in this round. */
export function observe(members: Members, listed: Set<number>): Members {
	const withoutListed = (ids: Set<number>) => new Set([...ids].filter((id) => !listed.has(id)));
	return {
		name: members.name,
		present: new Set([...members.present, ...listed]),
		unseenThisRound: withoutListed(members.unseenThisRound),
		unseenLastRound: withoutListed(members.unseenLastRound),
	};
}

/** Returns at most three of the customers who were missing in two rounds, when so many left at once that it is unlikely. */
export function sampleOfMissing(members: Members): number[] {
	const missing = [...members.unseenLastRound].sort((a, b) => a - b);
	if (missing.length <= Math.max(PLAUSIBLE_LEAVERS, PLAUSIBLE_SHARE * countMembers(members))) {
		return [];
	}
	const step = missing.length / SAMPLE_SIZE;
	return Array.from({ length: SAMPLE_SIZE }, (_, index) => missing[Math.floor(index * step)] ?? 0);
}

/** Ends the round of a list. Returns the customers who were missing in it and in the previous one. */
export function endRound(members: Members): { after: Members; missing: number[] } {
	const { name, present, unseenThisRound, unseenLastRound } = members;
	return {
		after: {
			name,
			present: new Set(),
			unseenThisRound: present,
			unseenLastRound: unseenThisRound,
		},
		missing: [...unseenLastRound],
	};
}

/** Starts the round of a list again and discards the absences that it found. */
export function discardRound(members: Members): Members {
	return {
		...members,
		unseenThisRound: new Set([...members.unseenThisRound, ...members.present]),
		present: new Set(),
	};
}

/**
 * Settles a customer who was missing in two rounds of a list: one who is still listed is known again, one who left is
 * forgotten, and one whose look-up was unclear is looked up again after the others.
 */
export function confirm(
	checkpoint: MembershipCheckpoint,
	id: number,
	witness: Witness,
): MembershipCheckpoint {
	const missing = new Map(checkpoint.missing);
	const list = missing.get(id) ?? 0;
	missing.delete(id);
	if (witness === 'unclear') missing.set(id, list);
	if (witness !== 'listed') return { ...checkpoint, missing };
	const lists = checkpoint.lists.map((members, index) =>
		index === list
			? { ...members, unseenThisRound: new Set([...members.unseenThisRound, id]) }
			: members,
	);
	return { ...checkpoint, missing, lists };
}

/**
 * Adds the common fields to events, and numbers the events of each customer. A number depends only on the customer's
 * earlier events, so an event that is found again from an older checkpoint keeps its ID, even when the record has
 * changed. Numbers begin with the second in which the lists were learnt, so that a trigger that starts again repeats none.
 */
export function withEventKeys(
	checkpoint: MembershipCheckpoint,
	events: TriggerEvent[],
): { events: TriggerEvent[]; checkpoint: MembershipCheckpoint } {
	const { startedAt, firedBefore } = checkpoint;
	const fired = checkpoint.fired.map((ids) => new Set(ids));
	const keyed = events.map((event) => {
		const { id } = event.entry;
		const times = checkpoint.fired.filter((ids) => ids.has(id)).length;
		(fired[times] ??= new Set()).add(id);
		return {
			...event,
			key: `${event.key}:${startedAt + firedBefore + times}`,
			about: { ...event.about, ...checkpoint.extraFields },
		};
	});
	const isTooLong = fired.reduce((sum, { size }) => sum + size, 0) > MAX_FIRED;
	const counts = isTooLong
		? { fired: [], firedBefore: firedBefore + fired.length }
		: { fired, firedBefore };
	return { events: keyed, checkpoint: { ...checkpoint, ...counts } };
}
