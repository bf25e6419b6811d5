import {
	closedWindow,
	OVERLAP,
	trimmedWindow,
	type Window,
	windowFrom,
} from '../../checkpoint/window';
import { locator } from '../../../shared/properties/locators';
import { notice } from '../../../shared/properties/notices';
import { readVideos } from '../../filters';
import { type Entry, unique } from '../../lists/entries';
import { byTime, createdEvent, type EventSource } from '../event';
import { NEW_ROUND, readRound, type Round } from './round';

interface CommentsCheckpoint {
	window: Window;
	round: Round;
}

/** Maximum number of seen IDs. It is higher than for other lists, because a round reads all comments. */
const MAX_SEEN_COMMENTS = 10_000;

const timesOf = (entries: Entry[]) => entries.map(({ id, at }): [number, number] => [id, at]);

export const commentCreated: EventSource<CommentsCheckpoint> = {
	description: 'A comment or a reply is made on a watched video',
	record: 'comment',
	fields: () => [
		notice(
			'commentsNotice',
			'With more than 45 videos, it can take minutes to hours to find a comment. To find comments faster, choose fewer videos.',
		),
		{
			displayName: 'Videos',
			name: 'videos',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Video' },
			placeholder: 'Add Video',
			default: {},
			description: 'The videos to watch. All videos are watched when there are none here.',
			options: [
				{
					displayName: 'Video',
					name: 'entries',
					values: [locator('video', { required: true, description: 'A video to watch' })],
				},
			],
		},
	],
	read: (context) => ({ videos: readVideos(context) }),
	emptyHint:
		'None of the videos that were looked at has a comment. Comment on one of them, or choose other videos, and fetch a test event again.',

	async start(reader, config, from) {
		if (from !== undefined) return { window: windowFrom(from), round: NEW_ROUND };
		const { entries, round, isEnd } = await readRound(reader, config, NEW_ROUND);
		// Comments not read in this poll are compared by creation time only.
		const since = round.startedAt - (isEnd && round.isComplete ? OVERLAP : 0);
		const seen = new Map(timesOf(entries).filter(([, at]) => at >= since));
		return { window: { ...windowFrom(since), seen }, round };
	},

	async poll(reader, config, before) {
		const { entries, round, isEnd } = await readRound(reader, config, before.round);
		const fresh = unique(entries)
			.filter(({ id, at }) => at >= before.window.since && !before.window.seen.has(id))
			.map((entry) => createdEvent(entry, reader.clock.now()))
			.sort(byTime);
		const events = fresh.slice(0, config.batch);
		const delivered = timesOf(events.map(({ entry }) => entry));
		const window = { ...before.window, seen: new Map([...before.window.seen, ...delivered]) };
		// The round does not advance, so that the next poll finds the comments that do not fit into the batch.
		if (events.length < fresh.length) return { events, checkpoint: { ...before, window } };
		if (!isEnd) return { events, checkpoint: { window, round } };
		// The saved state must not grow when the comments on a video are unreadable for long.
		const trim = round.isComplete ? closedWindow : trimmedWindow;
		const after = trim(window, round.startedAt, MAX_SEEN_COMMENTS);
		return { events, checkpoint: { window: after, round } };
	},

	async sample(reader, config) {
		const { entries } = await readRound(reader, config, NEW_ROUND);
		return entries.map((entry) => createdEvent(entry, reader.clock.now()));
	},
};
