import type { NodeApiError } from 'n8n-workflow';

import { embeddedRecords } from '../../../shared/json';
import { type Entry, secondsOf, toEntries, UNDATED } from '../../lists/entries';
import type { Page, ReadPage } from '../../lists/pages';
import { Walk } from '../../lists/walk';
import type { PollBudget } from '../../pollBudget';
import type { ServiceReader } from '../../serviceReader';
import type { Config } from '../event';
import { listOf, videosWith } from '../../lists/lists';

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

	private readonly budget: PollBudget;

	private readonly listed: ReturnType<typeof videosWith>;

	constructor(
		private readonly reader: ServiceReader,
		private readonly config: Config,
		missing: Iterable<number> = [],
	) {
		this.missing = new Set(missing);
		this.budget = reader.budget;
		this.budget.allow(config.requestsPerPoll);
		this.listed = videosWith(reader, { query: '', plan: [] }, 'oldest');
	}

	/** Reads a page of the watched videos, oldest first. Chosen videos need no request. */
	private async videos(page: number): Promise<Page> {
		const chosen = this.config.videos.map((id) => ({ id, at: 0, row: {} }));
		if (chosen.length > 0) {
			return { entries: chosen, isLast: true, read: chosen.length, missing: 0 };
		}
		const read = await this.listed(page);
		if (read.missing > 0) this.isComplete = false;
		return read;
	}

	/** Reads a page of the comments on a video. A page that cannot be read is the end of an incomplete list. */
	private async comments(video: number, list: ReadPage, number: number): Promise<Page> {
		const { found, isGone, error } = await this.reader.findOrIgnore(list(number));
		if (error) this.errors.set(video, error);
		this.hasRead ||= found !== undefined;
		if (isGone) this.warnOfMissing(video);
		else this.missing.delete(video);
		return found ?? { entries: [], isLast: true, read: 0, missing: 1 };
	}

	/** Reads the comments on a video from a page on, as far as the budget allows. Returns the next page of a longer list. */
	private async on(video: number, from: number): Promise<{ entries: Entry[]; next?: number }> {
		const list = listOf(this.reader, 'comments', { video: this.reader.hrefOf('video', video) });
		const read = async (number: number) => await this.comments(video, list, number);
		const walk = new Walk(read, () => this.budget.has(), from);
		const entries: Entry[] = [];
		for await (const page of walk.pages()) {
			entries.push(...page.entries);
			if (page.missing > 0) this.isComplete = false;
			if (page.isLast) return { entries: withReplies(entries) };
		}
		return { entries: withReplies(entries), next: walk.next };
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
		const walk = new Walk(
			async (page) => await this.videos(page),
			() => cursor === from || this.budget.has(2),
			place?.page,
			place && (({ id, at }) => id === place.video.id || at < place.video.at),
		);
		for await (const { entries: listed, isLast } of walk.pages()) {
			const page = walk.next - 1;
			const unread = remaining(listed, cursor);
			for (const [index, { id, at }] of unread.entries()) {
				const video = { id, at };
				const read = await this.on(id, nextComments(cursor, video));
				entries.push(...read.entries);
				if (read.next !== undefined) {
					return { entries, cursor: { kind: 'within', page, video, comments: read.next } };
				}
				cursor = { kind: 'after', page, video };
				const isThrough = isLast && index === unread.length - 1;
				const canGoOn = this.budget.has() && !this.reader.isFailing;
				if (!isThrough && !canGoOn) return { entries, cursor };
			}
			if (isLast) return { entries, cursor: { kind: 'end' } };
		}
		return { entries, cursor };
	}
}
