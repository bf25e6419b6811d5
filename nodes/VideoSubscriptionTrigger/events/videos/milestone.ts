import type { INodeProperties } from 'n8n-workflow';

import { readVideoFilters, videoFilters } from '../../filters';
import { type Entry, unique } from '../../lists/entries';
import type { ReadPage } from '../../lists/pages';
import { readNew } from '../../checkpoint/scan';
import { type Window, windowFrom, windowNow } from '../../checkpoint/window';
import type { ServiceReader } from '../../serviceReader';
import { byTime, type Config, type EventSource, type TriggerEvent } from '../event';
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

/** Returns the source of an event that fires when a video reaches a milestone, without a time limit. */
export function videoMilestone(milestone: Milestone): EventSource<VideoCheckpoint> {
	const { progressOf, reachedAt, isPlanKnownLater } = milestone;

	function newest(reader: ServiceReader, config: Config): ReadPage {
		return videosWith(reader, isPlanKnownLater ? { ...config, plan: [] } : config, 'newest');
	}

	const isReached = (entry: Entry, now: number) => progressOf(entry, now).kind === 'reached';

	function eventOf(entry: Entry, now: number): TriggerEvent {
		return { entry, at: reachedAt(entry, now), key: String(entry.id) };
	}

	/** Updates the progress of the waiting videos that were read. Returns the events of those that are done, oldest first. */
	function settle(waiting: Waiting, read: Entry[], config: Config, now: number): TriggerEvent[] {
		const reached: TriggerEvent[] = [];
		for (const entry of unique(read).filter(({ id }) => isWaiting(waiting, id))) {
			recordProgress(waiting, entry.id, progressOf(entry, now), now);
			if (!isReached(entry, now)) continue;
			// Lists are filtered by the service; look-ups, and lists without the filter, are not.
			if (isInPlan(entry, config)) reached.push(eventOf(entry, now));
			else if (isPlanKnownLater) removeVideo(waiting, entry.id);
		}
		return reached.sort(byTime);
	}

	return {
		record: 'video',
		fields: () => [...(milestone.notices?.() ?? []), videoFilters()],
		read: readVideoFilters,
		description: milestone.description,
		emptyHint: milestone.emptyHint,

		/** Reads all videos once, so that each one that has not reached the milestone waits. */
		async start(reader, config, from) {
			const list = newest(reader, config);
			const { after, read, isCut } = await windowNow(list, reader.limits(MAX_NEW), true);
			if (isCut) {
				reader.warn(
					`Only the newest ${read.length} videos could be read. Older ones that are not finished start no workflow.`,
				);
			}
			const now = reader.clock.now();
			const window = from === undefined ? after : windowFrom(from);
			const waiting = noneWaiting();
			for (const entry of read.filter((video) => isOlder(window, video))) {
				const isDue = from !== undefined && milestone.isReachedSince(entry, from);
				if (isReached(entry, now) && !isDue) continue;
				recordProgress(waiting, entry.id, progressOf(entry, now), now);
			}
			trimWaiting(reader, waiting);
			return { window, waiting };
		},

		async poll(reader, config, { window, waiting: before }) {
			const limits = reader.limits(MAX_NEW);
			const { fresh, read, after } = await readNew(newest(reader, config), window, limits);
			const ids = new Set(read.map(({ id }) => id));
			const { entries, waiting } = await readWaiting(reader, before, ids);
			const now = reader.clock.now();
			const unfinished = read.filter((entry) => isOlder(window, entry) && !isReached(entry, now));
			for (const { id } of [...fresh, ...(milestone.includesOlder ? unfinished : [])]) {
				recordProgress(waiting, id, { kind: 'pending' }, now);
			}
			const events = settle(waiting, [...read, ...entries], config, now).slice(0, config.batch);
			for (const { entry } of events) removeVideo(waiting, entry.id);
			trimWaiting(reader, waiting);
			return { events, checkpoint: { window: after, waiting } };
		},

		async sample(reader, config) {
			const { entries } = await newest(reader, config)(1);
			const now = reader.clock.now();
			const reached = entries.filter((entry) => isReached(entry, now) && isInPlan(entry, config));
			return reached.map((entry) => eventOf(entry, now));
		},
	};
}
