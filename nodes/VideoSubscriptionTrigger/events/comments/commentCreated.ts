import { type Entry, newestUntil } from '../../checkpoint/records';
import { type Config, creationOf, type EventSource, inOrder, type Reader } from '../event';
import {
	advanceComments,
	type CommentsCheckpoint,
	commentsFrom,
	FIRST,
	withReplies,
} from './comments';
import { CommentReader } from './read';

/** The share of the requests that goes to the liveliest videos while a round takes several polls. */
const LIVELY_SHARE = 1 / 3;

async function start(reader: Reader, config: Config, from?: number): Promise<CommentsCheckpoint> {
	const nothing = { visits: [], cursor: FIRST, isRoundComplete: false, gone: new Set<number>() };
	if (from !== undefined) return commentsFrom(from, { ...nothing, now: from });
	const comments = new CommentReader(reader, config, config.requestsPerPoll);
	const round = await comments.round(FIRST);
	const there = round.visits.flatMap((visit) => withReplies(visit.comments));
	// What could not be read is new from the moment of publishing on.
	const watermark = round.isRoundComplete ? newestUntil(reader.now(), there) : reader.now();
	return commentsFrom(watermark, { ...round, gone: comments.gone, now: reader.now() });
}

async function poll(reader: Reader, config: Config, before: CommentsCheckpoint) {
	const forLively = before.isLong ? Math.floor(config.requestsPerPoll * LIVELY_SHARE) : 0;
	const forRound = config.requestsPerPoll - forLively;
	const comments = new CommentReader(reader, config, forRound, before.gone);
	// First, so that the round goes on however few requests fit into the poll.
	const round = await comments.round(before.cursor);
	comments.budget.extend(forLively);
	const between = before.isLong ? await comments.lively(before.lively) : [];
	const read = {
		...round,
		visits: [...between, ...round.visits],
		gone: comments.gone,
		now: reader.now(),
	};
	const { taken, after } = advanceComments(before, read, config.batch);
	return {
		occurrences: taken.map((entry) => creationOf(entry, reader.now())).sort(inOrder),
		checkpoint: after,
	};
}

/** Fires when a comment or a reply appears on a watched video. */
export const commentCreated: EventSource<CommentsCheckpoint> = {
	record: 'comment',
	filters: ['videos'],
	nothing: {
		message: 'There is no comment to show yet',
		description:
			'None of the videos that were looked at has a comment. Comment on one of them, or choose other videos, and fetch a test event again.',
	},
	start,
	poll,

	async sample(reader, config, count) {
		const comments = new CommentReader(reader, config, config.requestsPerPoll);
		const { ids } = await comments.videos(1);
		const found: Entry[] = [];
		for (const id of ids) {
			if (!comments.budget.has(1) || found.length >= count) break;
			found.push(...withReplies((await comments.on(id)(1)).entries));
		}
		return found
			.map((entry) => creationOf(entry, reader.now()))
			.sort(inOrder)
			.slice(-count);
	},
};
