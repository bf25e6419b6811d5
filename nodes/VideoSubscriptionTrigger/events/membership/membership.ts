import { FIRST_PAGE, type PageCursor } from '../../checkpoint/pages';
import type { Entry } from '../../checkpoint/records';

/** What is known of the customers in one list, each in one of the sets. */
export interface Members {
	/** The name of the list. */
	name: string;
	/** Met in the present round through the list. */
	seen: Set<number>;
	/** Not met yet in the present round. */
	unseen: Set<number>;
	/** Not met in a whole round: they left the list, or moved while it was read. */
	missing: Set<number>;
}

/** Where the round through all lists goes on. */
export interface RoundCursor extends PageCursor {
	/** Number of the list, from 0. */
	list: number;
}

export interface MembershipCheckpoint {
	/** In the order of the round. */
	lists: Members[];
	cursor: RoundCursor;
	/** Rounds at the beginning that are still to be read: whoever is met in them is known and does not fire. */
	learning: number;
	/** Whether the next poll only looks up who is missing, since this one had no time for it. */
	isVerdictNext: boolean;
}

/** What was read of one list. */
export interface Visit {
	members: Members;
	entries: Entry[];
	/** Whether the end of the list was reached. */
	isComplete: boolean;
}

export const FIRST: RoundCursor = { ...FIRST_PAGE, list: 0 };

/** Where records move while the first round is read, somebody may be met in the second one only. */
const LEARNING_ROUNDS = 2;

export function membershipOf(names: string[]): MembershipCheckpoint {
	const lists = names.map((name) => ({
		name,
		seen: new Set<number>(),
		unseen: new Set<number>(),
		missing: new Set<number>(),
	}));
	return { lists, cursor: FIRST, learning: LEARNING_ROUNDS, isVerdictNext: false };
}

export function isKnown({ seen, unseen, missing }: Members, id: number): boolean {
	return seen.has(id) || unseen.has(id) || missing.has(id);
}

export function missingIn(lists: Members[]): Set<number> {
	return new Set(lists.flatMap(({ missing }) => [...missing]));
}

export function forget({ seen, unseen, missing }: Members, id: number): void {
	for (const ids of [seen, unseen, missing]) ids.delete(id);
}

export function see(members: Members, id: number): void {
	forget(members, id);
	members.seen.add(id);
}

/** Notes who was met; whom a list did not show that was read to its end is missing. */
export function noteVisits(visits: Visit[]): void {
	for (const { members, entries, isComplete } of visits) {
		for (const { id } of entries) see(members, id);
		if (!isComplete) continue;
		for (const id of members.unseen) members.missing.add(id);
		members.unseen = members.seen;
		members.seen = new Set();
	}
}

/** Who stands in a list without being known there, each once. */
export function newcomersIn(visits: Visit[]): Array<{ members: Members; entry: Entry }> {
	const found = visits.flatMap(({ members, entries }) =>
		entries.filter(({ id }) => !isKnown(members, id)).map((entry) => ({ members, entry })),
	);
	const byName = found.map((one) => [`${one.entry.id}:${one.members.name}`, one] as const);
	return [...new Map(byName).values()];
}
