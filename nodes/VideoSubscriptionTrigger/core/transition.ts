import type { Happening } from './event';
import { withDelivered } from './ledger';
import {
	type Known,
	loadKnown,
	notIn,
	type Select,
	type StoredKnown,
	storeKnown,
	type Stretch,
	takeBatch,
} from './newest';
import { packIds, packTimes, unpackIds, unpackTimes } from './pack';
import type { Entry } from './types';

/**
 * Videos that are known and not delivered, the most important first: those that came to what is
 * awaited and did not fit into the batch, those that cannot before a known moment, those that the
 * service works on, those whose moment is too far ahead to be kept, and those that wait for a person.
 */
export const KINDS_OF_PENDING = ['ready', 'scheduled', 'working', 'distant', 'dormant'] as const;
export type KindOfPending = (typeof KINDS_OF_PENDING)[number];

/** How a video stands; `ready` when it came to what is awaited. */
export interface Standing {
	kind: KindOfPending;
	/** The moment before which it cannot, in seconds; 0 where none is known. */
	notBefore: number;
}

/** What an event awaits of a video. Moments in seconds. */
export interface Goal {
	standing(entry: Entry, now: number): Standing;
	/** When a ready video came to it, as near as the record tells. */
	momentOf(entry: Entry, now: number): number;
	/** Whether a ready video that was created before `from` certainly came to it since. */
	isSince(entry: Entry, from: number): boolean;
	/** Which videos from before are awaited: all that are not ready, or those found at the beginning. */
	awaits: 'all' | 'learnt';
}

/** By kind, and by id the moment before which nothing is to be expected; 0 where none is known. */
export type Pending = Record<KindOfPending, Map<number, number>>;

export type Turn = Record<KindOfPending, number>;

export interface Transitions {
	known: Known;
	pending: Pending;
	/** Ids of the videos that were asked for alone last; the next ones follow them. */
	turn: Turn;
	/** The page on which learning what was pending at the beginning goes on; 0 when it is done. */
	learning: number;
}

export type StoredTransitions = Omit<Transitions, 'known' | 'pending'> & {
	known: StoredKnown;
	pending: Record<KindOfPending, string>;
};

/** What one poll read. */
export interface TransitionsRead {
	/** The moment of the reading, by the service's clock. */
	now: number;
	/** The newest videos. */
	stretch: Stretch;
	/** Older videos, as they are now. */
	others: Entry[];
	/** Older videos among which some may have been pending at the beginning. */
	learnt: Entry[];
	/** Ids of videos that exist no more. */
	gone: number[];
	/** Ids of videos whose moment has come, and which are kept from us. */
	withheld: number[];
	turn: Turn;
	learning: number;
}

/** Characters that all pending videos may take together: some 30,000 videos. */
export const PENDING_CHARACTERS = 36_000;

/** The part that gives way at once when it is too much. */
const YIELDING = 0.1;

function forEachKind<T>(of: (kind: KindOfPending) => T): Record<KindOfPending, T> {
	return {
		ready: of('ready'),
		scheduled: of('scheduled'),
		working: of('working'),
		distant: of('distant'),
		dormant: of('dormant'),
	};
}

/** The beginning, before anything is learnt. */
export function transitionsFrom(known: Known): Transitions {
	return { known, pending: forEachKind(() => new Map()), turn: forEachKind(() => 0), learning: 0 };
}

export function loadTransitions({ known, pending, ...rest }: StoredTransitions): Transitions {
	const withoutMoment = (id: number): [number, number] => [id, 0];
	return {
		...rest,
		known: loadKnown(known),
		pending: forEachKind((kind) =>
			kind === 'scheduled'
				? unpackTimes(pending.scheduled)
				: new Map(unpackIds(pending[kind]).map(withoutMoment)),
		),
	};
}

/** One step towards fewer characters: distant moments are forgotten first, then ids. */
function reduced(pending: Pending): Pending {
	const byMoment = [...pending.scheduled].sort(([, a], [, b]) => a - b);
	const near = byMoment.slice(0, Math.floor(byMoment.length * (1 - YIELDING)));
	const far = byMoment.slice(near.length).map(([id]): [number, number] => [id, 0]);
	if (far.length > 0) {
		const distant = new Map([...pending.distant, ...far]);
		return { ...pending, scheduled: new Map(near), distant };
	}
	const last = KINDS_OF_PENDING.findLast((kind) => pending[kind].size > 0) ?? 'dormant';
	const newestFirst = [...pending[last]].sort(([a], [b]) => b - a);
	const kept = newestFirst.slice(0, Math.floor(newestFirst.length * (1 - YIELDING)));
	return { ...pending, [last]: new Map(kept) };
}

function packWithin(pending: Pending): Record<KindOfPending, string> {
	const packed = forEachKind((kind) =>
		kind === 'scheduled' ? packTimes(pending.scheduled) : packIds(pending[kind].keys()),
	);
	const characters = KINDS_OF_PENDING.reduce((sum, kind) => sum + packed[kind].length, 0);
	return characters > PENDING_CHARACTERS ? packWithin(reduced(pending)) : packed;
}

export function storeTransitions({ known, pending, ...rest }: Transitions): StoredTransitions {
	return { ...rest, known: storeKnown(known), pending: packWithin(pending) };
}

function isPending({ pending }: Transitions, id: number): boolean {
	return KINDS_OF_PENDING.some((kind) => pending[kind].has(id));
}

/** Whether a pending video may be ready by now. */
export function isExpected({ pending }: Transitions, id: number, now: number): boolean {
	return KINDS_OF_PENDING.some((kind) => (pending[kind].get(id) ?? Infinity) <= now);
}

/** Videos that are neither delivered nor pending nor from before the trigger began. */
export function unknownIn(transitions: Transitions): Select {
	const select = notIn(transitions.known.ledger);
	return (entries) => select(entries).filter(({ id }) => !isPending(transitions, id));
}

export function isReady({ standing }: Goal, entry: Entry, now: number): boolean {
	return standing(entry, now).kind === 'ready';
}

/** What happened to a ready video. */
export function happeningOf({ momentOf }: Goal, entry: Entry, now: number): Happening {
	return { entry, at: momentOf(entry, now) };
}

function withPending(
	before: Pending,
	standings: Array<Standing & { id: number }>,
	settled: number[] = [],
): Pending {
	const pending = forEachKind((kind) => new Map(before[kind]));
	const forget = (id: number) => KINDS_OF_PENDING.forEach((kind) => pending[kind].delete(id));
	for (const { id, kind, notBefore } of standings) {
		forget(id);
		pending[kind].set(id, notBefore);
	}
	settled.forEach(forget);
	return pending;
}

/**
 * From the videos that are there at the beginning: those that may still fire.
 *
 * @param from the moment that a person named to start from
 */
export function learn(
	transitions: Transitions,
	goal: Goal,
	{ entries, next, now, from }: { entries: Entry[]; next: number; now: number; from?: number },
): Transitions {
	const { floor, delivered } = transitions.known.ledger;
	const open = entries
		.filter(({ id, at }) => at < floor || delivered.has(id))
		.map((entry) => ({ entry, id: entry.id, ...goal.standing(entry, now) }))
		.filter(
			({ entry, kind }) => kind !== 'ready' || (from !== undefined && goal.isSince(entry, from)),
		);
	return { ...transitions, learning: next, pending: withPending(transitions.pending, open) };
}

/**
 * From what is known and what was read: what to deliver, and what is known then. A video fires when
 * it is ready and was not, or was not there; until then it is pending, however long.
 */
export function advanceTransitions(
	before: Transitions,
	goal: Goal,
	read: TransitionsRead,
	batch: number,
): { happenings: Happening[]; transitions: Transitions } {
	const { now, stretch, others, learnt } = read;
	const { floor } = before.known.ledger;
	const { taken, known } = takeBatch(before.known, stretch, unknownIn(before), Infinity);
	const met = [...stretch.entries, ...others, ...learnt];
	const mayBeOld = new Set((goal.awaits === 'all' ? met : learnt).map(({ id }) => id));
	const awaited = met.filter(
		(entry) =>
			isPending(before, entry.id) ||
			(entry.at < floor && mayBeOld.has(entry.id) && !isReady(goal, entry, now)),
	);
	const open = new Map([...awaited, ...taken].map((entry) => [entry.id, entry]));
	const happenings = [...open.values()]
		.filter((entry) => isReady(goal, entry, now))
		.map((entry) => happeningOf(goal, entry, now))
		.sort((a, b) => a.at - b.at || a.entry.id - b.entry.id)
		// The rest stays pending until the next poll.
		.slice(0, batch);
	const delivered = happenings.map(({ entry }) => entry);
	const standings = [...open.values()].map((entry) => ({
		id: entry.id,
		...goal.standing(entry, now),
	}));
	const withheld = read.withheld.map((id) => ({ id, kind: 'dormant' as const, notBefore: 0 }));
	const settled = [...delivered.map(({ id }) => id), ...read.gone];
	return {
		happenings,
		transitions: {
			known: { ...known, ledger: withDelivered(known.ledger, delivered) },
			pending: withPending(before.pending, [...withheld, ...standings], settled),
			turn: read.turn,
			learning: read.learning,
		},
	};
}
