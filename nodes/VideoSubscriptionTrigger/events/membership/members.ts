import type { IDataObject } from 'n8n-workflow';

import type { TriggerEvent } from '../event';

/** The known customers of one list, each in one of the sets. */
export interface Members {
	/** The name of the list. */
	name: string;
	/** Listed in the current round. */
	present: Set<number>;
	/** Listed in the round before, not yet in this one. */
	unseenThisRound: Set<number>;
	/** Not listed in the whole round before, nor yet in this one. */
	unseenLastRound: Set<number>;
	/** How many customers the `total` counted beyond those listed when the list was learnt, less those listed since. */
	hidden: number;
}

/** Where a round continues: index of the list, page. */
interface Cursor {
	list: number;
	page: number;
}

/** The customers in some lists, which are read round after round and compared. */
export interface MembershipCheckpoint {
	/** In the order of the round. */
	lists: Members[];
	cursor: Cursor;
	/** Rounds left to learn; customers met in them fire no event. */
	roundsToLearn: number;
	/** Seconds, by the service's clock: when learning began. */
	startedAt: number;
	/** By ID, customers who left all lists, and how many look-ups of each have proved nothing. */
	departed: Map<number, number>;
	/** Customers who fired at least once, twice and so on, and the count of events before these sets were last emptied. */
	fired: Array<Set<number>>;
	firedBefore: number;
	/** The fields behind the record of each event, as last read. */
	about: IDataObject;
}

/** Maximum customers in `fired`. */
const MAX_FIRED = 4000;

/** A customer who moves to a page that the first round has read is found by the second. */
const ROUNDS_TO_LEARN = 2;

export const START: Readonly<Cursor> = { list: 0, page: 1 };

export function membershipOf(names: string[]): MembershipCheckpoint {
	const lists = names.map((name) => ({
		name,
		present: new Set<number>(),
		unseenThisRound: new Set<number>(),
		unseenLastRound: new Set<number>(),
		hidden: 0,
	}));
	return {
		lists,
		cursor: { ...START },
		roundsToLearn: ROUNDS_TO_LEARN,
		startedAt: 0,
		departed: new Map(),
		fired: [],
		firedBefore: 0,
		about: {},
	};
}

const SETS = ['present', 'unseenThisRound', 'unseenLastRound'] as const;

export function isMember(members: Members, id: number): boolean {
	return SETS.some((set) => members[set].has(id));
}

/** Returns the ids of all customers who are known in the lists. */
export function membersOf(lists: Members[]): number[] {
	return lists.flatMap((members) => SETS.flatMap((set) => [...members[set]]));
}

/** Records that a customer is listed. */
export function markPresent(members: Members, id: number): void {
	for (const set of SETS) members[set].delete(id);
	members.present.add(id);
}

/** Ends the round of a list; returns the customers who were missing in it and in the one before. */
export function endRound(members: Members): number[] {
	const departed = [...members.unseenLastRound];
	members.unseenLastRound = members.unseenThisRound;
	members.unseenThisRound = members.present;
	members.present = new Set();
	return departed;
}

/** Restarts the round of a list and discards the absences that it found. */
export function discardRound(members: Members): void {
	members.unseenThisRound = new Set([...members.unseenThisRound, ...members.present]);
	members.present = new Set();
}

/**
 * Completes events, and numbers those of each customer. A number depends on the customer's earlier events alone, so an event that is found
 * again from an older checkpoint keeps its id, whatever became of the record meanwhile. Numbers begin with the second
 * in which the lists were learnt: a trigger that starts afresh uses none again.
 */
export function withMarks(
	checkpoint: MembershipCheckpoint,
	events: TriggerEvent[],
): TriggerEvent[] {
	const { startedAt, fired, firedBefore } = checkpoint;
	const timesOf = ({ entry }: TriggerEvent) => fired.filter((ids) => ids.has(entry.id)).length;
	const counted = events.map((event) => ({ event, times: timesOf(event) }));
	for (const { event, times } of counted) (fired[times] ??= new Set()).add(event.entry.id);
	if (fired.reduce((sum, { size }) => sum + size, 0) > MAX_FIRED) {
		checkpoint.firedBefore += fired.length;
		checkpoint.fired = [];
	}
	return counted.map(({ event, times }) => ({
		...event,
		key: `${event.key}:${startedAt + firedBefore + times}`,
		about: { ...event.about, ...checkpoint.about },
	}));
}
