import type { IDataObject } from 'n8n-workflow';

import type { FoundEvent, SearchResult } from '../event';
import type { EventType } from '../types';

/** The known customers of one list. */
export interface CustomerList {
	/** The name of the list. */
	name: string;
	/** The number of the round that is being read. */
	round: number;
	/** By ID, the latest round in which the list contained the customer. */
	listedIn: Map<number, number>;
}

/** The known customers of the lists, which are read again in each round and compared. */
export interface MembershipCheckpoint {
	/** In the order of the round. */
	lists: CustomerList[];
	/** Where the round continues: the index of the list, and the page. */
	cursor: { list: number; page: number };
	/** Rounds that are still to be read before changes count for the events that begin. */
	roundsToRead: number;
	/** These events: all of the search unless some joined it later. */
	beginning?: EventType[] | undefined;
	/** By event that joined later, the round that it began with. Customers who left before it start nothing. */
	joinedIn?: Partial<Record<EventType, number>>;
	/** When the first of these rounds began, in seconds by the service's clock. */
	startedAt: number;
	/** By customer, the number of events so far. Emptied when the customers are too many. */
	eventCounts: Map<number, number>;
	/** The largest number in `eventCounts` each time it was emptied, added up. */
	eventCountBase: number;
	/** The fields that each item has after those of the record, as last read. */
	extraFields: IDataObject;
	/** By customer, since when look-ups do not show where a missing customer is, in seconds. */
	unclearSince: Map<number, number>;
}

/** What a look-up by ID says of a customer who was missing in two rounds of a list. */
export type Witness = 'listed' | 'left' | 'unclear';

/**
 * Maximum customers in `eventCounts`, which take some 20 KB in the saved state. A larger one only saves space: the numbers of
 * all customers then go on from the largest one.
 */
const MAX_COUNTED = 4000;

/** The second round finds customers who move to a page that the first one has already read. */
const ROUNDS_TO_READ = 2;

/** One round misses a customer who moves up to a page that it has already read. */
export const MIN_MISSED_ROUNDS = 2;

export const START: Readonly<MembershipCheckpoint['cursor']> = { list: 0, page: 1 };

/** Returns the first checkpoint: no customer is known yet. */
export function membershipOf(names: string[]): MembershipCheckpoint {
	return {
		lists: names.map((name) => ({ name, round: 1, listedIn: new Map() })),
		cursor: { ...START },
		roundsToRead: ROUNDS_TO_READ,
		startedAt: 0,
		eventCounts: new Map(),
		eventCountBase: 0,
		extraFields: {},
		unclearSince: new Map(),
	};
}

/** Returns the checkpoint with which further events begin now: the lists are read, and their changes are none of these. */
export function joined(checkpoint: MembershipCheckpoint, types: EventType[]): MembershipCheckpoint {
	const { lists, cursor, roundsToRead, beginning, joinedIn } = checkpoint;
	const isFromStart = cursor.list === START.list && cursor.page === START.page;
	// What this round has read already is from before.
	const rest = isFromStart ? 0 : 1;
	const first = Math.max(...lists.map(({ round }) => round)) + rest;
	return {
		...checkpoint,
		roundsToRead: ROUNDS_TO_READ + rest,
		// Without any, all events begin.
		beginning: roundsToRead > 0 && !beginning ? undefined : [...(beginning ?? []), ...types],
		joinedIn: { ...joinedIn, ...Object.fromEntries(types.map((type) => [type, first])) },
	};
}

/** Records that a list contains customers in the current round, and whether the round of the list has ended. */
export function observe(
	{ round, listedIn, ...list }: CustomerList,
	ids: Set<number>,
	isEnd: boolean,
): CustomerList {
	const listed = [...ids].map((id): [number, number] => [id, round]);
	return { ...list, round: isEnd ? round + 1 : round, listedIn: new Map([...listedIn, ...listed]) };
}

/** Returns how many rounds of a list have ended without a customer; none when the list never had them. */
function missedRounds({ round, listedIn }: CustomerList, id: number): number {
	return Math.max(0, round - 1 - (listedIn.get(id) ?? Infinity));
}

/** Whether two rounds of a list have ended without a customer, who is still to be looked up. */
function isMissing(list: CustomerList, id: number): boolean {
	return missedRounds(list, id) >= MIN_MISSED_ROUNDS;
}

/** Whether a list contains a customer, as far as polls have read it. */
export function isMember(list: CustomerList, id: number): boolean {
	return list.listedIn.has(id) && !isMissing(list, id);
}

/** Returns the customers to look up, and how many rounds they have missed. */
export function missingIn(list: CustomerList): Array<{ id: number; rounds: number }> {
	return [...list.listedIn.keys()]
		.filter((id) => isMissing(list, id))
		.map((id) => ({ id, rounds: missedRounds(list, id) }));
}

/**
 * Settles a missing customer: one who is still listed counts as listed in the previous round, one who left is forgotten,
 * and one whose look-up was unclear is looked up again, after the others, when the next round has ended.
 */
export function confirm(lists: CustomerList[], id: number, witness: Witness): CustomerList[] {
	return lists.map((list) => {
		if (!isMissing(list, id)) return list;
		const listedIn = new Map(list.listedIn);
		listedIn.delete(id);
		const roundsAgo = witness === 'listed' ? 1 : MIN_MISSED_ROUNDS;
		if (witness !== 'left') listedIn.set(id, list.round - roundsAgo);
		return { ...list, listedIn };
	});
}

/**
 * Adds the common fields to events, and numbers the events of each customer. A number depends only on the customer's
 * earlier events, so an event that is found again from an older checkpoint keeps its ID, even when the record has
 * changed. Numbers begin with the second in which the snapshot was taken, so that a trigger that starts again repeats none.
 */
export function withEventKeys(
	checkpoint: MembershipCheckpoint,
	events: FoundEvent[],
): SearchResult<MembershipCheckpoint> {
	const { startedAt, eventCountBase, eventCounts, extraFields } = checkpoint;
	const counts = new Map(eventCounts);
	const keyed = events.map((event) => {
		const { id } = event.entry;
		const earlier = eventCounts.get(id) ?? 0;
		counts.set(id, earlier + 1);
		return {
			...event,
			key: `${event.key}:${startedAt + eventCountBase + earlier}`,
			fieldsAfter: { ...event.fieldsAfter, ...extraFields },
		};
	});
	const isTooLong = counts.size > MAX_COUNTED;
	const next = isTooLong
		? { eventCounts: new Map(), eventCountBase: eventCountBase + Math.max(...counts.values()) }
		: { eventCounts: counts, eventCountBase };
	return { events: keyed, checkpoint: { ...checkpoint, ...next } };
}
