import type { ServiceReader } from '../../serviceReader';
import { type Entry, toEntries } from '../../checkpoint/records';

/** Videos that have not come to what is unseenThisRound, or came to it and did not fit into the batch. */
export interface Waiting {
	/** By id, the moment in seconds before which it cannot be; 0 where none is told. */
	videos: Map<number, number>;
	/** The id that was asked for last of those in turn. */
	lastInTurn: number;
}

/** Videos that one poll asks for alone: those whose moment has come, and of the others some in turn. */
const MOST_DUE = 100;
const MOST_IN_TURN = 15;

/** More than these would not fit into the saved state. */
const MOST_WAITING = 10_000;

/** As many as can be remembered: the oldest without a moment are forgotten first, with a word. */
export function withinBounds(
	reader: Pick<ServiceReader, 'warn'>,
	videos: Map<number, number>,
): Map<number, number> {
	const forgotten = videos.size - MOST_WAITING;
	if (forgotten <= 0) return videos;
	reader.warn(
		`${forgotten} videos that wait are forgotten, the oldest ones, since no more can be remembered. Filter the videos, or use several triggers.`,
	);
	const oldestFirst = [...videos].sort(
		([a, atA], [b, atB]) => Math.sign(atA) - Math.sign(atB) || a - b,
	);
	return new Map(oldestFirst.slice(forgotten));
}

/** The videos that this poll asks for alone: those that are due, then those that follow the last one, round and round. */
function turnsOf({ videos, lastInTurn }: Waiting, read: Set<number>, now: number) {
	const others = [...videos].filter(([id]) => !read.has(id)).sort(([a], [b]) => a - b);
	const isDue = (at: number) => at > 0 && at <= now;
	const due = others.filter(([, at]) => isDue(at)).map(([id]) => id);
	const ids = others.filter(([, at]) => !isDue(at)).map(([id]) => id);
	const inTurn = [...ids.filter((id) => id > lastInTurn), ...ids.filter((id) => id <= lastInTurn)];
	return { due: due.slice(0, MOST_DUE), inTurn: inTurn.slice(0, MOST_IN_TURN) };
}

/**
 * Asks for some waiting videos alone: those that no page showed.
 *
 * @param read the ids that pages showed
 * @returns the videos, and what waits then: none that is deleted
 */
export async function readWaiting(
	reader: ServiceReader,
	before: Waiting,
	read: Set<number>,
): Promise<{ entries: Entry[]; waiting: Waiting }> {
	const now = reader.now();
	const entries: Entry[] = [];
	const waiting = { ...before, videos: new Map(before.videos) };
	const { due, inTurn } = turnsOf(before, read, now);
	for (const id of [...due, ...inTurn]) {
		if (reader.affordable() < 1) break;
		const { row, isGone } = await reader.record(`/videos/${id}`);
		if (inTurn.includes(id)) waiting.lastInTurn = id;
		if (row) entries.push(...toEntries([{ ...row, id }]));
		else if (isGone) waiting.videos.delete(id);
		// One that is kept from us holds up no other.
		else waiting.videos.set(id, 0);
	}
	return { entries, waiting };
}
