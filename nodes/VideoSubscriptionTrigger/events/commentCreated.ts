import {
	advanceComments,
	commentsFrom,
	type CommentsRead,
	FIRST_PLACE,
	loadComments,
	type Place,
	storeComments,
	type StoredComments,
	type Visit,
	withReplies,
} from '../core/comments';
import type { Choice, EventSource } from '../core/event';
import { newestOf } from '../core/page';
import { readOn } from '../core/readOn';
import type { Entry, ListPage, Page } from '../core/types';
import { LATEST_REQUESTS, latestMoment } from './shared/latest';
import { Purse } from './shared/purse';

const NOTHING: Page = { entries: [], isLast: true };

/** The share of the requests that goes to the liveliest videos while a round takes several polls. */
const GLANCE_SHARE = 1 / 3;

class CommentPurse extends Purse {
	/** A page of the watched videos; chosen ones are known without a request. */
	async videos({ videos: chosen }: Choice, page: number): Promise<Page> {
		if (chosen) return { entries: chosen.map((id) => ({ id, at: 0, row: {} })), isLast: true };
		this.spend();
		return await this.reader.list('/videos', 'videos', { sort: 'newest', page });
	}

	/** The comments on a video, none when it is deleted or forbidden. */
	commentsOn(video: number): ListPage {
		return async (page) => {
			this.spend();
			const query = { video: this.reader.hrefOf('video', video), page };
			return (await this.reader.listIfThere('/comments', 'comments', query)) ?? NOTHING;
		};
	}
}

/** Goes on with the round through all watched videos, as long as there are requests. */
async function readRound(purse: CommentPurse, choice: Choice, from: Place): Promise<CommentsRead> {
	const visits: Visit[] = [];
	let { page } = from;
	let done = new Set(from.done);
	while (purse.hasMore) {
		const videos = await purse.videos(choice, page);
		for (const { id } of videos.entries.filter((video) => !done.has(video.id))) {
			// One page again: comments may have moved up to it since.
			const first = id === from.video ? Math.max(1, from.commentPage - 1) : 1;
			const { entries, next } = await readOn(purse.commentsOn(id), first, () => purse.hasMore);
			visits.push({ video: id, comments: entries, isGlance: false });
			if (next > 0) {
				const place = { page, done: [...done], video: id, commentPage: next };
				return { visits, place, isRoundComplete: false };
			}
			done.add(id);
		}
		if (videos.isLast) {
			return { visits, place: FIRST_PLACE, isRoundComplete: true };
		}
		page++;
		done = new Set();
	}
	const place = { page, done: [...done], video: 0, commentPage: 0 };
	return { visits, place, isRoundComplete: false };
}

/** Looks at both ends of the comments on the liveliest videos: their order is not documented. */
async function glance(purse: CommentPurse, lively: number[]): Promise<Visit[]> {
	const visits: Visit[] = [];
	for (const video of lively) {
		if (!purse.hasMore) break;
		const list = purse.commentsOn(video);
		const { entries, total = 0, isLast } = await list(1);
		const lastPage = entries.length > 0 ? Math.ceil(total / entries.length) : 1;
		const end = !isLast && lastPage > 1 && purse.hasMore ? (await list(lastPage)).entries : [];
		visits.push({ video, comments: [...entries, ...end], isGlance: true });
	}
	return visits;
}

/** Fires when a comment or a reply appears on a watched video. */
export const commentCreated: EventSource<StoredComments> = {
	filters: ['videos'],
	nothing: {
		message: 'There is no comment to show yet',
		description:
			'None of the videos that were looked at has a comment. Comment on one of them, or choose other videos, and fetch a test event again.',
	},

	async start(reader, choice, from) {
		if (from !== undefined) {
			const unread = { visits: [], place: FIRST_PLACE, isRoundComplete: false };
			return storeComments(commentsFrom(from, unread));
		}
		const purse = new CommentPurse(choice.commentRequests - LATEST_REQUESTS, reader);
		const read = await readRound(purse, choice, FIRST_PLACE);
		const comments = read.visits.flatMap((visit) => withReplies(visit.comments));
		// Of what could not be read, another newest record tells from when on it is new.
		const floor = read.isRoundComplete
			? newestOf(comments)
			: Math.max(newestOf(comments), await latestMoment(reader));
		return storeComments(commentsFrom(floor, read));
	},

	async poll(reader, choice, place) {
		const before = loadComments(place);
		const forLively = before.isLong ? Math.floor(choice.commentRequests * GLANCE_SHARE) : 0;
		const glances = await glance(
			new CommentPurse(forLively, reader),
			before.lively.map(([id]) => id),
		);
		const purse = new CommentPurse(choice.commentRequests - forLively, reader);
		const round = await readRound(purse, choice, before.place);
		const read = { ...round, visits: [...glances, ...round.visits] };
		const { happenings, comments } = advanceComments(before, read, choice.batch);
		return { happenings, place: storeComments(comments) };
	},

	async sample(reader, choice, count) {
		const purse = new CommentPurse(choice.commentRequests, reader);
		const { entries } = await purse.videos(choice, 1);
		const found: Entry[] = [];
		for (const { id } of entries) {
			if (!purse.hasMore || found.length >= count) break;
			found.push(...withReplies((await purse.commentsOn(id)(1)).entries));
		}
		return found
			.sort((a, b) => a.at - b.at || a.id - b.id)
			.slice(-count)
			.map((entry) => ({ entry, at: entry.at }));
	},
};
