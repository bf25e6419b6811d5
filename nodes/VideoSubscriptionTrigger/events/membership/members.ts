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
	/** How many customers the `total` counted and the list did not show when it was learnt, less those listed since. */
	hidden: number;
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
	/** By ID, the customers who left all lists, each with the number of inconclusive look-ups. */
	departed: Map<number, number>;
	/** The customers with at least one event, at least two, and so on. Emptied when they are too many. */
	fired: Array<Set<number>>;
	/** The length of `fired` each time it was emptied, added up. */
	firedBefore: number;
	/** The fields that each item has after those of the record, as last read. */
	about: IDataObject;
}

/** Maximum customers in `fired`. */
const MAX_FIRED = 4000;

/** The second round finds customers who move to a page that the first one has already read. */
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

/** Ends the round of a list. Returns the customers who were missing in it and in the previous one. */
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
 * Adds the common fields to events, and numbers the events of each customer. A number depends only on the customer's
 * earlier events, so an event that is found again from an older checkpoint keeps its ID, even when the record has
 * changed. Numbers begin with the second in which the lists were learnt, so that a trigger that starts again repeats none.
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
