import {
	closedWindow,
	isNew,
	OVERLAP,
	type Window,
	windowFrom,
	withSeen,
} from '../../checkpoint/window';
import { locator } from '../../../shared/panel/locators';
import { notice } from '../../../shared/panel/notices';
import { readVideos } from '../../filters';
import { type Entry, unique } from '../../lists/entries';
import { createdEvents, type EventSource, type Filters, type FoundEvent } from '../event';
import { NEW_ROUND, readRound, type Round } from './round';
import { readWords, wordFinder, wordsField } from './words';

interface CommentsCheckpoint {
	window: Window;
	round: Round;
}

interface CommentFilters extends Filters {
	/** The watched videos; none for all of them. */
	videos: number[];
	/** The words of which a comment has one; none for all comments. */
	words: string[];
}

/** Returns the events of the comments that have one of the words. */
function eventsOf(entries: Entry[], { words }: CommentFilters): FoundEvent[] {
	const hasWord = words.length > 0 ? wordFinder(words) : () => true;
	return createdEvents(entries.filter(({ row }) => hasWord(String(row.content ?? ''))));
}

/**
 * Maximum seen IDs while the comments on a video cannot be read, which may last for long. They take some 50 KB in the saved
 * state, and are three times as many as the service lets anybody create within {@link OVERLAP} (docs/developers/service.md, Limits).
 */
export const MAX_SEEN_COMMENTS = 10_000;

/** Returns the window with at most {@link MAX_SEEN_COMMENTS} IDs. Comments older than the oldest of them are no longer new. */
function trimmedWindow(window: Window): Window {
	const newestFirst = [...window.seen].sort(([, a], [, b]) => b - a);
	const excess = newestFirst[MAX_SEEN_COMMENTS];
	if (!excess) return window;
	const since = excess[1] + 1;
	return { ...window, since, seen: new Map(newestFirst.filter(([, at]) => at >= since)) };
}

export const commentCreated: EventSource<CommentsCheckpoint, CommentFilters> = {
	description: 'A comment or a reply is made on a watched video',
	record: 'comment',
	hasStartFrom: true,
	filters: () => [
		{
			displayName: 'Videos',
			name: 'videos',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Video' },
			placeholder: 'Add Video',
			default: {},
			description: 'Only comments on these videos. If empty, all videos are watched.',
			options: [
				{
					displayName: 'Video',
					name: 'entries',
					values: [locator('video', { required: true, description: 'A video to watch' })],
				},
			],
		},
		wordsField(),
	],
	footnotes: () => [
		notice(
			'commentsNotice',
			'With more than 45 videos and 50 requests per poll, it can take minutes to hours to find a comment. To find comments faster, choose fewer videos.',
		),
	],
	read: (context) => ({ videos: readVideos(context), words: readWords(context) }),
	emptyHint:
		'None of the videos checked has a comment that matches the filters. Comment on one of them, or choose other videos or words, and fetch a test event again.',

	async start(reader, config, from) {
		if (from !== undefined) {
			return { events: [], checkpoint: { window: windowFrom(from), round: NEW_ROUND } };
		}
		const { entries, round, isEnd } = await readRound(reader, config, NEW_ROUND);
		// Comments not read in this poll are compared by creation time only.
		const since = round.startedAt - (isEnd && round.isComplete ? OVERLAP : 0);
		const recent = entries.filter(({ at }) => at >= since);
		return { events: [], checkpoint: { window: withSeen(windowFrom(since), recent), round } };
	},

	async poll(reader, config, before) {
		const { entries, round, isEnd } = await readRound(reader, config, before.round);
		const fresh = unique(entries).filter((entry) => isNew(before.window, entry));
		const events = eventsOf(fresh, config);
		const window = withSeen(before.window, fresh);
		if (!isEnd) return { events, checkpoint: { window, round } };
		const after = round.isComplete ? closedWindow(window, round.startedAt) : trimmedWindow(window);
		return { events, checkpoint: { window: after, round } };
	},

	async sample(reader, config) {
		const { entries } = await readRound(reader, config, NEW_ROUND);
		return eventsOf(entries, config);
	},
};
