import { embeddedRecords } from '../../../shared/json';
import { isNew, type Known, REMEMBERED, steppedBack } from '../../checkpoint/known';
import { FIRST_PAGE, type PageCursor } from '../../checkpoint/pages';
import {
	byMoment,
	type Entry,
	newestUntil,
	secondsOf,
	toEntries,
	UNDATED,
	unique,
} from '../../checkpoint/records';

/** Where the round through all watched videos goes on. */
export interface RoundCursor {
	/** Page of the list of videos. */
	page: number;
	/** Ids of the videos on it that are done. */
	done: Set<number>;
	/** The video in the middle of whose comments the poll ended, or 0. */
	video: number;
	comments: PageCursor;
}

export interface CommentsCheckpoint {
	/** On all videos. */
	known: Known;
	/**
	 * Seconds. Older ids are forgotten, where more were delivered than can be remembered: the next round
	 * delivers them again, with the same event ids. Looks between rounds leave them out.
	 */
	forgottenBefore: number;
	/** Seconds. Everything older was found: a whole round has passed since. */
	safe: number;
	/** The service's clock when this round began. */
	roundBeganAt: number;
	cursor: RoundCursor;
	/** Whether a round takes more than one poll. */
	isLong: boolean;
	/** Ids of the videos with the latest comments, and when those were made. */
	lively: Map<number, number>;
	/** Chosen videos that exist no more; the person was told. */
	gone: Set<number>;
}

/** The comments that were read on one video. */
export interface Visit {
	video: number;
	/** As the list gave them: replies inside their parent, beside it, or both. */
	comments: Entry[];
	/** Whether only its ends were looked at, between rounds. */
	isBetween: boolean;
}

export interface CommentsRead {
	visits: Visit[];
	cursor: RoundCursor;
	isRoundComplete: boolean;
	gone: Set<number>;
	/** The service's clock. */
	now: number;
}

export const FIRST: RoundCursor = { page: 1, done: new Set(), video: 0, comments: FIRST_PAGE };

/** Videos that are looked at between rounds, if the requests suffice. */
const LIVELY_VIDEOS = 20;

/** Delivered ids that are remembered. */
const MOST_IDS = 15_000;

/** The order of comments is not documented, so one without a date has no neighbour to date it by. */
function dated(comment: Entry): Entry {
	return { ...comment, at: secondsOf(comment.row.created_at) ?? UNDATED };
}

/** A comment and the replies inside it, at every depth. */
export function withReplies(comments: Entry[]): Entry[] {
	return comments.flatMap((comment) => [
		dated(comment),
		...withReplies(toEntries(embeddedRecords(comment.row, 'comments'))),
	]);
}

function livelyAfter(
	before: Map<number, number>,
	{ visits, gone, now }: CommentsRead,
): Map<number, number> {
	const moments = new Map([...before].filter(([video]) => !gone.has(video)));
	for (const { video, comments } of visits) {
		const newest = Math.max(newestUntil(now, withReplies(comments)), moments.get(video) ?? 0);
		if (newest > 0) moments.set(video, newest);
	}
	return new Map([...moments].sort(([, a], [, b]) => b - a).slice(0, LIVELY_VIDEOS));
}

/** What is known at the beginning, when everything from a moment on fires except what was read. */
export function commentsFrom(watermark: number, read: CommentsRead): CommentsCheckpoint {
	const there = read.visits.flatMap(({ comments }) => withReplies(comments));
	const newestFirst = unique(there).sort((a, b) => byMoment(b, a));
	const remembered = newestFirst.filter(({ at }, index) => at >= watermark || index < REMEMBERED);
	const isAll = read.isRoundComplete && remembered.length === newestFirst.length;
	return {
		known: {
			watermark,
			ids: new Map(remembered.map(({ id, at }) => [id, at])),
			completeFrom: isAll ? 0 : watermark,
			highestId: 0,
		},
		forgottenBefore: watermark,
		safe: watermark,
		roundBeganAt: watermark,
		cursor: read.isRoundComplete ? FIRST : read.cursor,
		isLong: !read.isRoundComplete,
		lively: livelyAfter(new Map(), read),
		gone: read.gone,
	};
}

function newIn(checkpoint: CommentsCheckpoint, { comments, isBetween }: Visit): Entry[] {
	const from = isBetween ? checkpoint.forgottenBefore : 0;
	return withReplies(comments).filter(
		(comment) => comment.at >= from && isNew(checkpoint.known, comment),
	);
}

function isAtStart({ page, done, video }: RoundCursor): boolean {
	return page === 1 && done.size === 0 && video === 0;
}

function withRound(before: CommentsCheckpoint, read: CommentsRead): CommentsCheckpoint {
	const { cursor, isRoundComplete, now } = read;
	if (!isRoundComplete) return { ...before, cursor, isLong: true };
	return {
		...before,
		isLong: !isAtStart(before.cursor),
		safe: Math.max(before.safe, before.roundBeganAt),
		roundBeganAt: now,
		cursor: FIRST,
	};
}

/** Forgets the older half; the watermark rises as far as everything older was certainly found. */
function withFewer(checkpoint: CommentsCheckpoint): CommentsCheckpoint {
	const { known, safe, forgottenBefore } = checkpoint;
	const moments = [...known.ids.values()].sort((a, b) => a - b);
	const cut = (moments[Math.ceil(moments.length / 2)] ?? 0) + 1;
	const watermark = Math.max(known.watermark, Math.min(cut, safe));
	return {
		...checkpoint,
		known: {
			...known,
			watermark,
			completeFrom: Math.max(known.completeFrom, watermark),
			ids: new Map([...known.ids].filter(([, at]) => at >= cut)),
		},
		forgottenBefore: Math.max(forgottenBefore, cut),
	};
}

/**
 * From what is known and what was read: the comments to deliver, oldest first, and what is known
 * then. What does not fit into the batch is found again: the round stays where it was.
 */
export function advanceComments(
	checkpoint: CommentsCheckpoint,
	read: CommentsRead,
	batch: number,
): { taken: Entry[]; after: CommentsCheckpoint } {
	const before = { ...checkpoint, known: steppedBack(checkpoint.known, read.now) };
	const fresh = unique(read.visits.flatMap((visit) => newIn(before, visit))).sort(byMoment);
	const taken = fresh.slice(0, batch);
	const ids = new Map(before.known.ids);
	for (const { id, at } of taken) ids.set(id, at);
	const round = taken.length < fresh.length ? before : withRound(before, read);
	const lively = livelyAfter(before.lively, read);
	const after = { ...round, known: { ...before.known, ids }, lively, gone: read.gone };
	return { taken, after: ids.size > MOST_IDS ? withFewer(after) : after };
}
