import type { Entry } from '../../lists/entries';
import type { ServiceReader } from '../../serviceReader';

/** The progress of a video towards its milestone. Times in seconds. */
export type Progress =
	| { kind: 'reached' }
	/** The milestone cannot be reached before `at`. */
	| { kind: 'scheduled'; at: number }
	/** The time of the milestone is unknown. */
	| { kind: 'pending' };

/** The videos that have not reached the milestone yet: by ID, when each is looked up next, in seconds. */
export type Waiting = Map<number, number>;

/**
 * Maximum look-ups of one poll: at 200 ms each, they fit into the time in which a durable poll may begin requests. Those due
 * for longest come first.
 */
const MAX_LOOK_UPS = 100;

/**
 * How many waiting videos without a known time are looked up in a minute, all of them in turn: one every four seconds, which
 * finds each of 300 within twenty minutes.
 */
export const LOOK_UPS_PER_MINUTE = 15;

const MINUTE = 60;

/** Seconds by which a turn begins early, so that a poll that is due a minute later does not miss it. */
const LEEWAY = 10;

/** Maximum waiting videos. They take some 60 KB in the saved state (test/trigger/events.test.mts). */
export const MAX_WAITING = 10_000;

/**
 * Returns when a video is looked up again whose time is unknown or far, in turn with the other ones that no page shows.
 *
 * @param others how many these are
 */
export function nextTurn(others: number, now: number): number {
	const minutes = Math.ceil(Math.max(1, others) / LOOK_UPS_PER_MINUTE);
	return now + minutes * MINUTE - LEEWAY;
}

/**
 * Plans the next look-up of a video that has not reached the milestone: at its scheduled time, or in turn before it, because
 * its dates may change.
 */
export function recordProgress(
	waiting: Waiting,
	id: number,
	progress: Exclude<Progress, { kind: 'reached' }>,
	turn: number,
): void {
	waiting.set(id, progress.kind === 'scheduled' ? Math.min(progress.at, turn) : turn);
}

/** Removes videos beyond the maximum, oldest first, and logs a warning. */
export function trimWaiting(reader: Pick<ServiceReader, 'warn'>, waiting: Waiting): void {
	const excess = [...waiting.keys()].sort((a, b) => a - b).slice(0, -MAX_WAITING);
	if (excess.length === 0) return;
	reader.warn(
		`The trigger stopped waiting for the ${excess.length} oldest videos, because it can wait for ${MAX_WAITING.toLocaleString('en')} at most. Filter the videos, or use several triggers.`,
	);
	for (const id of excess) waiting.delete(id);
}

/**
 * Looks up the waiting videos that are due and that no page showed. A video that the service does not have is forgotten.
 * One that cannot be read is looked up again after a minute.
 *
 * @param read the IDs that pages showed
 * @returns the videos that were found
 */
export async function readWaiting(
	reader: ServiceReader,
	waiting: Waiting,
	read: Set<number>,
): Promise<Entry[]> {
	const now = reader.clock.now();
	const entries: Entry[] = [];
	const due = [...waiting]
		.filter(([id, at]) => at <= now && !read.has(id))
		.sort(([a, atA], [b, atB]) => atA - atB || a - b)
		.slice(0, MAX_LOOK_UPS);
	for (const [id] of due) {
		if (!reader.budget.has() || reader.isFailing) break;
		const { entry, isGone } = await reader.record(`/videos/${id}`);
		if (entry) entries.push(entry);
		if (isGone) waiting.delete(id);
		else if (!entry) waiting.set(id, now + MINUTE);
	}
	return entries;
}
