import type { ServiceReader } from '../../serviceReader';
import { readPages } from '../../checkpoint/pages';
import { type Entry, type ReadPage, unique } from '../../checkpoint/records';
import { readNew } from '../../checkpoint/scan';
import { type Window, windowFrom, windowNow } from '../../checkpoint/window';
import { type Config, type EventSource, byTime, type TriggerEvent } from '../event';
import { limitsOf, videosWith } from '../lists';
import { readWaiting, type Waiting, withinBounds } from './waiting';

/** What an event awaits of a video. Moments in seconds. */
export interface Milestone extends Pick<EventSource, 'description' | 'emptyHint'> {
	/** Before when a video cannot come to it, 0 where nothing tells; undefined for one that has come to it. */
	waitsUntil(entry: Entry, now: number): number | undefined;
	/** When a video came to it, as near as the record tells. */
	momentOf(entry: Entry, now: number): number;
	/** Whether a video that was created before `from` came to it since. */
	isSince(entry: Entry, from: number): boolean;
	/** Whether an older video that has not come to it is awaited whenever a page shows it. */
	awaitsAll: boolean;
}

interface VideoCheckpoint {
	window: Window;
	waiting: Waiting;
	/** The page on which the initial scan for what waits goes on, oldest first; 0 at its end. */
	scan: number;
}

/** New videos that one poll takes note of, whether they have come to it or not. */
const MOST_NEW = 1000;

/** Requests that are kept for the rest of the poll during the initial scan. */
const RESERVED = 10;

function isOlder({ since, seen }: Window, { id, at }: Entry): boolean {
	return at < since || seen.has(id);
}

/** Lists are filtered by the service; a video that is asked for alone may have left the plans since. */
function isInPlan({ row: { plans } }: Entry, { plan }: Config): boolean {
	return (
		plan.length === 0 || !Array.isArray(plans) || plans.some((one) => plan.includes(String(one)))
	);
}

/** One poll for a milestone of the videos that a person chose. */
class MilestonePoll {
	constructor(
		private readonly milestone: Milestone,
		private readonly reader: ServiceReader,
		private readonly config: Config,
	) {}

	private get newest(): ReadPage {
		return videosWith(this.reader, this.config, 'newest');
	}

	private eventOf(entry: Entry): TriggerEvent {
		const at = this.milestone.momentOf(entry, this.reader.now());
		return { entry, at, key: String(entry.id) };
	}

	private waitsUntil(entry: Entry): number | undefined {
		return this.milestone.waitsUntil(entry, this.reader.now());
	}

	/** The next pages of all videos, oldest first: some of those that were there at the beginning wait. */
	private async scan(from: number) {
		const { reader, config } = this;
		if (from === 0 || reader.affordable() < 1) return { entries: [], next: from };
		const hasMore = () => reader.affordable() > RESERVED;
		return await readPages(videosWith(reader, config, 'oldest'), from, hasMore);
	}

	async start(from?: number): Promise<VideoCheckpoint> {
		const { reader, milestone } = this;
		const isNow = from === undefined;
		const { after: window, read } = isNow
			? await windowNow(this.newest, limitsOf(reader, MOST_NEW))
			: { after: windowFrom(from), read: [] };
		const { entries, next } = await this.scan(1);
		const videos = new Map<number, number>();
		for (const entry of [...read, ...entries].filter((one) => isOlder(window, one))) {
			const until = this.waitsUntil(entry);
			// It has come to it since the moment that a person named: it is due now.
			const isDue = !isNow && milestone.isSince(entry, from);
			if (until !== undefined || isDue) videos.set(entry.id, until ?? reader.now());
		}
		const waiting = { videos: withinBounds(reader, videos), lastInTurn: 0 };
		return { window, waiting, scan: next };
	}

	async poll({ window, waiting: before, scan: page }: VideoCheckpoint) {
		const { reader, config } = this;
		const { fresh, read, after } = await readNew(this.newest, window, limitsOf(reader, MOST_NEW));
		const scan = await this.scan(page);
		const listed = [...read, ...scan.entries];
		const ids = new Set(listed.map(({ id }) => id));
		const { entries: asked, waiting } = await readWaiting(reader, before, ids);
		const { videos } = waiting;
		// New ones are unseenThisRound, and so are older ones that the initial scan meets.
		const older = this.milestone.awaitsAll
			? listed.filter((entry) => isOlder(window, entry))
			: scan.entries.filter(({ at }) => at < window.since);
		for (const entry of older) {
			const until = this.waitsUntil(entry);
			if (until !== undefined) videos.set(entry.id, until);
		}
		for (const { id } of fresh) videos.set(id, 0);
		const inPlan = asked.filter((entry) => isInPlan(entry, config));
		const events = this.settle(videos, [...listed, ...inPlan]).slice(0, config.batch);
		for (const { entry } of events) videos.delete(entry.id);
		const checkpoint = {
			window: after,
			waiting: { ...waiting, videos: withinBounds(reader, videos) },
			scan: scan.next,
		};
		return { events, checkpoint };
	}

	/** Notes how long the awaited videos that were read still wait; gives those that do no more, oldest first. */
	private settle(videos: Map<number, number>, read: Entry[]): TriggerEvent[] {
		const reached: TriggerEvent[] = [];
		for (const entry of unique(read).filter(({ id }) => videos.has(id))) {
			const until = this.waitsUntil(entry);
			// One that does not fit into this poll is due in the next one.
			videos.set(entry.id, until ?? this.reader.now());
			if (until === undefined) reached.push(this.eventOf(entry));
		}
		return reached.sort(byTime);
	}

	async sample(): Promise<TriggerEvent[]> {
		const { entries } = await this.newest(1);
		const reached = entries.filter((entry) => this.waitsUntil(entry) === undefined);
		return reached.map((entry) => this.eventOf(entry));
	}
}

/** An event that fires when a video comes to a milestone that it had not come to, however long it took. */
export function videoMilestone(milestone: Milestone): EventSource<VideoCheckpoint> {
	const of = (reader: ServiceReader, config: Config) =>
		new MilestonePoll(milestone, reader, config);
	return {
		record: 'video',
		filters: ['query', 'plan'],
		description: milestone.description,
		emptyHint: milestone.emptyHint,
		start: async (reader, config, from) => await of(reader, config).start(from),
		poll: async (reader, config, before) => await of(reader, config).poll(before),
		sample: async (reader, config) => await of(reader, config).sample(),
	};
}
