import type { INodeProperties } from 'n8n-workflow';

import { readVideoFilters, videoFilters } from '../../filters';
import { type Entry, unique } from '../../lists/entries';
import type { ReadPage } from '../../lists/pages';
import { readNew } from '../../checkpoint/scan';
import { type Window, windowFrom, windowNow } from '../../checkpoint/window';
import type { ServiceReader } from '../../serviceReader';
import {
	byTime,
	type Config,
	type EventSource,
	type PollResult,
	type TriggerEvent,
} from '../event';
import { videosWith } from '../../lists/lists';
import {
	isWaiting,
	recordProgress,
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
	/** Whether a video may get its plans after it was found, so that lists are read without the filter for plans. */
	isPlanKnownLater: boolean;
	/** The notes above the filters. */
	notices?(): INodeProperties[];
	/** Whether an older video starts waiting when a page shows that it has not reached the milestone. */
	includesOlder: boolean;
}

interface VideoCheckpoint {
	window: Window;
	waiting: Waiting;
}

/** Maximum number of new videos that one poll reads, with or without the milestone. */
const MAX_NEW = 1000;

function isOlder({ since, seen }: Window, { id, at }: Entry): boolean {
	return at < since || seen.has(id);
}

/** Whether a video is in the chosen plans. */
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
		const { reader, config, milestone } = this;
		const plan = milestone.isPlanKnownLater ? [] : config.plan;
		return videosWith(reader, { ...config, plan }, 'newest');
	}

	private eventOf(entry: Entry): TriggerEvent {
		const at = this.milestone.reachedAt(entry, this.reader.clock.now());
		return { entry, at, key: String(entry.id) };
	}

	private progressOf(entry: Entry): Progress {
		return this.milestone.progressOf(entry, this.reader.clock.now());
	}

	/** Reads all videos once, so that each one that has not reached the milestone waits. */
	async start(from?: number): Promise<VideoCheckpoint> {
		const { reader, milestone } = this;
		const { after, read, isCut } = await windowNow(this.newest, reader.limits(MAX_NEW), true);
		if (isCut) {
			reader.warn(
				`Only the newest ${read.length} videos could be read. Older ones that are not finished start no workflow.`,
			);
		}
		const window = from === undefined ? after : windowFrom(from);
		const waiting = noneWaiting();
		for (const entry of read.filter((video) => isOlder(window, video))) {
			const progress = this.progressOf(entry);
			const isDue = from !== undefined && milestone.isReachedSince(entry, from);
			if (progress.kind !== 'reached' || isDue)
				recordProgress(waiting, entry.id, progress, reader.clock.now());
		}
		trimWaiting(reader, waiting);
		return { window, waiting };
	}

	async poll({ window, waiting: before }: VideoCheckpoint): Promise<PollResult<VideoCheckpoint>> {
		const { reader, config, milestone } = this;
		const { fresh, read, after } = await readNew(this.newest, window, reader.limits(MAX_NEW));
		const ids = new Set(read.map(({ id }) => id));
		const { entries, waiting } = await readWaiting(reader, before, ids);
		const older = milestone.includesOlder ? read.filter((entry) => isOlder(window, entry)) : [];
		for (const entry of older) {
			const progress = this.progressOf(entry);
			if (progress.kind !== 'reached')
				recordProgress(waiting, entry.id, progress, reader.clock.now());
		}
		for (const { id } of fresh)
			recordProgress(waiting, id, { kind: 'pending' }, reader.clock.now());
		const events = this.settle(waiting, [...read, ...entries]).slice(0, config.batch);
		for (const { entry } of events) removeVideo(waiting, entry.id);
		trimWaiting(reader, waiting);
		return { events, checkpoint: { window: after, waiting } };
	}

	/** Updates the progress of the waiting videos that were read. Returns the events of those that are done, oldest first. */
	private settle(waiting: Waiting, read: Entry[]): TriggerEvent[] {
		const reached: TriggerEvent[] = [];
		for (const entry of unique(read).filter(({ id }) => isWaiting(waiting, id))) {
			const progress = this.progressOf(entry);
			recordProgress(waiting, entry.id, progress, this.reader.clock.now());
			if (progress.kind !== 'reached') continue;
			// Lists are filtered by the service; look-ups, and lists without the filter, are not.
			if (isInPlan(entry, this.config)) reached.push(this.eventOf(entry));
			else if (this.milestone.isPlanKnownLater) removeVideo(waiting, entry.id);
		}
		return reached.sort(byTime);
	}

	async sample(): Promise<TriggerEvent[]> {
		const { entries } = await this.newest(1);
		const reached = entries.filter(
			(entry) => this.progressOf(entry).kind === 'reached' && isInPlan(entry, this.config),
		);
		return reached.map((entry) => this.eventOf(entry));
	}
}

/** Returns the source of an event that fires when a video reaches a milestone, without a time limit. */
export function videoMilestone(milestone: Milestone): EventSource<VideoCheckpoint> {
	const pollOf = (reader: ServiceReader, config: Config) =>
		new MilestonePoll(milestone, reader, config);
	return {
		record: 'video',
		fields: () => [...(milestone.notices?.() ?? []), videoFilters()],
		read: readVideoFilters,
		description: milestone.description,
		emptyHint: milestone.emptyHint,
		start: async (reader, config, from) => await pollOf(reader, config).start(from),
		poll: async (reader, config, before) => await pollOf(reader, config).poll(before),
		sample: async (reader, config) => await pollOf(reader, config).sample(),
	};
}
