import type { IDataObject } from 'n8n-workflow';

import { packIds, unpackIds } from '../../checkpoint/compression';
import {
	FIRST_PAGE,
	loadPageCursor,
	type PageCursor,
	storePageCursor,
} from '../../checkpoint/pages';
import { changedAt, type Entry } from '../../checkpoint/records';
import { stored } from '../../checkpoint/stored';
import { inOrder, type Occurrence } from '../event';

/** The known customers of one list, each in one of the sets. */
export interface Members {
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
	/**
	 * At the beginning, how often the list was read whole: whoever is in it then is known and does not
	 * fire. Undefined once everyone is known.
	 */
	pass: number | undefined;
}

export interface MembershipCheckpoint {
	/** By name, in the order of the round. */
	lists: Map<string, Members>;
	cursor: RoundCursor;
}

/** What was read of one list. */
export interface Visit {
	list: string;
	entries: Entry[];
	/** Whether the end of the list was reached. */
	isComplete: boolean;
}

/** What became of a customer who was missing from a list. */
export interface Verdict {
	id: number;
	/** The lists in which the customer is no more. */
	left: string[];
	/** The customer, when back among those who are enabled. */
	enabled?: Entry | undefined;
}

/** A customer who came into a list; the name of the event depends on both. */
export type OccurrenceOf = (list: string, entry: Entry) => Occurrence;

export const FIRST: RoundCursor = { ...FIRST_PAGE, list: 0, pass: undefined };

/** Characters that the known ids may take; less at the beginning, so that there is room to grow. */
export const MOST_CHARACTERS = 62_000;
export const MOST_CHARACTERS_AT_START = 50_000;

/** The beginning: nobody is known yet, and the first round learns who is there. */
export function membershipOf(names: string[]): MembershipCheckpoint {
	const lists = names.map((name): [string, Members] => [
		name,
		{ seen: new Set(), unseen: new Set(), missing: new Set() },
	]);
	return { lists: new Map(lists), cursor: { ...FIRST, pass: 0 } };
}

export async function storeMembership({
	lists,
	cursor,
}: MembershipCheckpoint): Promise<IDataObject> {
	const packed = [];
	for (const [name, { seen, unseen, missing }] of lists) {
		packed.push({
			name,
			seen: await packIds(seen),
			unseen: await packIds(unseen),
			missing: await packIds(missing),
		});
	}
	return {
		lists: packed,
		cursor: { ...storePageCursor(cursor), list: cursor.list, pass: cursor.pass ?? null },
	};
}

/** @throws Error for a state that is damaged */
export async function loadMembership(saved: IDataObject): Promise<MembershipCheckpoint> {
	const lists = new Map<string, Members>();
	for (const { name, seen, unseen, missing } of stored.objects(saved.lists, 'lists')) {
		lists.set(stored.text(name, 'name'), {
			seen: await unpackIds(stored.text(seen, 'seen')),
			unseen: await unpackIds(stored.text(unseen, 'unseen')),
			missing: await unpackIds(stored.text(missing, 'missing')),
		});
	}
	const cursor = stored.object(saved.cursor, 'cursor');
	return {
		lists,
		cursor: {
			...loadPageCursor(cursor),
			list: stored.number(cursor.list, 'list'),
			pass: stored.optionalNumber(cursor.pass, 'pass'),
		},
	};
}

/** Characters that the known ids take. */
export async function charactersOf({ lists }: MembershipCheckpoint): Promise<number> {
	let sum = 0;
	for (const { seen, unseen, missing } of lists.values()) {
		for (const ids of [seen, unseen, missing]) sum += (await packIds(ids)).length;
	}
	return sum;
}

function isKnown({ seen, unseen, missing }: Members, id: number): boolean {
	return seen.has(id) || unseen.has(id) || missing.has(id);
}

/** The lists in which a customer is known. */
export function knownLists({ lists }: MembershipCheckpoint, id: number): string[] {
	return [...lists].filter(([, members]) => isKnown(members, id)).map(([name]) => name);
}

export function missingIn({ lists }: MembershipCheckpoint): number[] {
	return [...new Set([...lists.values()].flatMap(({ missing }) => [...missing]))];
}

/** The service tells no moment of a change; the record's last change is the nearest that is known. */
export function momentOf(entry: Entry): number {
	return changedAt(entry);
}

function forget({ seen, unseen, missing }: Members, id: number): void {
	for (const ids of [seen, unseen, missing]) ids.delete(id);
}

function see(members: Members, id: number): void {
	forget(members, id);
	members.seen.add(id);
}

function copyOf({ seen, unseen, missing }: Members): Members {
	return { seen: new Set(seen), unseen: new Set(unseen), missing: new Set(missing) };
}

function copiesOf({ lists }: MembershipCheckpoint): Map<string, Members> {
	return new Map([...lists].map(([name, members]) => [name, copyOf(members)]));
}

/** The list was read to its end: whom it did not show is missing. */
function nextRound({ seen, unseen, missing }: Members): Members {
	return { seen: new Set(), unseen: seen, missing: new Set([...missing, ...unseen]) };
}

/** Who stands in a list without being known there, each once. */
function newcomers({ lists }: MembershipCheckpoint, visits: Visit[]): Array<[string, Entry]> {
	const found = visits.flatMap(({ list, entries }) => {
		const members = lists.get(list);
		return entries
			.filter(({ id }) => members && !isKnown(members, id))
			.map((entry): [string, [string, Entry]] => [`${entry.id}:${list}`, [list, entry]]);
	});
	return [...new Map(found).values()];
}

/** Notes who was seen in the lists. */
function withVisits(
	before: MembershipCheckpoint,
	visits: Visit[],
	cursor: RoundCursor,
): MembershipCheckpoint {
	const lists = copiesOf(before);
	for (const { list, entries, isComplete } of visits) {
		const members = lists.get(list);
		if (!members) continue;
		for (const { id } of entries) see(members, id);
		if (isComplete) lists.set(list, nextRound(members));
	}
	return { lists, cursor };
}

const NOBODY: Members = { seen: new Set(), unseen: new Set(), missing: new Set() };

/** So often a list is read whole at the beginning: a shift of pages may hide somebody once. */
const MOST_PASSES = 3;

/**
 * The beginning goes on with the list of the cursor, which is read again while that shows somebody
 * new. Meanwhile `seen` holds everyone, and `missing` the last one whom this pass showed for the first time.
 *
 * @param next where the list goes on
 * @param isOnePage whether the list was read whole with one request, so that nothing could shift
 */
export function learn(
	before: MembershipCheckpoint,
	{ list: name, entries }: Visit,
	next: PageCursor,
	isOnePage: boolean,
): MembershipCheckpoint {
	const { list, pass = 0 } = before.cursor;
	const members = copyOf(before.lists.get(name) ?? NOBODY);
	for (const { id } of entries) {
		if (!members.seen.has(id)) members.missing = new Set([id]);
		members.seen.add(id);
	}
	const isPassOver = next.page === 0;
	const isSettled = isOnePage || members.missing.size === 0 || pass + 1 >= MOST_PASSES;
	const isLearnt = isPassOver && isSettled;
	if (isPassOver) members.missing = new Set();
	const known = isLearnt ? { ...members, seen: new Set<number>(), unseen: members.seen } : members;
	const lists = new Map(before.lists).set(name, known);
	if (!isPassOver) return { lists, cursor: { ...next, list, pass } };
	if (!isLearnt) return { lists, cursor: { ...FIRST_PAGE, list, pass: pass + 1 } };
	const isLastList = list + 1 >= lists.size;
	return { lists, cursor: isLastList ? FIRST : { ...FIRST_PAGE, list: list + 1, pass: 0 } };
}

/**
 * From what is known and what was read of the lists: the events to deliver, and what is known then.
 *
 * @param fires the lists whose newcomers fire
 */
export function advanceRound(
	before: MembershipCheckpoint,
	{ visits, cursor }: { visits: Visit[]; cursor: RoundCursor },
	{ fires, occurrenceOf }: { fires: string[]; occurrenceOf: OccurrenceOf },
	batch: number,
): { occurrences: Occurrence[]; after: MembershipCheckpoint; isTooMuch: boolean } {
	const entered = newcomers(before, visits)
		.filter(([list]) => fires.includes(list))
		.map(([list, entry]) => ({ list, occurrence: occurrenceOf(list, entry) }))
		.sort((a, b) => inOrder(a.occurrence, b.occurrence));
	const taken = entered.slice(0, batch);
	const occurrences = taken.map(({ occurrence }) => occurrence);
	if (taken.length === entered.length) {
		return { occurrences, after: withVisits(before, visits, cursor), isTooMuch: false };
	}
	// The rest is found again: the round stays where it was.
	const lists = copiesOf(before);
	for (const { list, occurrence } of taken) lists.get(list)?.seen.add(occurrence.entry.id);
	return { occurrences, after: { lists, cursor: before.cursor }, isTooMuch: true };
}

/**
 * From what is known and what was looked up of those who were missing: who came back, and what is
 * known then. What does not fit is missing until it is looked up again.
 */
export function advanceVerdicts(
	before: MembershipCheckpoint,
	verdicts: Verdict[],
	occurrenceOf: (entry: Entry) => Occurrence,
	batch: number,
): { occurrences: Occurrence[]; after: MembershipCheckpoint } {
	const lists = copiesOf(before);
	const occurrences: Occurrence[] = [];
	for (const { id, left, enabled } of verdicts) {
		if (enabled && occurrences.length >= batch) continue;
		if (enabled) occurrences.push(occurrenceOf(enabled));
		for (const [name, members] of lists) {
			if (left.includes(name)) forget(members, id);
			else if (members.missing.has(id)) see(members, id);
		}
	}
	return { occurrences, after: { ...before, lists } };
}
