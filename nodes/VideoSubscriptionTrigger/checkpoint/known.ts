import { bytesOf } from './frozen';
import { newestUntil, type Entry } from './records';

/**
 * What was delivered, or was there before the trigger began. Nothing is decided by comparing with
 * the newest moment: whatever is dated from the watermark on and has an unknown id is new, in
 * whichever order and however late it shows up.
 */
export interface Known {
	/** Seconds. What is dated earlier is not new. Never ahead of the service's own clock. */
	watermark: number;
	/** The delivered ids from the watermark on, with their moments. */
	ids: Map<number, number>;
	/**
	 * Seconds. From this moment on all known ids are in `ids`. It lies above the watermark when the
	 * service's clock stepped back further than ids are remembered, or when more records share a
	 * second than can be remembered; between the two, ids up to `highestId` are known.
	 */
	completeFrom: number;
	highestId: number;
}

/** Ids that are remembered, and more only within one second: so far below newer ones a late record is found. */
export const REMEMBERED = 1000;

/** Bytes that the remembered ids may take: some 18,000 of one second. */
const MOST_BYTES = 18_000;

/** The part that is forgotten at once when they take more. */
const FORGOTTEN_SHARE = 0.1;

export function isNew({ watermark, ids, completeFrom, highestId }: Known, entry: Entry): boolean {
	if (ids.has(entry.id) || entry.at < watermark) return false;
	return entry.at >= completeFrom || entry.id > highestId;
}

/** The beginning: everything from a moment on is new. */
export function knownFrom(watermark: number): Known {
	return { watermark, ids: new Map(), completeFrom: 0, highestId: 0 };
}

/** Seconds. What appeared between the service's clock stepping back and the poll that notices it. */
const UNNOTICED = 3600;

/**
 * The service's clock stepped back, from 12:00 to 11:30: what appears now is dated 11:30, or earlier
 * if that was before this poll, so the watermark goes back to 10:30. Which ids were there then is
 * remembered, as far as they are.
 */
export function steppedBack(known: Known, now: number): Known {
	if (now >= known.watermark) return known;
	const highestId = [...known.ids.keys()].reduce((a, b) => Math.max(a, b), known.highestId);
	return { ...known, watermark: now - UNNOTICED, highestId };
}

/** After these were delivered, at a moment of the service's clock. */
export function withDelivered(known: Known, delivered: Entry[], now: number): Known {
	const ids = new Map(known.ids);
	for (const { id, at } of delivered) ids.set(id, at);
	if (ids.size <= REMEMBERED) return { ...known, ids };
	const moments = [...ids.values()].sort((a, b) => b - a);
	// The second of the oldest one that is remembered stays whole.
	const oldest = Math.min(moments[REMEMBERED - 1] ?? 0, now);
	return withinBounds({
		...known,
		watermark: Math.max(known.watermark, oldest),
		completeFrom: Math.max(known.completeFrom, oldest),
		ids: new Map([...ids].filter(([, at]) => at >= oldest)),
	});
}

/** Forgets the lowest ids of the oldest second when more share it than can be remembered. */
function withinBounds(known: Known): Known {
	if (bytesOf(known.ids.keys()) <= MOST_BYTES) return known;
	const sorted = [...known.ids].sort(([a, atA], [b, atB]) => atA - atB || a - b);
	const forgotten = Math.ceil(sorted.length * FORGOTTEN_SHARE);
	const [highestId, at] = sorted[forgotten - 1] ?? [0, 0];
	return withinBounds({
		watermark: known.watermark,
		ids: new Map(sorted.slice(forgotten)),
		completeFrom: Math.max(known.completeFrom, at + 1),
		highestId: Math.max(known.highestId, highestId),
	});
}

/** The newest moment that is known and not ahead of `now`. */
export function newestKnown({ ids, watermark }: Known, now: number): number {
	const entries = [...ids].map(([id, at]) => ({ id, at, row: {} }));
	return Math.max(newestUntil(now, entries), Math.min(watermark, now));
}
