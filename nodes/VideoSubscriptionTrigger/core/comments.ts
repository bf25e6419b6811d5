import type { Happening } from './event';
import {
	type Ledger,
	LEDGER_CHARACTERS,
	loadLedger,
	newOf,
	type StoredLedger,
	storeLedger,
} from './ledger';
import { packIds, packTimes, unpackIds } from './pack';
import { embeddedRows, newestOf, toEntries } from './page';
import type { Entry } from './types';

/** Where the round through all watched videos goes on. */
export interface Place {
	/** Page of the list of videos. */
	page: number;
	/** Ids of the videos on it that are done. */
	done: number[];
	/** The video in the middle of whose comments the poll ended, and the page that is next; else 0. */
	video: number;
	commentPage: number;
}

export interface Comments {
	/**
	 * What was delivered. Its floor holds for every video, so it rises no higher than `safe`; what
	 * does not fit is forgotten, and then comes again at most once a round, with the same id.
	 */
	ledger: Ledger;
	/** The floor for videos that are looked at between rounds: nothing forgotten comes again there. */
	livelyFloor: number;
	/** Seconds. Everything older was found: a whole round has passed since. */
	safe: number;
	/** Seconds. The newest comment when this round began, and the newest one known. */
	roundStart: number;
	newest: number;
	place: Place;
	/** Whether a round takes more than one poll. */
	isLong: boolean;
	/** Ids of the videos with the latest comments, and when those were made. */
	lively: Array<[id: number, at: number]>;
}

export type StoredComments = Omit<Comments, 'ledger' | 'place'> & {
	ledger: StoredLedger;
	place: Omit<Place, 'done'> & { done: string };
};

/** The comments that were read on one video. */
export interface Visit {
	video: number;
	/** As the list gave them: replies inside their parent, beside it, or both. */
	comments: Entry[];
	/** Whether only its ends were looked at, between rounds. */
	isGlance: boolean;
}

export interface CommentsRead {
	visits: Visit[];
	place: Place;
	isRoundComplete: boolean;
}

export const FIRST_PLACE: Place = { page: 1, done: [], video: 0, commentPage: 0 };

/** Videos that are looked at between rounds, if the requests suffice. */
const LIVELY_VIDEOS = 20;

export function loadComments({ ledger, place, ...rest }: StoredComments): Comments {
	return { ...rest, ledger: loadLedger(ledger), place: { ...place, done: unpackIds(place.done) } };
}

export function storeComments({ ledger, place, ...rest }: Comments): StoredComments {
	return { ...rest, ledger: storeLedger(ledger), place: { ...place, done: packIds(place.done) } };
}

/** A comment and the replies inside it, at every depth. */
export function withReplies(comments: Entry[]): Entry[] {
	return comments.flatMap((comment) => [
		comment,
		...withReplies(toEntries(embeddedRows(comment.row, 'comments'))),
	]);
}

/** Forgets the older half of the seconds until what was delivered fits. */
function withinSize(comments: Comments): Comments {
	const { ledger, livelyFloor, safe } = comments;
	if (packTimes(ledger.delivered).length <= LEDGER_CHARACTERS) return comments;
	const seconds = [...new Set(ledger.delivered.values())].sort((a, b) => a - b);
	const cut = seconds[Math.ceil(seconds.length / 2) - 1] + 1;
	const delivered = new Map([...ledger.delivered].filter(([, at]) => at >= cut));
	return withinSize({
		...comments,
		ledger: { ...ledger, floor: Math.max(ledger.floor, Math.min(cut, safe)), delivered },
		livelyFloor: Math.max(livelyFloor, cut),
	});
}

function livelyAfter(lively: Comments['lively'], visits: Visit[]): Comments['lively'] {
	const moments = new Map(lively);
	for (const { video, comments } of visits) {
		const newest = Math.max(newestOf(withReplies(comments)), moments.get(video) ?? 0);
		if (newest > 0) moments.set(video, newest);
	}
	return [...moments].sort(([, a], [, b]) => b - a).slice(0, LIVELY_VIDEOS);
}

/** What is known at the beginning, when everything from `floor` on fires except what was read. */
export function commentsFrom(floor: number, read: CommentsRead): Comments {
	const there = read.visits.flatMap(({ comments }) => withReplies(comments));
	const known = there.filter(({ at }) => at >= floor);
	const delivered = new Map(known.map(({ id, at }) => [id, at]));
	return withinSize({
		ledger: { floor, isCut: false, delivered },
		livelyFloor: floor,
		safe: floor,
		roundStart: floor,
		newest: floor,
		place: read.isRoundComplete ? FIRST_PLACE : read.place,
		isLong: !read.isRoundComplete,
		lively: livelyAfter([], read.visits),
	});
}

function newIn({ ledger, livelyFloor }: Comments, { comments, isGlance }: Visit): Entry[] {
	const found = newOf(ledger, withReplies(comments));
	return isGlance ? found.filter(({ at }) => at >= livelyFloor) : found;
}

function isAtStart({ page, done, video }: Place): boolean {
	return page === 1 && done.length === 0 && video === 0;
}

function withRound(
	before: Comments,
	{ place, isRoundComplete }: CommentsRead,
	newest: number,
): Comments {
	if (!isRoundComplete) return { ...before, newest, place, isLong: true };
	return {
		...before,
		newest,
		isLong: !isAtStart(before.place),
		safe: Math.max(before.safe, before.roundStart),
		roundStart: newest,
		place: FIRST_PLACE,
	};
}

/** From what is known and what was read: the comments to deliver, and what is known then. */
export function advanceComments(
	before: Comments,
	read: CommentsRead,
	batch: number,
): { happenings: Happening[]; comments: Comments } {
	const found = read.visits.flatMap((visit) => newIn(before, visit));
	const unique = [...new Map(found.map((entry) => [entry.id, entry])).values()];
	const oldestFirst = unique.sort((a, b) => a.at - b.at || a.id - b.id);
	const taken = oldestFirst.slice(0, batch);
	const delivered = new Map(before.ledger.delivered);
	for (const { id, at } of taken) delivered.set(id, at);
	const everything = read.visits.flatMap(({ comments }) => withReplies(comments));
	// What does not fit into this batch is found again: the round stays where it was.
	const isTooMuch = taken.length < oldestFirst.length;
	const round = isTooMuch
		? before
		: withRound(before, read, Math.max(newestOf(everything), before.newest));
	return {
		happenings: taken.map((entry) => ({ entry, at: entry.at })),
		comments: withinSize({
			...round,
			ledger: { ...before.ledger, delivered },
			lively: livelyAfter(before.lively, read.visits),
		}),
	};
}
