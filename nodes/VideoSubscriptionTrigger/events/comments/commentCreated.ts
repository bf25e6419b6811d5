import {
	closedWindow,
	isNew,
	OVERLAP,
	trimmedWindow,
	type Window,
	windowFrom,
	withSeen,
} from '../../checkpoint/window';
import { locator } from '../../../shared/panel/locators';
import { notice } from '../../../shared/panel/notices';
import { readVideos } from '../../filters';
import { unique } from '../../lists/entries';
import { createdEvents, type EventSource } from '../event';
import { NEW_ROUND, readRound, type Round } from './round';

interface CommentsCheckpoint {
	window: Window;
	round: Round;
}

/** Maximum number of seen IDs. It is higher than for other lists, because a round reads all comments. */
export const MAX_SEEN_COMMENTS = 10_000;

export const commentCreated: EventSource<CommentsCheckpoint, { videos: number[] }> = {
	description: 'A comment or a reply is made on a watched video',
	record: 'comment',
	fields: () => [
		notice(
			'commentsNotice',
			'With more than 45 videos and 50 requests per poll, it can take minutes to hours to find a comment. To find comments faster, choose fewer videos.',
		),
		{
			displayName: 'Videos',
			name: 'videos',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Video' },
			placeholder: 'Add Video',
			default: {},
			description: 'The videos to watch. If empty, all videos are watched.',
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
		'None of the videos checked has a comment. Comment on one of them, or choose other videos, and fetch a test event again.',

	async start(reader, config, from) {
		if (from !== undefined) return { window: windowFrom(from), round: NEW_ROUND };
		const { entries, round, isEnd } = await readRound(reader, config, NEW_ROUND);
		// Comments not read in this poll are compared by creation time only.
		const since = round.startedAt - (isEnd && round.isComplete ? OVERLAP : 0);
		const recent = entries.filter(({ at }) => at >= since);
		return { window: withSeen(windowFrom(since), recent), round };
	},

	async poll(reader, config, before) {
		const { entries, round, isEnd } = await readRound(reader, config, before.round);
		const fresh = createdEvents(unique(entries).filter((entry) => isNew(before.window, entry)));
		const events = fresh.slice(0, config.maxEvents);
		const delivered = events.map(({ entry }) => entry);
		const window = withSeen(before.window, delivered);
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
		return createdEvents(entries);
	},
};
