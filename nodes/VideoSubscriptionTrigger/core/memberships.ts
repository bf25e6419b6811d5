import type { Happening } from './event';
import { packIds, unpackIds } from './pack';
import { changedAt } from './page';
import type { Entry } from './types';

/** The status that everyone comes back to; its list is never read whole. */
export const ENABLED = 'enabled';

/** Statuses whose lists are read (spec, States and transitions). */
export const LISTED_STATUSES = ['cancelled', 'disabled', 'expired', 'paused', 'refunded'] as const;

/** The known customers of one list, each in one of the sets. */
export interface Members {
	/** Met in the present round through the list. */
	seen: Set<number>;
	/** Not met yet in the present round. */
	unseen: Set<number>;
	/** Not met in a whole round: they left the list, or moved while it was read. */
	suspects: Set<number>;
}

/** Where the round through all lists goes on. */
export interface Place {
	/** Number of the list, from 0. */
	list: number;
	page: number;
}

export interface Memberships {
	/** By status, in the order of the round. */
	lists: Map<string, Members>;
	place: Place;
}

export interface StoredMemberships {
	lists: Array<Record<keyof Members, string> & { status: string }>;
	place: Place;
}

/** What was read of one list. */
export interface Visit {
	status: string;
	entries: Entry[];
	/** Whether the end of the list was reached. */
	isComplete: boolean;
}

/** What became of a customer who was missed in a list. */
export interface Verdict {
	id: number;
	/** The lists in which the customer is no more. */
	left: string[];
	/** The customer, when back among those who are enabled. */
	enabled?: Entry;
}

export const FIRST_PLACE: Place = { list: 0, page: 1 };

/** Characters that the known ids may take; less at the beginning, so that there is room to grow. */
export const MOST_CHARACTERS = 62_000;
export const MOST_CHARACTERS_AT_START = 50_000;

/** The beginning: everyone who is in a list is known. */
export function membershipsFrom(ids: Map<string, Set<number>>): Memberships {
	const lists = [...ids].map(([status, unseen]): [string, Members] => [
		status,
		{ seen: new Set(), unseen, suspects: new Set() },
	]);
	return { lists: new Map(lists), place: FIRST_PLACE };
}

export function loadMemberships({ lists, place }: StoredMemberships): Memberships {
	const loaded = lists.map(({ status, seen, unseen, suspects }): [string, Members] => [
		status,
		{
			seen: new Set(unpackIds(seen)),
			unseen: new Set(unpackIds(unseen)),
			suspects: new Set(unpackIds(suspects)),
		},
	]);
	return { lists: new Map(loaded), place };
}

export function storeMemberships({ lists, place }: Memberships): StoredMemberships {
	const stored = [...lists].map(([status, { seen, unseen, suspects }]) => ({
		status,
		seen: packIds(seen),
		unseen: packIds(unseen),
		suspects: packIds(suspects),
	}));
	return { lists: stored, place };
}

/** Characters that the known ids take. */
export function charactersOf({ lists }: StoredMemberships): number {
	return lists.reduce(
		(sum, { seen, unseen, suspects }) => sum + seen.length + unseen.length + suspects.length,
		0,
	);
}

function isKnown({ seen, unseen, suspects }: Members, id: number): boolean {
	return seen.has(id) || unseen.has(id) || suspects.has(id);
}

/** The statuses in whose lists a customer is known. */
export function knownStatuses({ lists }: Memberships, id: number): string[] {
	return [...lists].filter(([, members]) => isKnown(members, id)).map(([status]) => status);
}

export function suspectsOf({ lists }: Memberships): number[] {
	return [...new Set([...lists.values()].flatMap(({ suspects }) => [...suspects]))];
}

/** A change of status. The service tells no moment of it; the last change is the nearest known. */
export function changeTo(status: string, entry: Entry): Happening {
	const at = changedAt(entry);
	return { entry, at, key: `${entry.id}:${status}:${at}`, details: { status } };
}

/** Oldest first. */
export function inOrder(a: Happening, b: Happening): number {
	return a.at - b.at || a.entry.id - b.entry.id;
}

function forget({ seen, unseen, suspects }: Members, id: number): void {
	for (const ids of [seen, unseen, suspects]) ids.delete(id);
}

function see(members: Members, id: number): void {
	forget(members, id);
	members.seen.add(id);
}

function copyOf({ seen, unseen, suspects }: Members): Members {
	return { seen: new Set(seen), unseen: new Set(unseen), suspects: new Set(suspects) };
}

function copiesOf({ lists }: Memberships): Map<string, Members> {
	return new Map([...lists].map(([status, members]) => [status, copyOf(members)]));
}

/** The list was read to its end: whom it did not show is missed. */
function nextRound({ seen, unseen, suspects }: Members): Members {
	return { seen: new Set(), unseen: seen, suspects: new Set([...suspects, ...unseen]) };
}

/** Who stands in a list without being known there, each once. */
function newcomers({ lists }: Memberships, visits: Visit[]): Array<[string, Entry]> {
	const found = visits.flatMap(({ status, entries }) => {
		const members = lists.get(status);
		return entries
			.filter(({ id }) => members && !isKnown(members, id))
			.map((entry): [string, [string, Entry]] => [`${entry.id}:${status}`, [status, entry]]);
	});
	return [...new Map(found).values()];
}

/**
 * From what is known and what was read of the lists: the changes to deliver, and what is known then.
 *
 * @param chosen the statuses that fire
 */
export function advanceRound(
	before: Memberships,
	{ visits, place }: { visits: Visit[]; place: Place },
	chosen: string[],
	batch: number,
): { happenings: Happening[]; memberships: Memberships; isTooMuch: boolean } {
	const entered = newcomers(before, visits)
		.filter(([status]) => chosen.includes(status))
		.map(([status, entry]) => ({ status, happening: changeTo(status, entry) }))
		.sort((a, b) => inOrder(a.happening, b.happening));
	const taken = entered.slice(0, batch);
	const happenings = taken.map(({ happening }) => happening);
	const lists = copiesOf(before);
	const isTooMuch = taken.length < entered.length;
	if (isTooMuch) {
		// The rest is found again: the round stays where it was.
		for (const { status, happening } of taken) lists.get(status)?.seen.add(happening.entry.id);
		return { happenings, memberships: { lists, place: before.place }, isTooMuch };
	}
	for (const { status, entries, isComplete } of visits) {
		const members = lists.get(status);
		if (!members) continue;
		for (const { id } of entries) see(members, id);
		if (isComplete) lists.set(status, nextRound(members));
	}
	return { happenings, memberships: { lists, place }, isTooMuch };
}

/**
 * From what is known and what was looked up of those who were missed: who came back, and what is
 * known then. What does not fit is missed until it is looked up again.
 */
export function advanceVerdicts(
	before: Memberships,
	verdicts: Verdict[],
	batch: number,
): { happenings: Happening[]; memberships: Memberships } {
	const lists = copiesOf(before);
	const happenings: Happening[] = [];
	for (const { id, left, enabled } of verdicts) {
		if (enabled && happenings.length >= batch) continue;
		if (enabled) happenings.push(changeTo(ENABLED, enabled));
		for (const [status, members] of lists) {
			if (left.includes(status)) forget(members, id);
			else if (members.suspects.has(id)) see(members, id);
		}
	}
	return { happenings, memberships: { ...before, lists } };
}
