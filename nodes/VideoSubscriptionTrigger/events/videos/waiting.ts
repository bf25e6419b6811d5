import { type Entry, toEntries } from '../../checkpoint/records';
import type { ServiceReader } from '../../serviceReader';

/** How far a video is from its milestone. Times in seconds. */
export type Progress =
	| { kind: 'reached' }
	/** It cannot be reached earlier. */
	| { kind: 'scheduled'; at: number }
	/** Nothing tells when. */
	| { kind: 'pending' };

/** Videos that have not fired yet, each in one of the first three. */
export interface Waiting {
	/** Those that reached the milestone, and did not fit into a batch. */
	due: Set<number>;
	/** By ID, when the milestone can be reached at the earliest. */
	scheduled: Map<number, number>;
	pending: Set<number>;
	/** The ID that was looked up last of those that are looked up in turn. */
	lastInTurn: number;
	/** By ID, since when look-ups find no such video. */
	absentSince: Map<number, number>;
}

/** Maximum look-ups of one poll: of videos whose time has come, and of others in turn. */
const MAX_DUE = 100;
const MAX_IN_TURN = 15;

/** More would not fit into the saved state. */
const MAX_WAITING = 10_000;

/** Seconds after which a second look-up proves that a video is deleted: proxies answer 404 while a server restarts. */
const ABSENT_FOR = 3600;

export function noneWaiting(): Waiting {
	return {
		due: new Set(),
		scheduled: new Map(),
		pending: new Set(),
		lastInTurn: 0,
		absentSince: new Map(),
	};
}

export function isWaiting({ due, scheduled, pending }: Waiting, id: number): boolean {
	return due.has(id) || scheduled.has(id) || pending.has(id);
}

/** Removes a video; it fired, or is deleted. */
export function removeVideo(waiting: Waiting, id: number): void {
	const { due, scheduled, pending, absentSince } = waiting;
	for (const some of [due, scheduled, pending, absentSince]) some.delete(id);
}

/** Notes how far a video is. */
export function noteProgress(waiting: Waiting, id: number, progress: Progress): void {
	removeVideo(waiting, id);
	if (progress.kind === 'reached') waiting.due.add(id);
	else if (progress.kind === 'scheduled') waiting.scheduled.set(id, progress.at);
	else waiting.pending.add(id);
}

/** Removes the oldest videos beyond what can be remembered, those without a time first, and warns. */
export function trimWaiting(reader: Pick<ServiceReader, 'warn'>, waiting: Waiting): void {
	const { due, scheduled, pending } = waiting;
	const excess = due.size + scheduled.size + pending.size - MAX_WAITING;
	if (excess <= 0) return;
	reader.warn(
		`${excess} videos that wait are forgotten, the oldest ones, since no more can be remembered. Filter the videos, or use several triggers.`,
	);
	const oldestFirst = [pending, scheduled.keys(), due].flatMap((ids) =>
		[...ids].sort((a, b) => a - b),
	);
	for (const id of oldestFirst.slice(0, excess)) removeVideo(waiting, id);
}

/** Returns the videos to look up: those whose time has come, and the next of all others, round after round. */
function turnsOf({ due, scheduled, pending, lastInTurn }: Waiting, read: Set<number>, now: number) {
	const unread = (ids: Iterable<number>) => [...ids].filter((id) => !read.has(id));
	const [ripe, unripe] = [true, false].map((isRipe) =>
		[...scheduled].filter(([, at]) => at <= now === isRipe).map(([id]) => id),
	);
	const others = unread([...(unripe ?? []), ...pending]).sort((a, b) => a - b);
	const inTurn = [
		...others.filter((id) => id > lastInTurn),
		...others.filter((id) => id <= lastInTurn),
	];
	return {
		due: unread([...due, ...(ripe ?? [])]).slice(0, MAX_DUE),
		inTurn: inTurn.slice(0, MAX_IN_TURN),
	};
}

/**
 * Looks up some waiting videos that no page showed. One that is not found goes on waiting until a look-up an hour later
 * agrees; one that is withheld, or answered with another record, until it can be read.
 *
 * @param read the IDs that pages showed
 * @returns the videos, and what waits then
 */
export async function readWaiting(
	reader: ServiceReader,
	before: Waiting,
	read: Set<number>,
): Promise<{ entries: Entry[]; waiting: Waiting }> {
	const now = reader.now();
	const entries: Entry[] = [];
	const waiting = structuredClone(before);
	const { due, inTurn } = turnsOf(before, read, now);
	const turns = [
		...due.map((id) => ({ id, isInTurn: false })),
		...inTurn.map((id) => ({ id, isInTurn: true })),
	];
	for (const { id, isInTurn } of turns) {
		if (reader.affordable() < 1) break;
		const { row, isGone } = await reader.record(`/videos/${id}`);
		if (isInTurn) waiting.lastInTurn = id;
		if (row) entries.push(...toEntries([{ ...row, id }]));
		const absentSince = before.absentSince.get(id) ?? now;
		// Without a time, so that it holds up no other.
		noteProgress(waiting, id, { kind: 'pending' });
		if (isGone) waiting.absentSince.set(id, absentSince);
		if (isGone && now - absentSince >= ABSENT_FOR) removeVideo(waiting, id);
	}
	return { entries, waiting };
}
