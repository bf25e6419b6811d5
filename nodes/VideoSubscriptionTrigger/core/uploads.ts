import type { Happening } from './event';
import { withDelivered } from './ledger';
import {
	loadKnown,
	notIn,
	storeKnown,
	takeBatch,
	type Known,
	type Select,
	type StoredKnown,
	type Stretch,
} from './newest';
import { packIds, unpackIds } from './pack';
import { secondsOf } from './page';
import type { Entry } from './types';

/**
 * Videos that are known and not delivered: those that were uploaded and did not fit into the batch,
 * those that the service works on, and those without a status, which wait for a person to give them
 * a source and are looked at less often.
 */
export const KINDS_OF_PENDING = ['uploaded', 'working', 'dormant'] as const;
export type KindOfPending = (typeof KINDS_OF_PENDING)[number];

export type Pending = Record<KindOfPending, Set<number>>;

export interface Uploads {
	known: Known;
	pending: Pending;
	/** Ids of the videos that were asked for alone last; the next ones follow them. */
	turn: Record<KindOfPending, number>;
	/** The page on which learning what was pending at the beginning goes on; 0 when it is done. */
	learning: number;
}

export type StoredUploads = Omit<Uploads, 'known' | 'pending'> & {
	known: StoredKnown;
	pending: Record<KindOfPending, string>;
};

/** What one poll read. */
export interface UploadsRead {
	/** The newest videos. */
	stretch: Stretch;
	/** Older videos, as they are now. */
	others: Entry[];
	/** Ids of videos that exist no more. */
	gone: number[];
	turn: Record<KindOfPending, number>;
	learning: number;
}

/** Characters that the ids of one kind of pending videos may take: more than 3,500 videos. */
export const PENDING_CHARACTERS = 12_000;

export function loadUploads({ known, pending, ...rest }: StoredUploads): Uploads {
	return {
		...rest,
		known: loadKnown(known),
		pending: {
			uploaded: new Set(unpackIds(pending.uploaded)),
			working: new Set(unpackIds(pending.working)),
			dormant: new Set(unpackIds(pending.dormant)),
		},
	};
}

/** The newest ids, as many as fit. */
function packWithin(ids: Set<number>): string {
	const packed = packIds(ids);
	if (packed.length <= PENDING_CHARACTERS) return packed;
	const newestFirst = [...ids].sort((a, b) => b - a);
	return packWithin(new Set(newestFirst.slice(0, Math.floor(ids.size * 0.9))));
}

export function storeUploads({ known, pending, ...rest }: Uploads): StoredUploads {
	return {
		...rest,
		known: storeKnown(known),
		pending: {
			uploaded: packWithin(pending.uploaded),
			working: packWithin(pending.working),
			dormant: packWithin(pending.dormant),
		},
	};
}

/** The only status that fires; others, also unknown ones, wait (spec, States and transitions). */
export function isUploaded({ row }: Entry): boolean {
	return row.status === 'uploaded';
}

function kindOf(entry: Entry): KindOfPending {
	if (isUploaded(entry)) return 'uploaded';
	const { status } = entry.row;
	return status === null || status === undefined ? 'dormant' : 'working';
}

export function isPending({ pending }: Uploads, id: number): boolean {
	return KINDS_OF_PENDING.some((kind) => pending[kind].has(id));
}

/** Videos that are neither delivered nor pending nor from before the trigger began. */
export function unknownIn(uploads: Uploads): Select {
	const select = notIn(uploads.known.ledger);
	return (entries) => select(entries).filter(({ id }) => !isPending(uploads, id));
}

/** The service does not tell when it finished; the last change is the nearest that is known. */
export function uploadOf(entry: Entry): Happening {
	return { entry, at: secondsOf(entry.row.updated_at) ?? entry.at };
}

function withPending(before: Pending, entries: Entry[], settled: number[]): Pending {
	const pending: Pending = {
		uploaded: new Set(before.uploaded),
		working: new Set(before.working),
		dormant: new Set(before.dormant),
	};
	const forget = (id: number) => KINDS_OF_PENDING.forEach((kind) => pending[kind].delete(id));
	for (const entry of entries) {
		forget(entry.id);
		pending[kindOf(entry)].add(entry.id);
	}
	settled.forEach(forget);
	return pending;
}

/** From the videos that are there at the beginning: those that may still become uploaded. */
export function learn(uploads: Uploads, entries: Entry[], learning: number): Uploads {
	const isFromBefore = ({ id, at }: Entry) =>
		at < uploads.known.ledger.floor || uploads.known.ledger.delivered.has(id);
	const unfinished = entries.filter((entry) => isFromBefore(entry) && !isUploaded(entry));
	return { ...uploads, learning, pending: withPending(uploads.pending, unfinished, []) };
}

/**
 * From what is known and what was read: the uploads to deliver, and what is known then. A video
 * fires when it is uploaded and was not, or was not there; until then it is pending, however long.
 */
export function advanceUploads(
	before: Uploads,
	read: UploadsRead,
	batch: number,
): { happenings: Happening[]; uploads: Uploads } {
	const { floor } = before.known.ledger;
	const { taken, known } = takeBatch(before.known, read.stretch, unknownIn(before), Infinity);
	const awaited = [...read.stretch.entries, ...read.others].filter(
		(entry) => isPending(before, entry.id) || (entry.at < floor && !isUploaded(entry)),
	);
	const open = new Map([...awaited, ...taken].map((entry) => [entry.id, entry]));
	const happenings = [...open.values()]
		.filter(isUploaded)
		.map(uploadOf)
		.sort((a, b) => a.at - b.at || a.entry.id - b.entry.id)
		// The rest stays pending until the next poll.
		.slice(0, batch);
	const delivered = happenings.map(({ entry }) => entry);
	const settled = [...delivered.map(({ id }) => id), ...read.gone];
	return {
		happenings,
		uploads: {
			known: { ...known, ledger: withDelivered(known.ledger, delivered) },
			pending: withPending(before.pending, [...open.values()], settled),
			turn: read.turn,
			learning: read.learning,
		},
	};
}
