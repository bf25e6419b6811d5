import type { NodeApiError } from 'n8n-workflow';

import type { ListPage } from '../../../shared/lists/page';
import { embeddedRecords } from '../../../shared/data/json';
import { type Entry, toEntries } from '../../lists/entries';
import { type ReadPage, walk } from '../../lists/walk';
import type { ServiceReader } from '../../serviceReader';
import type { SearchOptions } from '../event';

/** Where a round resumes: after the comments on a video, or within them. */
interface RoundPlace {
	/** The page of the watched videos. */
	page: number;
	/** The ID and creation time of the video. The time of a chosen video is 0. */
	video: Pick<Entry, 'id' | 'at'>;
	/** The next page of the comments on the video, unless they were read to their end. */
	comments?: number | undefined;
}

/** A round through the comments on all watched videos, which may take several polls. */
export interface Round {
	/** Undefined at the start of a round. */
	place?: RoundPlace | undefined;
	/** Seconds, by the service's clock. */
	startedAt: number;
	/** Whether all lists were read to their ends so far, so that a comment that was not read does not exist. */
	isComplete: boolean;
	/** Whether the comments on any video were read so far. */
	hasRead: boolean;
}

export const NEW_ROUND: Round = { startedAt: 0, isComplete: true, hasRead: false };

/** In place of a page that cannot be read: the end of an incomplete list. */
const UNREADABLE: ListPage = { records: [], next: undefined, total: Infinity };

function repliesIn({ row }: Entry): Entry[] {
	return toEntries(embeddedRecords(row, 'comments') ?? []);
}

/** Returns the videos of a page that the round has not read yet, oldest first. */
function unreadOf(videos: Entry[], place: RoundPlace | undefined): Entry[] {
	if (!place) return videos;
	const { video, comments } = place;
	const index = videos.findIndex(({ id }) => id === video.id);
	if (index >= 0) return videos.slice(comments === undefined ? index + 1 : index);
	// The video was deleted, or has moved to another page.
	return videos.filter(({ at }) => at >= video.at);
}

/** Reads a part of a round within the request budget of a poll. */
class RoundReader {
	readonly entries: Entry[] = [];

	/** Whether the comments on any video were read in this poll. */
	private hasRead = false;

	/** The errors of videos whose comments could not be read, by video. */
	private readonly errors = new Map<number, NodeApiError>();

	constructor(
		private readonly reader: ServiceReader,
		private readonly chosen: number[],
		readonly round: Round,
	) {}

	/** The watched videos, oldest first. Chosen videos need no request. */
	private get videos(): ReadPage {
		const records = this.chosen.map((id) => ({ id }));
		if (records.length === 0) return this.reader.videos('', 'oldest');
		return async () => ({ records, next: undefined, total: undefined });
	}

	/** Reads the comments on a video from a page on, as far as the budget allows. Returns the next page of a longer list. */
	private async readComments(video: number, from?: number): Promise<number | undefined> {
		const { reader, round } = this;
		const list = reader.list('comments', { video: reader.hrefOf('video', video) });
		const read = async (number: number) => {
			const { found, isGone, error } = await reader.findOrIgnore(list(number));
			if (error) this.errors.set(video, error);
			this.hasRead ||= found !== undefined;
			round.hasRead ||= this.hasRead;
			if (isGone && this.chosen.length > 0) {
				reader.warn(`Video ${video} no longer exists. Remove it from "Videos".`);
			}
			return found ?? UNREADABLE;
		};
		let next: number | undefined;
		const options = { first: from, mayBeShort: true };
		for await (const { entries, ...page } of walk(read, reader.budget, options)) {
			this.entries.push(...entries, ...entries.flatMap(repliesIn));
			round.isComplete &&= !page.isLast || page.missing === 0;
			next = page.isLast ? undefined : page.number + 1;
		}
		return next;
	}

	/**
	 * Reads as much of the round as fits into the poll: at least the comments on one video, also with a slow service.
	 * Returns whether the round has ended.
	 */
	async readPart(): Promise<boolean> {
		const { reader, round } = this;
		const { place: resumed } = round;
		const pages = walk(
			this.videos,
			{ has: () => round.place === resumed || reader.budget.has(2) },
			{
				first: resumed?.page,
				isKnown: resumed && (({ id, at }) => id === resumed.video.id || at < resumed.video.at),
			},
		);
		for await (const { number, entries, isLast, missing } of pages) {
			round.isComplete &&= !isLast || missing === 0;
			const unread = unreadOf(entries, round.place);
			for (const [index, { id, at }] of unread.entries()) {
				const from = round.place?.video.id === id ? round.place.comments : undefined;
				const comments = await this.readComments(id, from);
				round.place = { page: number, video: { id, at }, comments };
				const isFinished = isLast && index === unread.length - 1;
				const canGoOn = isFinished || (reader.budget.has() && !reader.isFailing);
				if (comments !== undefined || !canGoOn) return false;
			}
			if (isLast) return true;
		}
		return false;
	}

	/**
	 * Logs unreadable comments. A later round delivers them; they do not delay other ones.
	 *
	 * @throws NodeApiError when no comments could be read, in the whole round or on the first videos of this poll
	 */
	assertRead(isEnd: boolean): void {
		const [first] = this.errors;
		if (!first) return;
		const [video, error] = first;
		const isUnread = isEnd && !this.round.hasRead;
		if (isUnread || (!this.hasRead && this.reader.isFailing)) throw error;
		const more = this.errors.size > 1 ? ` and ${this.errors.size - 1} more` : '';
		this.reader.warn(
			`The comments on video ${video}${more} can't be read. They follow once it is possible: ${error.message}`,
		);
	}
}

/**
 * Starts a round or continues one, as far as the requests of a poll suffice.
 *
 * @returns the comments, the round afterwards, and whether it has ended
 * @throws NodeApiError when no comments could be read
 */
export async function readRound(
	reader: ServiceReader,
	{ videos, requestsPerPoll }: Pick<SearchOptions, 'requestsPerPoll'> & { videos: number[] },
	before: Round,
) {
	reader.budget.allow(requestsPerPoll);
	const part = new RoundReader(reader, videos, { ...(before.place ? before : NEW_ROUND) });
	const isEnd = await part.readPart();
	part.assertRead(isEnd);
	const startedAt = before.place ? before.startedAt : reader.clock.startedAt;
	const round: Round = { ...part.round, startedAt, ...(isEnd && { place: undefined }) };
	return { entries: part.entries, round, isEnd };
}
