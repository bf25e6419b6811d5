import { type Entry, unique } from '../../lists/entries';
import {
	closedWindow,
	OVERLAP,
	trimmedWindow,
	type Window,
	windowFrom,
} from '../../checkpoint/window';
import type { ServiceReader } from '../../serviceReader';
import { byTime, type Config, createdEvent, type EventSource, type PollResult } from '../event';
import { CommentReader, type RoundCursor } from './read';

/** A round through all watched videos is a full scan, which may take several polls. */
interface Round {
	cursor: RoundCursor;
	/** Seconds, by the service's clock. */
	startedAt: number;
	/** Whether all lists of the round have been read to their ends so far. */
	isComplete: boolean;
	/** Whether the round has read the comments on any video so far. */
	hasRead: boolean;
}

interface CommentsCheckpoint {
	window: Window;
	round: Round;
	/** Chosen videos that do not exist; a warning was logged. */
	missing: Set<number>;
}

/** Maximum number of seen IDs. It is higher than for other lists, because a round reads all comments. */
const MAX_SEEN_COMMENTS = 10_000;

const timesOf = (entries: Entry[]) => entries.map(({ id, at }): [number, number] => [id, at]);

async function start(
	reader: ServiceReader,
	config: Config,
	from?: number,
): Promise<CommentsCheckpoint> {
	const cursor: RoundCursor = { kind: 'start' };
	if (from !== undefined) {
		const round = { cursor, startedAt: from, isComplete: true, hasRead: false };
		return { window: windowFrom(from), round, missing: new Set() };
	}
	const comments = new CommentReader(reader, config);
	const { entries, cursor: reached } = await comments.round(cursor);
	const { startedAt } = reader.clock;
	const isComplete = reached.kind === 'end' && comments.isComplete;
	const { hasRead, missing } = comments;
	// Comments not read in this poll are compared by creation time only.
	const window = windowFrom(startedAt - (isComplete ? OVERLAP : 0));
	return {
		window: {
			...window,
			seen: new Map(timesOf(entries).filter(([, at]) => at >= window.since)),
		},
		round: { cursor: reached, startedAt, isComplete: comments.isComplete, hasRead },
		missing,
	};
}

/** Returns the window after a part of a round. */
function windowAfter(window: Window, { cursor, startedAt, isComplete }: Round): Window {
	if (cursor.kind !== 'end') return window;
	if (isComplete) return closedWindow(window, startedAt, MAX_SEEN_COMMENTS);
	// The saved state must not grow when the comments on a video are unreadable for long.
	return trimmedWindow(window, startedAt, MAX_SEEN_COMMENTS);
}

async function poll(
	reader: ServiceReader,
	config: Config,
	before: CommentsCheckpoint,
): Promise<PollResult<CommentsCheckpoint>> {
	const { window, round } = before;
	const isNext = round.cursor.kind === 'end';
	const comments = new CommentReader(reader, config, before.missing);
	const { entries, cursor } = await (isNext
		? comments.round({ kind: 'start' })
		: comments.round(round.cursor, round.hasRead));
	const isFirstPart = isNext || round.cursor.kind === 'start';
	const startedAt = isFirstPart ? reader.clock.startedAt : round.startedAt;
	const isComplete = comments.isComplete && (isNext || round.isComplete);
	const hasRead = comments.hasRead || (!isNext && round.hasRead);
	const fresh = unique(entries)
		.filter(({ id, at }) => at >= window.since && !window.seen.has(id))
		.map((entry) => createdEvent(entry, reader.now()))
		.sort(byTime);
	const events = fresh.slice(0, config.batch);
	const delivered = timesOf(events.map(({ entry }) => entry));
	const seen = new Map([...window.seen, ...delivered]);
	const { missing } = comments;
	// The round does not advance, so that the next poll finds the comments that do not fit into the batch.
	if (events.length < fresh.length) {
		return { events, checkpoint: { window: { ...window, seen }, round, missing } };
	}
	const after: Round = { cursor, startedAt, isComplete, hasRead };
	return {
		events,
		checkpoint: { window: windowAfter({ ...window, seen }, after), round: after, missing },
	};
}

export const commentCreated: EventSource<CommentsCheckpoint> = {
	description: 'A comment or a reply is made on a watched video',
	record: 'comment',
	filters: ['videos'],
	emptyHint:
		'None of the videos that were looked at has a comment. Comment on one of them, or choose other videos, and fetch a test event again.',
	start,
	poll,

	async sample(reader, config) {
		const { entries } = await new CommentReader(reader, config).round({ kind: 'start' });
		return entries.map((entry) => createdEvent(entry, reader.now()));
	},
};
