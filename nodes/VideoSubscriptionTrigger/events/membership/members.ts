import type { IDataObject } from 'n8n-workflow';

import type { TriggerEvent } from '../event';

/** What is known of the customers in one list, each in one of the sets. */
export interface Members {
	/** The name of the list. */
	name: string;
	/** Met in the present round through the list. */
	present: Set<number>;
	/** Not met yet in the present round. */
	unseenThisRound: Set<number>;
	/** Not met in the whole round before, nor yet in the present one. */
	unseenLastRound: Set<number>;
	/** How many customers the `total` counted beyond those listed when the list was learnt. */
	hidden: number;
}

/** Where a round goes on: number of the list from 0, page. */
interface Cursor {
	list: number;
	page: number;
}

/** The customers in some lists, which are read round after round and compared. */
export interface MembershipCheckpoint {
	/** In the order of the round. */
	lists: Members[];
	cursor: Cursor;
	/** Rounds that are still to be learnt: customers met in them do not fire. */
	roundsToLearn: number;
	/** Seconds, by the service's clock: when learning began. */
	startedAt: number;
	/** Customers not met in two whole rounds, with how many look-ups have not told what became of them. */
	departed: Map<number, number>;
	/** Customers who fired at least once, twice and so on, and what was counted before these sets were last emptied. */
	fired: Array<Set<number>>;
	firedBefore: number;
	/** What stands behind the record of each event, as it was read last. */
	about: IDataObject;
}

/** Customers who are kept in `fired`. */
const MAX_FIRED = 4000;

/** A customer who moves to a page that the first round has read is met in the second one only. */
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

export function isMember(
	{ present, unseenThisRound, unseenLastRound }: Members,
	id: number,
): boolean {
	return present.has(id) || unseenThisRound.has(id) || unseenLastRound.has(id);
}

/** Returns the ids of all customers who are known in the lists. */
export function membersOf(lists: Members[]): number[] {
	return lists.flatMap(({ present, unseenThisRound, unseenLastRound }) => [
		...present,
		...unseenThisRound,
		...unseenLastRound,
	]);
}

/** Notes that a customer stands in a list. */
export function markPresent(
	{ present, unseenThisRound, unseenLastRound }: Members,
	id: number,
): void {
	unseenThisRound.delete(id);
	unseenLastRound.delete(id);
	present.add(id);
}

/** Ends the round through one list; returns the customers who were not met in it, nor in the one before. */
export function endRound(members: Members): number[] {
	const departed = [...members.unseenLastRound];
	members.unseenLastRound = members.unseenThisRound;
	members.unseenThisRound = members.present;
	members.present = new Set();
	return departed;
}

/** Forgets what the round told of absence: everyone is where the round found or left them. */
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
