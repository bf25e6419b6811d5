import { embeddedRecords } from '../../../shared/json';
import type { ServiceReader } from '../../serviceReader';
import { readPages } from '../../checkpoint/pages';
import { type Entry, secondsOf, toEntries, UNDATED } from '../../checkpoint/records';
import { RequestBudget } from '../../checkpoint/requestBudget';
import type { Config } from '../event';
import { videosWith } from '../lists';

/** Where the round through all watched videos goes on: page of their list, place on it, page of the video's comments. */
export interface RoundCursor {
	page: number;
	place: number;
	comments: number;
}

export const FIRST: RoundCursor = { page: 1, place: 0, comments: 1 };

/** A comment and the replies inside it, at every depth. Comments have no order that could date one without a date. */
function withReplies(comments: Entry[]): Entry[] {
	return comments.flatMap((comment) => [
		{ ...comment, at: secondsOf(comment.row.created_at) ?? UNDATED },
		...withReplies(toEntries(embeddedRecords(comment.row, 'comments') ?? [])),
	]);
}

/** The watched videos and their comments, each request counted. */
export class CommentReader {
	/** Chosen videos that exist no more. */
	readonly missing: Set<number>;

	private readonly budget: RequestBudget;

	constructor(
		private readonly reader: ServiceReader,
		private readonly config: Config,
		missing: Iterable<number> = [],
	) {
		this.missing = new Set(missing);
		this.budget = new RequestBudget(reader, config.requestsPerPoll);
	}

	/** A page of the watched videos, the newest first; chosen ones are known without a request. */
	private async videos(page: number): Promise<{ ids: number[]; isLast: boolean }> {
		const { videos } = this.config;
		if (videos.length > 0) return { ids: videos, isLast: true };
		const read = videosWith(this.reader, { query: '', plan: [] }, 'newest');
		const { entries, isLast } = await read(page);
		return { ids: entries.map(({ id }) => id), isLast };
	}

	/** The comments on a video, from a page on; none when it is deleted or forbidden. */
	private async on(video: number, from: number): Promise<{ entries: Entry[]; next: number }> {
		const read = async (page: number) => {
			const query = { video: this.reader.hrefOf('video', video), page };
			const { found, isGone } = await this.reader.ifThere(
				this.reader.list('/comments', 'comments', query),
			);
			if (isGone) this.tellMissing(video);
			else this.missing.delete(video);
			return found ?? { entries: [], isLast: true };
		};
		const { entries, next } = await readPages(read, from, () => this.budget.has(1));
		return { entries: withReplies(entries), next };
	}

	/** A chosen video was deleted: the person is told, once. */
	private tellMissing(video: number): void {
		if (this.config.videos.length === 0 || this.missing.has(video)) return;
		this.missing.add(video);
		this.reader.warn(`There is no video ${video} any more. Take it out of the chosen videos.`);
	}

	/**
	 * Goes on with the round; however slow the service is, each poll looks at one video.
	 *
	 * @returns the comments, and where the next poll goes on; `undefined` at the end of the round
	 */
	async round(from: RoundCursor): Promise<{ entries: Entry[]; cursor: RoundCursor | undefined }> {
		const entries: Entry[] = [];
		let { page, place, comments } = from;
		for (;;) {
			const { ids, isLast } = await this.videos(page);
			for (; place < ids.length; place++) {
				const read = await this.on(ids[place] ?? 0, comments);
				entries.push(...read.entries);
				comments = read.next || 1;
				if (read.next > 0) return { entries, cursor: { page, place, comments } };
				if (isLast && place === ids.length - 1) break;
				if (!this.budget.has(1)) return { entries, cursor: { page, place: place + 1, comments } };
			}
			if (isLast) return { entries, cursor: undefined };
			[page, place] = [page + 1, 0];
			if (!this.budget.has(2)) return { entries, cursor: { page, place, comments } };
		}
	}
}
