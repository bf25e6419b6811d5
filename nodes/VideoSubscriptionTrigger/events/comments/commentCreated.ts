import type { ServiceReader } from '../../serviceReader';
import { type Entry, unique } from '../../checkpoint/records';
import { OVERLAP } from '../../checkpoint/window';
import { type Config, createdEvent, type EventSource, byTime, type Outcome } from '../event';
import { CommentReader, FIRST, type RoundCursor } from './read';

interface CommentsCheckpoint {
	/** Seconds. What is dated earlier is not new. */
	since: number;
	/** By id, the moment of each comment from `since` on that was delivered, or there at the beginning. */
	seen: Map<number, number>;
	cursor: RoundCursor;
	/** When this round and the one before began, in seconds by the service's clock. */
	roundAt: number;
	roundBeforeAt: number;
	/** Chosen videos that exist no more; the person was told. */
	missing: Set<number>;
}

/** Seen ids up to which those of an hour are kept. */
const MOST_SEEN = 10_000;

/** The moments by id of what is dated from a moment on. */
function seenFrom(since: number, moments: Iterable<[number, number]>): Map<number, number> {
	return new Map([...moments].filter(([, at]) => at >= since));
}

const momentsOf = (entries: Entry[]) => entries.map(({ id, at }): [number, number] => [id, at]);

async function start(
	reader: ServiceReader,
	config: Config,
	from?: number,
): Promise<CommentsCheckpoint> {
	const comments = new CommentReader(reader, config);
	const isNow = from === undefined;
	const { entries, cursor } = isNow ? await comments.round(FIRST) : { entries: [], cursor: FIRST };
	// Of the comments that this poll did not come to, those of before are told by their moment alone.
	const since = isNow ? reader.startedAt - (cursor ? 0 : OVERLAP) : from;
	return {
		since,
		seen: seenFrom(since, momentsOf(entries)),
		cursor: cursor ?? FIRST,
		roundAt: since,
		roundBeforeAt: since,
		missing: comments.missing,
	};
}

/** Where the next round begins: two rounds, and an hour, have looked for what is forgotten now. */
function nextRound(checkpoint: CommentsCheckpoint, now: number): CommentsCheckpoint {
	const { seen, roundAt, roundBeforeAt } = checkpoint;
	const overlap = seen.size > MOST_SEEN ? 0 : OVERLAP;
	const since = Math.max(checkpoint.since, roundBeforeAt - overlap);
	return {
		...checkpoint,
		since,
		seen: seenFrom(since, seen),
		cursor: FIRST,
		roundAt: now,
		roundBeforeAt: roundAt,
	};
}

async function poll(
	reader: ServiceReader,
	config: Config,
	before: CommentsCheckpoint,
): Promise<Outcome<CommentsCheckpoint>> {
	const comments = new CommentReader(reader, config, before.missing);
	const { entries, cursor } = await comments.round(before.cursor);
	const fresh = unique(entries)
		.filter(({ id, at }) => at >= before.since && !before.seen.has(id))
		.map((entry) => createdEvent(entry, reader.now()))
		.sort(byTime);
	const events = fresh.slice(0, config.batch);
	const delivered = momentsOf(events.map(({ entry }) => entry));
	const after = {
		...before,
		seen: new Map([...before.seen, ...delivered]),
		missing: comments.missing,
	};
	// What does not fit is found again: the round stays where it was.
	if (events.length < fresh.length) return { events, checkpoint: after };
	if (cursor) return { events, checkpoint: { ...after, cursor } };
	return { events, checkpoint: nextRound(after, reader.startedAt) };
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
		const { entries } = await new CommentReader(reader, config).round(FIRST);
		return entries.map((entry) => createdEvent(entry, reader.now()));
	},
};
