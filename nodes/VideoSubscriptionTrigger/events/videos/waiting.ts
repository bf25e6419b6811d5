import { serialize } from '../../window/codec';
import { type Entry, toEntries } from '../../window/records';
import type { Reader } from '../event';

/** Videos that have not come to what is awaited, or came to it and did not fit into the batch. */
export interface Waiting {
	/** By id, the moment in seconds before which it cannot be; 0 where none is told. */
	videos: Map<number, number>;
	/** The ids that were asked for alone last, of those with a moment to come and of the others. */
	lastScheduled: number;
	lastOpen: number;
}

export const NOTHING_WAITING: Waiting = { videos: new Map(), lastScheduled: 0, lastOpen: 0 };

/** Videos that one poll asks for alone: those whose moment has come, and of the others some in turn. */
const MOST_DUE = 100;
const SCHEDULED_IN_TURN = 5;
const OPEN_IN_TURN = 15;

/** Characters that all waiting videos may take together, and the part that is forgotten at once when they take more. */
const MOST_CHARACTERS = 40_000;
const FORGOTTEN_SHARE = 0.1;

/** The ids that follow the last one asked for, round and round: of 1, 5, 9 after 5 come 9, 1, 5. */
function inTurn(ids: number[], last: number, count: number): number[] {
	const sorted = [...ids].sort((a, b) => a - b);
	const following = sorted.filter((id) => id > last);
	return [...following, ...sorted.filter((id) => id <= last)].slice(0, count);
}

/** As many as can be remembered: the oldest without a moment are forgotten first, with a word. */
export async function withinBounds(
	reader: Reader,
	all: Map<number, number>,
): Promise<Map<number, number>> {
	let videos = all;
	while ((await serialize(videos)).length > MOST_CHARACTERS) {
		const oldestFirst = [...videos].sort(
			([a, atA], [b, atB]) => Math.sign(atA) - Math.sign(atB) || a - b,
		);
		videos = new Map(oldestFirst.slice(Math.ceil(videos.size * FORGOTTEN_SHARE)));
	}
	const forgotten = all.size - videos.size;
	if (forgotten > 0) {
		reader.warn(
			`${forgotten} videos that wait are forgotten, the oldest ones, since no more can be remembered. Filter the videos, or use several triggers.`,
		);
	}
	return videos;
}

/** The videos that this poll asks for alone, one of each kind after the other: however few fit, each gets its share. */
function turnsOf({ videos, lastScheduled, lastOpen }: Waiting, read: Set<number>, now: number) {
	const others = [...videos].filter(([id]) => !read.has(id)).sort(([, a], [, b]) => a - b);
	const idsOf = (isWanted: (at: number) => boolean) =>
		others.filter(([, at]) => isWanted(at)).map(([id]) => id);
	const kinds = [
		idsOf((at) => at > 0 && at <= now).slice(0, MOST_DUE),
		inTurn(
			idsOf((at) => at > now),
			lastScheduled,
			SCHEDULED_IN_TURN,
		),
		inTurn(
			idsOf((at) => at === 0),
			lastOpen,
			OPEN_IN_TURN,
		),
	];
	// Where one request fits into a poll, each minute begins with another kind.
	const first = Math.floor(now / 60) % kinds.length;
	const inOrder = [...kinds.slice(first), ...kinds.slice(0, first)];
	const places = Array.from({ length: MOST_DUE }, (_, place) => inOrder.map((ids) => ids[place]));
	return places.flat().filter((id) => id !== undefined);
}

/**
 * Asks for some waiting videos alone: those that no page showed.
 *
 * @param read the ids that pages showed
 * @returns the videos, and what waits then: none that is deleted
 */
export async function readWaiting(
	reader: Reader,
	before: Waiting,
	read: Set<number>,
): Promise<{ entries: Entry[]; waiting: Waiting }> {
	const now = reader.now();
	const entries: Entry[] = [];
	const waiting = { ...before, videos: new Map(before.videos) };
	for (const id of turnsOf(before, read, now)) {
		if (reader.affordable() < 1) break;
		const { row, isGone } = await reader.record(`/videos/${id}`);
		const at = before.videos.get(id) ?? 0;
		if (at > now) waiting.lastScheduled = id;
		if (at === 0) waiting.lastOpen = id;
		if (row) entries.push(...toEntries([{ ...row, id }]));
		else if (isGone) waiting.videos.delete(id);
		// One that is kept from us holds up no other.
		else waiting.videos.set(id, 0);
	}
	return { entries, waiting };
}
