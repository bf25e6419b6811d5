import type { Entry } from '../../lists/entries';
import type { ServiceReader } from '../../serviceReader';

/** The progress of a video towards its milestone. Times in seconds. */
export type Progress =
	| { kind: 'reached' }
	/** The milestone cannot be reached before `at`. */
	| { kind: 'scheduled'; at: number }
	/** The time of the milestone is unknown. */
	| { kind: 'pending' };

/** The videos that have not started the workflow yet. Each is either in `scheduled` or in `pending`. */
export interface Waiting {
	/** By ID, the earliest time of the milestone. It is in the past for videos that did not fit into a batch. */
	scheduled: Map<number, number>;
	pending: Set<number>;
	/** The ID of the last video that was looked up. */
	lastInTurn: number;
}

/** Maximum look-ups of one poll: of videos whose scheduled time has passed, and of the remaining ones in turn. */
const MAX_DUE = 100;
const MAX_IN_TURN = 15;

/** Maximum number of waiting videos that fit into the saved state. */
const MAX_WAITING = 10_000;

export const noneWaiting = (): Waiting => ({
	scheduled: new Map(),
	pending: new Set(),
	lastInTurn: 0,
});

export const isWaiting = ({ scheduled, pending }: Waiting, id: number): boolean =>
	scheduled.has(id) || pending.has(id);

/** Removes a video that started the workflow or was deleted. */
export function removeVideo({ scheduled, pending }: Waiting, id: number): void {
	for (const some of [scheduled, pending]) some.delete(id);
}

/** Updates the progress of a video. A video that has reached the milestone waits for room in a batch. */
export function recordProgress(
	waiting: Waiting,
	id: number,
	progress: Progress,
	now: number,
): void {
	removeVideo(waiting, id);
	if (progress.kind === 'pending') waiting.pending.add(id);
	else waiting.scheduled.set(id, progress.kind === 'scheduled' ? progress.at : now);
}

/** Removes videos beyond the maximum, those without a scheduled time first, oldest first, and logs a warning. */
export function trimWaiting(reader: Pick<ServiceReader, 'warn'>, waiting: Waiting): void {
	const ids = [waiting.pending, waiting.scheduled.keys()].flatMap((some) =>
		[...some].sort((a, b) => a - b),
	);
	const excess = ids.slice(0, -MAX_WAITING);
	if (excess.length === 0) return;
	reader.warn(
		`The trigger stopped waiting for the ${excess.length} oldest videos, because it can wait for ${MAX_WAITING.toLocaleString('en')} at most. Filter the videos, or use several triggers.`,
	);
	for (const id of excess) removeVideo(waiting, id);
}

/** Returns the videos to look up: those whose scheduled time has passed, and the next ones in turn of the rest. */
function turnsOf({ scheduled, pending, lastInTurn }: Waiting, read: Set<number>, now: number) {
	const unread = [...scheduled, ...[...pending].map((id) => [id, Infinity] as const)]
		.filter(([id]) => !read.has(id))
		.sort(([a], [b]) => a - b);
	const due = unread.filter(([, at]) => at <= now).map(([id]) => id);
	const others = unread.filter(([, at]) => at > now).map(([id]) => id);
	const next = others.findIndex((id) => id > lastInTurn);
	const inTurn = next > 0 ? [...others.slice(next), ...others.slice(0, next)] : others;
	return { due: due.slice(0, MAX_DUE), inTurn: inTurn.slice(0, MAX_IN_TURN) };
}

/**
 * Looks up some waiting videos that no page showed. A video that the service does not have is forgotten. One that cannot
 * be read keeps waiting.
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
	const { due, inTurn } = turnsOf(waiting, read, now);
	for (const id of [...due, ...inTurn]) {
		if (!reader.budget.has() || reader.isFailing) break;
		const { entry, isGone } = await reader.record(`/videos/${id}`);
		waiting.lastInTurn = id;
		if (entry) entries.push(entry);
		// Without a scheduled time, the video does not delay other look-ups.
		recordProgress(waiting, id, { kind: 'pending' }, now);
		if (isGone) removeVideo(waiting, id);
	}
	return entries;
}
