import { readVideoFilters, type VideoFilters } from '../../filters';
import { type Entry, unique } from '../../lists/entries';
import { readNew, windowNow } from '../../lists/scan';
import { firstPage } from '../../lists/walk';
import { isNew, type Window, windowFrom } from '../../checkpoint/window';
import type { ServiceReader } from '../../serviceReader';
import { byTime, type EventSource, type PollLimits, type TriggerEvent } from '../event';
import {
	nextTurn,
	recordProgress,
	type Progress,
	readWaiting,
	trimWaiting,
	type Waiting,
} from './waiting';

/** The milestone of a video that an event waits for. Times in seconds. */
interface Milestone extends Pick<EventSource, 'description' | 'fields' | 'emptyHint'> {
	progressOf(entry: Entry, now: number): Progress;
	/** Returns when a video reached the milestone, as precisely as the record shows. */
	reachedAt(entry: Entry, now: number): number;
	/** Whether a video that was created before `from` has reached the milestone since then. */
	isReachedSince(entry: Entry, from: number): boolean;
	/** Whether a video may get its plans after it was found, so that lists are read without the filter for plans. */
	isPlanKnownLater: boolean;
	/** Whether an older video starts waiting when a page shows that it has not reached the milestone. */
	includesOlder: boolean;
}

interface VideoCheckpoint {
	window: Window;
	waiting: Waiting;
}

/** Maximum number of new videos that one poll reads, with or without the milestone. */
const MAX_NEW = 1000;

/** Returns the plans of a video; none for a draft, whose plans may be `null`, and `undefined` for a record without them. */
export function plansOf({ row: { plans } }: Entry): string[] | undefined {
	if (plans === null) return [];
	return Array.isArray(plans) ? plans.map(String) : undefined;
}

/** Whether a video is in the chosen plans, as far as the record shows. */
function isInPlan(entry: Entry, { plan }: VideoFilters): boolean {
	return plan.length === 0 || (plansOf(entry)?.some((name) => plan.includes(name)) ?? true);
}

function newest({ isPlanKnownLater }: Milestone, reader: ServiceReader, filters: VideoFilters) {
	return reader.videos(isPlanKnownLater ? { ...filters, plan: [] } : filters, 'newest');
}

function eventOf({ reachedAt }: Milestone, entry: Entry, now: number): TriggerEvent {
	return { entry, at: reachedAt(entry, now), key: String(entry.id) };
}

/** Reads the new videos and the waiting ones that are due. Returns the events of those that have reached the milestone. */
async function pollVideos(
	milestone: Milestone,
	reader: ServiceReader,
	config: PollLimits & VideoFilters,
	{ window, waiting }: VideoCheckpoint,
) {
	const list = newest(milestone, reader, config);
	const { fresh, read, after } = await readNew(reader, list, window, MAX_NEW);
	const shown = new Set(read.map(({ id }) => id));
	const entries = await readWaiting(reader, waiting, shown);
	const outside = [...waiting.keys()].filter((id) => !shown.has(id)).length;
	const now = reader.clock.now();
	const found = new Set(fresh.map(({ id }) => id));
	const reached: TriggerEvent[] = [];
	for (const entry of unique([...read, ...entries])) {
		const progress = milestone.progressOf(entry, now);
		const isReached = progress.kind === 'reached';
		const isAgain = milestone.includesOlder && !isReached && !isNew(window, entry);
		if (!found.has(entry.id) && !isAgain && !waiting.has(entry.id)) continue;
		const planned = waiting.get(entry.id) ?? 0;
		const turn = planned > now ? planned : nextTurn(outside, now);
		recordProgress(waiting, entry.id, progress, { now, turn });
		if (!isReached) continue;
		// Lists are filtered by the service; look-ups, and lists without the filter, are not.
		if (isInPlan(entry, config)) reached.push(eventOf(milestone, entry, now));
		else if (milestone.isPlanKnownLater) waiting.delete(entry.id);
	}
	const events = reached.sort(byTime).slice(0, config.maxEvents);
	for (const { entry } of events) waiting.delete(entry.id);
	trimWaiting(reader, waiting);
	return { events, checkpoint: { window: after, waiting } };
}

/** Returns the source of an event that fires when a video reaches a milestone, without a time limit. */
export function videoMilestone(milestone: Milestone): EventSource<VideoCheckpoint, VideoFilters> {
	return {
		...milestone,
		record: 'video',
		read: readVideoFilters,

		/** Reads all videos once, so that each one that has not reached the milestone waits. */
		async start(reader, config, from) {
			const list = newest(milestone, reader, config);
			const { after, read, isCut } = await windowNow(reader, list, true);
			if (isCut) {
				reader.warn(
					`Only the newest ${read.length} videos could be read. Older ones that are not finished start no workflow.`,
				);
			}
			const now = reader.clock.now();
			const window = from === undefined ? after : windowFrom(from);
			const waiting: Waiting = new Map();
			// The oldest come first in turn: pages show the newest.
			for (const entry of unique(read).reverse()) {
				if (isNew(window, entry)) continue;
				const progress = milestone.progressOf(entry, now);
				const isDue = from !== undefined && milestone.isReachedSince(entry, from);
				const turn = nextTurn(waiting.size + 1, now);
				if (progress.kind !== 'reached' || isDue) {
					recordProgress(waiting, entry.id, progress, { now, turn });
				}
			}
			trimWaiting(reader, waiting);
			return { window, waiting };
		},

		poll: async (reader, config, before) => await pollVideos(milestone, reader, config, before),

		async sample(reader, config) {
			const entries = await firstPage(newest(milestone, reader, config));
			const now = reader.clock.now();
			return entries
				.filter((entry) => milestone.progressOf(entry, now).kind === 'reached')
				.filter((entry) => isInPlan(entry, config))
				.map((entry) => eventOf(milestone, entry, now));
		},
	};
}
