import type { VideoFilters } from '../../filters';
import { type Entry, unique } from '../../lists/entries';
import { readNew, windowNow } from '../../lists/scan';
import { firstPage } from '../../lists/walk';
import { isNew, type Window, windowFrom } from '../../checkpoint/window';
import type { ServiceReader } from '../../serviceReader';
import type { EventSource, FoundEvent } from '../event';
import {
	nextTurn,
	recordProgress,
	type Progress,
	readWaiting,
	trimWaiting,
	type Waiting,
} from './waiting';

/** The milestone of a video that an event waits for. Times in seconds. */
interface Milestone
	extends Pick<
		EventSource<VideoCheckpoint, VideoFilters>,
		'description' | 'notices' | 'filters' | 'read' | 'emptyHint'
	> {
	progressOf(entry: Entry, now: number): Progress;
	/** Returns when a video reached the milestone, as precisely as the record shows. */
	reachedAt(entry: Entry, now: number): number;
	/** Whether a video that was created before `from` has reached the milestone since then. */
	isReachedSince(entry: Entry, from: number): boolean;
	/** Whether an older video starts waiting when a page shows that it has not reached the milestone. */
	includesOlder: boolean;
}

interface VideoCheckpoint {
	window: Window;
	waiting: Waiting;
}

/** Returns the plans of a video; none for a draft, whose plans may be `null`, and `undefined` for a record without them. */
export function plansOf({ row: { plans } }: Entry): string[] | undefined {
	if (plans === null) return [];
	return Array.isArray(plans) ? plans.map(String) : undefined;
}

/** Whether a video is in the chosen plans, as far as the record shows. */
function isInPlan(entry: Entry, { plan = [] }: VideoFilters): boolean {
	return plan.length === 0 || (plansOf(entry)?.some((name) => plan.includes(name)) ?? true);
}

/** A video may get its plans after it was found, so lists are read without the filter for plans. */
const newest = (reader: ServiceReader, { query = '' }: VideoFilters) =>
	reader.videos(query, 'newest');

function eventOf({ reachedAt }: Milestone, entry: Entry, now: number): FoundEvent {
	return { entry, at: reachedAt(entry, now), key: String(entry.id) };
}

/** Reads the new videos and the waiting ones that are due. Returns the events of those that have reached the milestone. */
async function pollVideos(
	milestone: Milestone,
	reader: ServiceReader,
	filters: VideoFilters,
	{ window, waiting: before }: VideoCheckpoint,
) {
	const waiting = new Map(before);
	const { fresh, read, after } = await readNew(reader, newest(reader, filters), window);
	const shown = new Set(read.map(({ id }) => id));
	const entries = await readWaiting(reader, waiting, shown);
	const outside = [...waiting.keys()].filter((id) => !shown.has(id)).length;
	const now = reader.clock.now();
	const found = new Set(fresh.map(({ id }) => id));
	const events: FoundEvent[] = [];
	// A new video that an earlier poll has read may have changed since: what this poll has read counts more.
	for (const entry of unique([...fresh, ...read, ...entries])) {
		const { id } = entry;
		const progress = milestone.progressOf(entry, now);
		const isReached = progress.kind === 'reached';
		const isAgain = milestone.includesOlder && !isReached && !isNew(window, entry);
		if (!found.has(id) && !isAgain && !waiting.has(id)) continue;
		if (isReached) {
			waiting.delete(id);
			if (isInPlan(entry, filters)) events.push(eventOf(milestone, entry, now));
			continue;
		}
		recordProgress(waiting, id, progress, nextTurn(outside, now));
	}
	trimWaiting(reader, waiting);
	return { events, checkpoint: { window: after, waiting } };
}

/** Returns the source of an event that fires when a video reaches a milestone, without a time limit. */
export function videoMilestone(milestone: Milestone): EventSource<VideoCheckpoint, VideoFilters> {
	return {
		...milestone,
		record: 'video',
		hasStartFrom: true,

		/** Reads all videos once, so that each one that has not reached the milestone waits. */
		async start(reader, filters, from) {
			const { after, read, isCut } = await windowNow(reader, newest(reader, filters), true);
			if (isCut) {
				reader.warn(
					`Only the newest ${read.length} videos could be read. Older ones that are not finished start no workflow.`,
				);
			}
			const now = reader.clock.now();
			const window = from === undefined ? after : windowFrom(from);
			const waiting: Waiting = new Map();
			const events: FoundEvent[] = [];
			// The oldest come first in turn: pages show the newest.
			for (const entry of unique(read).reverse()) {
				if (isNew(window, entry)) continue;
				const progress = milestone.progressOf(entry, now);
				const turn = nextTurn(waiting.size + 1, now);
				if (progress.kind !== 'reached') recordProgress(waiting, entry.id, progress, turn);
				else if (from !== undefined && milestone.isReachedSince(entry, from)) {
					if (isInPlan(entry, filters)) events.push(eventOf(milestone, entry, now));
				}
			}
			trimWaiting(reader, waiting);
			return { events, checkpoint: { window, waiting } };
		},

		poll: async (reader, filters, before) => await pollVideos(milestone, reader, filters, before),

		async sample(reader, filters) {
			const entries = await firstPage(newest(reader, filters));
			const now = reader.clock.now();
			return entries
				.filter((entry) => milestone.progressOf(entry, now).kind === 'reached')
				.filter((entry) => isInPlan(entry, filters))
				.map((entry) => eventOf(milestone, entry, now));
		},
	};
}
