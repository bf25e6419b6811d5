import { FIRST_PAGE, type PageCursor, type ReadPage, readPages } from '../../checkpoint/pages';
import type { Page } from '../../checkpoint/records';
import { RequestBudget } from '../../checkpoint/requestBudget';
import type { Config, Reader } from '../event';
import { sortedList } from '../lists';
import { type CommentsRead, FIRST, type RoundCursor, type Visit } from './comments';

const NONE: Page = { entries: [], total: undefined, isLast: true };

/** The watched videos and their comments, each request counted. */
export class CommentReader {
	readonly gone: Set<number>;

	readonly budget: RequestBudget;

	constructor(
		private readonly reader: Reader,
		private readonly config: Config,
		requests: number,
		gone: Set<number> = new Set(),
	) {
		this.budget = new RequestBudget(requests, () => reader.affordable());
		this.gone = new Set(gone);
	}

	/** A page of the watched videos, the newest first; chosen ones are known without a request. */
	async videos(page: number): Promise<{ ids: number[]; isLast: boolean }> {
		const { videos } = this.config;
		if (videos.length > 0) return { ids: videos, isLast: true };
		const read = this.budget.counting(sortedList(this.reader, 'videos').newest);
		const { entries, isLast } = await read(page);
		return { ids: entries.map(({ id }) => id), isLast };
	}

	/** The comments on a video, none when it is deleted or forbidden. */
	on(video: number): ReadPage {
		return this.budget.counting(async (page) => {
			const query = { video: this.reader.hrefOf('video', video), page };
			const { page: found, isGone } = await this.reader.listIfThere('/comments', 'comments', query);
			if (isGone) this.tellGone(video);
			else this.gone.delete(video);
			return found ?? NONE;
		});
	}

	/** A chosen video was deleted: the person is told, once. */
	private tellGone(video: number): void {
		if (this.config.videos.length === 0 || this.gone.has(video)) return;
		this.gone.add(video);
		this.reader.warn(`There is no video ${video} any more. Take it out of the chosen videos.`);
	}

	/** Goes on with the round through all watched videos, as long as there are requests. */
	async round(from: RoundCursor): Promise<Omit<CommentsRead, 'now' | 'gone'>> {
		const visits: Visit[] = [];
		const unfinished = (cursor: RoundCursor) => ({ visits, cursor, isRoundComplete: false });
		let current = from;
		while (this.budget.has(1)) {
			const { ids, isLast } = await this.videos(current.page);
			for (const video of ids.filter((id) => !current.done.has(id))) {
				// However slow the service is, each poll looks at one video.
				if (visits.length > 0 && !this.budget.has(1)) return unfinished(current);
				const comments = video === current.video ? current.comments : FIRST_PAGE;
				const cursor = await this.visit(video, comments, visits);
				if (cursor.page > 0) return unfinished({ ...current, video, comments: cursor });
				const done = new Set([...current.done, video]);
				current = { ...current, done, video: 0, comments: FIRST_PAGE };
			}
			if (isLast) return { visits, cursor: FIRST, isRoundComplete: true };
			current = { ...FIRST, page: current.page + 1 };
		}
		return unfinished(current);
	}

	/** Reads the comments on a video on. */
	private async visit(video: number, from: PageCursor, visits: Visit[]): Promise<PageCursor> {
		// Where no total is told, each further page takes two requests.
		const { entries, cursor } = await readPages(this.on(video), from, () => this.budget.has(2));
		visits.push({ video, comments: entries, isBetween: false });
		return cursor;
	}

	/** Looks at both ends of the comments on the liveliest videos: their order is not documented. */
	async lively(moments: Map<number, number>): Promise<Visit[]> {
		const visits: Visit[] = [];
		const latestFirst = [...moments].sort(([, a], [, b]) => b - a);
		for (const [video] of latestFirst) {
			if (!this.budget.has(1)) break;
			const list = this.on(video);
			const { entries, total = 0, isLast } = await list(1);
			const last = entries.length > 0 ? Math.ceil(total / entries.length) : 1;
			const isFar = !isLast && last > 1 && this.budget.has(1);
			const end = isFar ? (await list(last)).entries : [];
			visits.push({ video, comments: [...entries, ...end], isBetween: true });
		}
		return visits;
	}
}
