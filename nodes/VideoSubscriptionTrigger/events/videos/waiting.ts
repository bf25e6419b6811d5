import { type Entry, toEntries } from '../../checkpoint/records';
import { type ServiceReader, WITHHELD } from '../../serviceReader';
import { hasStatus } from '../../../shared/http/errors';

/** How far a video is from its milestone. Times in seconds. */
export type Progress =
	| { kind: 'reached' }
	/** It cannot be reached earlier. */
	| { kind: 'scheduled'; at: number }
	/** Nothing tells when. */
	| { kind: 'pending' };

/** Videos that have not fired yet, each in one of the first two. */
export interface Waiting {
	/** By ID, when the milestone can be reached at the earliest; past for those that did not fit into a batch. */
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

/** Maximum look-ups of one poll that fail. */
const MAX_FAILED = 3;

/** More would not fit into the saved state. */
const MAX_WAITING = 10_000;

/** Seconds after which a second look-up proves that a video is deleted: proxies answer 404 while a server restarts. */
const ABSENT_FOR = 3600;

export const noneWaiting = (): Waiting => ({
	scheduled: new Map(),
	pending: new Set(),
	lastInTurn: 0,
	absentSince: new Map(),
});

export const isWaiting = ({ scheduled, pending }: Waiting, id: number): boolean =>
	scheduled.has(id) || pending.has(id);

/** Removes a video; it fired, or is deleted. */
export function removeVideo({ scheduled, pending, absentSince }: Waiting, id: number): void {
	for (const some of [scheduled, pending, absentSince]) some.delete(id);
}

/** Notes how far a video is. One that reached the milestone waits for room in a batch. */
export function noteProgress(waiting: Waiting, id: number, progress: Progress, now: number): void {
	removeVideo(waiting, id);
	if (progress.kind === 'pending') waiting.pending.add(id);
	else waiting.scheduled.set(id, progress.kind === 'scheduled' ? progress.at : now);
}

/** Removes the oldest videos beyond what can be remembered, those without a time first, and warns. */
export function trimWaiting(reader: Pick<ServiceReader, 'warn'>, waiting: Waiting): void {
	const ids = [waiting.pending, waiting.scheduled.keys()].flatMap((some) =>
		[...some].sort((a, b) => a - b),
	);
	const excess = ids.length - MAX_WAITING;
	if (excess <= 0) return;
	reader.warn(
		`${excess} videos that wait are forgotten, the oldest ones, since no more can be remembered. Filter the videos, or use several triggers.`,
	);
	for (const id of ids.slice(0, excess)) removeVideo(waiting, id);
}

/** Returns the videos to look up: those whose time has come, and the next of all others, round after round. */
function turnsOf({ scheduled, pending, lastInTurn }: Waiting, read: Set<number>, now: number) {
	const unread = [...scheduled, ...[...pending].map((id) => [id, Infinity] as const)]
		.filter(([id]) => !read.has(id))
		.sort(([a], [b]) => a - b);
	const due = unread.filter(([, at]) => at <= now).map(([id]) => id);
	const others = unread.filter(([, at]) => at > now).map(([id]) => id);
	const next = others.findIndex((id) => id > lastInTurn);
	const inTurn = next > 0 ? [...others.slice(next), ...others.slice(0, next)] : others;
	return { due: due.slice(0, MAX_DUE), inTurn: inTurn.slice(0, MAX_IN_TURN) };
}

/**
 * Looks up some waiting videos that no page showed. One that is not found waits until a look-up an hour later
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
	let failed = 0;
	for (const id of [...due, ...inTurn]) {
		if (reader.affordable() < 1 || failed >= MAX_FAILED) break;
		const { row, isGone, error } = await reader.record(`/videos/${id}`);
		if (inTurn.includes(id)) waiting.lastInTurn = id;
		if (row) entries.push(...toEntries([row]));
		if (error && !hasStatus(error, WITHHELD)) failed++;
		// Without a time, so that it holds up no other.
		noteProgress(waiting, id, { kind: 'pending' }, now);
		const absentSince = before.absentSince.get(id) ?? now;
		if (isGone && now - absentSince >= ABSENT_FOR) removeVideo(waiting, id);
		else if (isGone) waiting.absentSince.set(id, absentSince);
	}
	return { entries, waiting };
}
