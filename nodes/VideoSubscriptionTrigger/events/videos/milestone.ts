import { FIRST_PAGE, type Position, readPages } from '../../checkpoint/pages';
import { type Entry, type ReadPage, unique } from '../../checkpoint/records';
import { readNew } from '../../checkpoint/scan';
import { OVERLAP, type Window, windowFrom, windowNow } from '../../checkpoint/window';
import type { ServiceReader } from '../../serviceReader';
import { byTime, type Config, type EventSource, type TriggerEvent } from '../event';
import { limitsOf, videosWith } from '../lists';
import {
	isWaiting,
	noteProgress,
	noneWaiting,
	type Progress,
	readWaiting,
	removeVideo,
	trimWaiting,
	type Waiting,
} from './waiting';

/** The milestone of a video that an event waits for. Times in seconds. */
interface Milestone extends Pick<EventSource, 'description' | 'emptyHint'> {
	progressOf(entry: Entry, now: number): Progress;
	/** Returns when a video reached the milestone, as precisely as the record shows. */
	reachedAt(entry: Entry, now: number): number;
	/** Whether a video that was created before `from` has reached the milestone since then. */
	isReachedSince(entry: Entry, from: number): boolean;
	/** Whether an older video starts waiting when a page shows that it has not reached the milestone. */
	includesOlder: boolean;
}

/** The scan of all videos, oldest first, that finds videos which were already waiting at the activation. */
interface InitialScan {
	position: Position;
	/** The times of the first and the latest scan that found the list shorter than its `total`. */
	short?: { since: number; latest: number };
	/** Videos that have fired since the scan began. A restarted scan must not let them wait again. */
	fired: Set<number>;
}

/** Whether the scan may continue. A restarted scan waits, each time twice as long. */
function isRescanDue({ position, short }: InitialScan, now: number): boolean {
	const isStart = position.kind === 'page' && position.page === 1;
	return !short || !isStart || now - short.latest >= short.latest - short.since;
}

interface VideoCheckpoint {
	window: Window;
	waiting: Waiting;
	initialScan: InitialScan;
}

/** Maximum number of new videos that one poll reads, with or without the milestone. */
const MAX_NEW = 1000;

/** Requests that the initial scan reserves for the rest of a poll. */
const RESERVED = 10;

function isOlder({ since, seen }: Window, { id, at }: Entry): boolean {
	return at < since || seen.has(id);
}

/** Whether a video is in the chosen plans. Lists are filtered by the service, look-ups are not. */
function isInPlan({ row: { plans } }: Entry, { plan }: Config): boolean {
	return (
		plan.length === 0 || !Array.isArray(plans) || plans.some((one) => plan.includes(String(one)))
	);
}

/** One poll for a milestone of the chosen videos. */
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
		const at = this.milestone.reachedAt(entry, this.reader.now());
		return { entry, at, key: String(entry.id) };
	}

	private progressOf(entry: Entry): Progress {
		return this.milestone.progressOf(entry, this.reader.now());
	}

	/**
	 * Reads the next pages of the initial scan. When the list is empty or shorter than its `total`, the scan is restarted.
	 * As the `total` may count hidden records permanently, it is ignored after an hour.
	 */
	private async scan(before: InitialScan): Promise<{ entries: Entry[]; after: InitialScan }> {
		const { reader, config } = this;
		const { position, short, fired } = before;
		const isDue = reader.affordable() >= 1 && isRescanDue(before, reader.now());
		if (position.kind === 'end' || !isDue) return { entries: [], after: before };
		const { entries, next, isShort } = await readPages(
			videosWith(reader, config, 'oldest', position.pageSize),
			position,
			() => reader.affordable() > RESERVED,
		);
		const isEmpty = entries.length === 0 && position.page === 1;
		if (!isShort && !isEmpty) return { entries, after: { ...before, position: next } };
		const now = reader.now();
		const since = short?.since ?? now;
		const isEnd = !isEmpty && now - since >= OVERLAP;
		return {
			entries,
			after: isEnd
				? { position: { kind: 'end' }, fired }
				: { position: FIRST_PAGE, short: { since, latest: now }, fired },
		};
	}

	async start(from?: number): Promise<VideoCheckpoint> {
		const { reader, milestone } = this;
		const isNow = from === undefined;
		const { after: window, read } = isNow
			? await windowNow(this.newest, limitsOf(reader, MAX_NEW))
			: { after: windowFrom(from), read: [] };
		const { entries, after: initialScan } = await this.scan({
			position: FIRST_PAGE,
			fired: new Set(),
		});
		const waiting = noneWaiting();
		for (const entry of [...read, ...entries].filter((one) => isOlder(window, one))) {
			const progress = this.progressOf(entry);
			const isDue = !isNow && milestone.isReachedSince(entry, from);
			if (progress.kind !== 'reached' || isDue)
				noteProgress(waiting, entry.id, progress, reader.now());
		}
		trimWaiting(reader, waiting);
		return { window, waiting, initialScan };
	}

	async poll({ window, waiting: before, initialScan }: VideoCheckpoint) {
		const { reader, config, milestone } = this;
		const { fresh, read, after } = await readNew(this.newest, window, limitsOf(reader, MAX_NEW));
		const none = { entries: [], after: initialScan };
		const scan = read.length > 0 ? await this.scan(initialScan) : none;
		const listed = [...read, ...scan.entries];
		const ids = new Set(listed.map(({ id }) => id));
		const { entries: lookedUp, waiting } = await readWaiting(reader, before, ids);
		const older = milestone.includesOlder
			? listed.filter((entry) => isOlder(window, entry))
			: scan.entries.filter(({ id, at }) => at < window.since && !initialScan.fired.has(id));
		for (const entry of older) {
			const progress = this.progressOf(entry);
			if (progress.kind !== 'reached') noteProgress(waiting, entry.id, progress, reader.now());
		}
		for (const { id } of fresh) noteProgress(waiting, id, { kind: 'pending' }, reader.now());
		const inPlan = lookedUp.filter((entry) => isInPlan(entry, config));
		const events = this.settle(waiting, [...listed, ...inPlan]).slice(0, config.batch);
		for (const { entry } of events) removeVideo(waiting, entry.id);
		trimWaiting(reader, waiting);
		const isScanned = scan.after.position.kind === 'end';
		const fired = isScanned ? [] : [...initialScan.fired, ...events.map(({ entry }) => entry.id)];
		const scanned = { ...scan.after, fired: new Set(fired) };
		return { events, checkpoint: { window: after, waiting, initialScan: scanned } };
	}

	/** Updates the progress of the waiting videos that were read. Returns the events of those that are done, oldest first. */
	private settle(waiting: Waiting, read: Entry[]): TriggerEvent[] {
		const reached: TriggerEvent[] = [];
		for (const entry of unique(read).filter(({ id }) => isWaiting(waiting, id))) {
			const progress = this.progressOf(entry);
			noteProgress(waiting, entry.id, progress, this.reader.now());
			if (progress.kind === 'reached') reached.push(this.eventOf(entry));
		}
		return reached.sort(byTime);
	}

	async sample(): Promise<TriggerEvent[]> {
		const { entries } = await this.newest(1);
		const reached = entries.filter((entry) => this.progressOf(entry).kind === 'reached');
		return reached.map((entry) => this.eventOf(entry));
	}
}

/** Returns the source of an event that fires when a video reaches a milestone, without a time limit. */
export function videoMilestone(milestone: Milestone): EventSource<VideoCheckpoint> {
	const pollOf = (reader: ServiceReader, config: Config) =>
		new MilestonePoll(milestone, reader, config);
	return {
		record: 'video',
		filters: ['query', 'plan'],
		description: milestone.description,
		emptyHint: milestone.emptyHint,
		start: async (reader, config, from) => await pollOf(reader, config).start(from),
		poll: async (reader, config, before) => await pollOf(reader, config).poll(before),
		sample: async (reader, config) => await pollOf(reader, config).sample(),
	};
}
