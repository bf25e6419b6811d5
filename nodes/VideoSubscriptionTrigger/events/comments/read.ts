import type { NodeApiError } from 'n8n-workflow';

import { embeddedRecords } from '../../../shared/json';
import { withMovedUp } from '../../checkpoint/pages';
import {
	type Entry,
	type Page,
	type ReadPage,
	secondsOf,
	toEntries,
	UNDATED,
} from '../../checkpoint/records';
import type { RequestBudget } from '../../pollBudget';
import type { ServiceReader } from '../../serviceReader';
import type { Config } from '../event';
import { listOf, videosWith } from '../lists';

/** The ID and creation time of a watched video. The time of a chosen video is 0. */
type WatchedVideo = Pick<Entry, 'id' | 'at'>;

/** Where the round through all watched videos resumes: within the comments on a video, or after it. */
export type RoundCursor =
	| { kind: 'start' }
	| ({ kind: 'within'; comments: number } & Place)
	| ({ kind: 'after' } & Place)
	| { kind: 'end' };

/** A page of the watched videos, and a video on it. */
interface Place {
	page: number;
	video: WatchedVideo;
}

/** The comments that a poll has read, and where the round resumes. */
interface RoundPart {
	entries: Entry[];
	cursor: RoundCursor;
}

interface VideoPage {
	videos: WatchedVideo[];
	isLast: boolean;
}

/** Returns comments and their replies. Undated ones get no date from a neighbour, because comments are not sorted. */
function withReplies(comments: Entry[]): Entry[] {
	const replies = comments.flatMap(({ row }) => toEntries(embeddedRecords(row, 'comments') ?? []));
	return [...comments, ...replies].map((entry) => ({
		...entry,
		at: secondsOf(entry.row.created_at) ?? UNDATED,
	}));
}

/** Returns the videos of a page that the round has not read yet, oldest first. */
function remaining(videos: WatchedVideo[], cursor: RoundCursor): WatchedVideo[] {
	if (!('video' in cursor)) return videos;
	const { kind, video } = cursor;
	const index = videos.findIndex(({ id }) => id === video.id);
	if (index >= 0) return videos.slice(kind === 'after' ? index + 1 : index);
	// The video was deleted, or has moved to another page.
	return videos.filter(({ at }) => at >= video.at);
}

/** Returns the page of comments on a video at which the round resumes. */
function nextComments(cursor: RoundCursor, { id }: WatchedVideo): number {
	return cursor.kind === 'within' && cursor.video.id === id ? cursor.comments : 1;
}

/** Reads the watched videos and their comments within the request budget of a poll. */
export class CommentReader {
	/** Chosen videos that do not exist. */
	readonly missing: Set<number>;

	/** Whether all lists were read to their ends, so that a comment that was not read does not exist. */
	isComplete = true;

	/** Whether the comments on any video were read. */
	hasRead = false;

	/** The errors of videos whose comments could not be read, by video. */
	private readonly errors = new Map<number, NodeApiError>();

	private readonly budget: RequestBudget;

	private readonly listed: ReturnType<typeof videosWith>;

	constructor(
		private readonly reader: ServiceReader,
		private readonly config: Config,
		missing: Iterable<number> = [],
	) {
		this.missing = new Set(missing);
		this.budget = reader.budget.limitedTo(config.requestsPerPoll);
		this.listed = videosWith(reader, { query: '', plan: [] }, 'oldest');
	}

	/** Reads a page of the watched videos, oldest first. Chosen videos need no request. */
	private async videos(page: number): Promise<VideoPage> {
		const chosen = this.config.videos;
		if (chosen.length > 0) return { videos: chosen.map((id) => ({ id, at: 0 })), isLast: true };
		const { entries, isLast, missing = 0 } = await this.listed(page);
		if (missing > 0) this.isComplete = false;
		return { videos: entries.map(({ id, at }) => ({ id, at })), isLast };
	}

	/** Reads the page at which the round resumes, and earlier pages where videos moved up since the last poll. */
	private async resumed({ page, video }: Place): Promise<VideoPage> {
		const { videos, isLast } = await this.videos(page);
		const all = [...videos];
		const isReached = () => all.some(({ id, at }) => id === video.id || at < video.at);
		for (let before = page - 1; before > 0 && !isReached() && this.budget.has(2); before--) {
			all.unshift(...(await this.videos(before)).videos);
		}
		return { videos: all, isLast };
	}

	/** Reads a page of the comments on a video. A page that cannot be read is the end of an incomplete list. */
	private async comments(video: number, list: ReadPage, number: number): Promise<Page> {
		const { found, isGone, error } = await this.reader.findOrIgnore(list(number));
		if (error) this.errors.set(video, error);
		this.hasRead ||= found !== undefined;
		if (isGone) this.warnOfMissing(video);
		else this.missing.delete(video);
		return found ?? { entries: [], isLast: true, missing: 1 };
	}

	/** Reads the comments on a video from a page on, as far as the budget allows. Returns the next page of a longer list. */
	private async on(video: number, from: number): Promise<{ entries: Entry[]; next?: number }> {
		const list = listOf(this.reader, 'comments', { video: this.reader.hrefOf('video', video) });
		const read = withMovedUp(
			async (number) => await this.comments(video, list, number),
			() => this.budget.has(1),
		);
		const entries: Entry[] = [];
		for (let number = from; ; number++) {
			const page = await read(number);
			entries.push(...page.entries);
			if (page.isLast && page.missing) this.isComplete = false;
			if (page.isLast) return { entries: withReplies(entries) };
			if (!this.budget.has(1)) return { entries: withReplies(entries), next: number + 1 };
		}
	}

	/** Logs one warning for a chosen video that does not exist. */
	private warnOfMissing(video: number): void {
		if (this.config.videos.length === 0 || this.missing.has(video)) return;
		this.missing.add(video);
		this.reader.warn(`There is no video ${video} any more. Take it out of the chosen videos.`);
	}

	/**
	 * Continues the round. Unreadable comments are logged and delivered by a later round; they do not delay other ones.
	 *
	 * @param hasReadBefore whether an earlier part of the round read comments
	 * @throws NodeApiError when no comments could be read, in the whole round or on the first videos of this poll
	 */
	async round(from: RoundCursor, hasReadBefore = false): Promise<RoundPart> {
		const part = await this.part(from);
		const [error] = this.errors.values();
		if (!error) return part;
		const isEnd = part.cursor.kind === 'end' && !hasReadBefore;
		if (!this.hasRead && (isEnd || this.reader.isFailing)) throw error;
		const [first, ...others] = this.errors.keys();
		const more = others.length > 0 ? ` and ${others.length} more` : '';
		this.reader.warn(
			`The comments on video ${first}${more} cannot be read, and come when they can be read again: ${error.message}`,
		);
		return part;
	}

	/** Reads as much of the round as fits into the poll: at least the comments on one video, also with a slow service. */
	private async part(from: RoundCursor): Promise<RoundPart> {
		const entries: Entry[] = [];
		const place = 'video' in from ? from : undefined;
		let cursor = from;
		for (let page = place?.page ?? 1; ; page++) {
			const isResumed = place !== undefined && page === place.page;
			const { videos, isLast } = await (isResumed ? this.resumed(place) : this.videos(page));
			const unread = remaining(videos, cursor);
			for (const [index, video] of unread.entries()) {
				const read = await this.on(video.id, nextComments(cursor, video));
				entries.push(...read.entries);
				if (read.next !== undefined) {
					return { entries, cursor: { kind: 'within', page, video, comments: read.next } };
				}
				cursor = { kind: 'after', page, video };
				const isThrough = isLast && index === unread.length - 1;
				const canGoOn = this.budget.has(1) && !this.reader.isFailing;
				if (!isThrough && !canGoOn) return { entries, cursor };
			}
			if (isLast) return { entries, cursor: { kind: 'end' } };
			if (cursor !== from && !this.budget.has(2)) return { entries, cursor };
		}
	}
}
