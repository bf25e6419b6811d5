import { packTimes, unpackTimes } from './pack';
import type { Entry } from './types';

/**
 * What was delivered, as far back as it has to be remembered. Nothing is decided by comparing with
 * the newest moment alone: whatever is not delivered and not older than the floor is new, in
 * whichever order and however late it shows up.
 */
export interface Ledger {
	/** Seconds. What is older was delivered, or was there before the trigger. */
	floor: number;
	/**
	 * More was delivered of the floor's second than could be kept: of that second, what stands
	 * below a delivered record in a list that is read newest first is delivered too.
	 */
	isCut: boolean;
	/** Moments by id. */
	delivered: Map<number, number>;
}

/** A ledger as the saved state holds it. */
export interface StoredLedger {
	floor: number;
	isCut: boolean;
	delivered: string;
}

/** Characters that the delivered ids may take: some 5,000 records, and far more of a bulk import. */
export const LEDGER_CHARACTERS = 24_000;

export function newLedger(
	floor: number,
	delivered: Entry[] = [],
	others: Ledger['delivered'] = new Map(),
): Ledger {
	const all = [...others, ...delivered.map(({ id, at }): [number, number] => [id, at])];
	return { floor, isCut: false, delivered: new Map(all.filter(([, at]) => at >= floor)) };
}

export function loadLedger({ floor, isCut, delivered }: StoredLedger): Ledger {
	return { floor, isCut, delivered: unpackTimes(delivered) };
}

export function storeLedger({ floor, isCut, delivered }: Ledger): StoredLedger {
	return { floor, isCut, delivered: packTimes(delivered) };
}

/**
 * Those that are new, in the order given.
 *
 * @param entries newest first
 */
export function newOf({ floor, isCut, delivered }: Ledger, entries: Entry[]): Entry[] {
	let isBelowCut = false;
	return entries.filter(({ id, at }) => {
		const isDelivered = delivered.has(id);
		isBelowCut ||= isCut && isDelivered && at === floor;
		return !isDelivered && at >= floor && !(isBelowCut && at === floor);
	});
}

/** Without the older half of the seconds, or, when only one is left, of its ids. */
function halved(ledger: Ledger): Ledger {
	const seconds = [...new Set(ledger.delivered.values())].sort((a, b) => a - b);
	const newest = seconds[seconds.length - 1];
	if (seconds.length === 1) {
		const latest = [...ledger.delivered].slice(Math.ceil(ledger.delivered.size / 2));
		return { floor: newest, isCut: true, delivered: new Map(latest) };
	}
	const floor = seconds[Math.ceil(seconds.length / 2) - 1] + 1;
	const kept = [...ledger.delivered].filter(([, at]) => at >= floor);
	return { floor, isCut: false, delivered: new Map(kept) };
}

/** The ledger within its size: the oldest seconds are forgotten and the floor rises above them. */
function trimmed(ledger: Ledger): Ledger {
	return packTimes(ledger.delivered).length > LEDGER_CHARACTERS ? trimmed(halved(ledger)) : ledger;
}

/** The ledger after these were delivered, in this order. */
export function withDelivered(ledger: Ledger, entries: Entry[]): Ledger {
	const delivered = new Map(ledger.delivered);
	for (const { id, at } of entries) if (at >= ledger.floor) delivered.set(id, at);
	return trimmed({ ...ledger, delivered });
}
