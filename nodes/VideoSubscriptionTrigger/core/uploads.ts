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
 * Videos that are known and not uploaded: those that the service works on, and those without a
 * status, which wait for a person to give them a source and are looked at less often.
 */
export const KINDS_OF_PENDING = ['working', 'dormant'] as const;
export type KindOfPending = (typeof KINDS_OF_PENDING)[number];

export interface Uploads {
	known: Known;
	pending: Record<KindOfPending, Set<number>>;
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

/** Characters that the ids of one kind of pending videos may take: more than 4,000 videos. */
export const PENDING_CHARACTERS = 14_000;

export function loadUploads({ known, pending, ...rest }: StoredUploads): Uploads {
	const { working, dormant } = pending;
	return {
		...rest,
		known: loadKnown(known),
		pending: { working: new Set(unpackIds(working)), dormant: new Set(unpackIds(dormant)) },
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
	const { working, dormant } = pending;
	return {
		...rest,
		known: storeKnown(known),
		pending: { working: packWithin(working), dormant: packWithin(dormant) },
	};
}

/** The only status that fires; others, also unknown ones, wait (spec, States and transitions). */
export function isUploaded({ row }: Entry): boolean {
	return row.status === 'uploaded';
}

function isDormant({ row }: Entry): boolean {
	return row.status === null || row.status === undefined;
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

function withPending(uploads: Uploads, entries: Iterable<Entry>, settled: number[]) {
	const working = new Set(uploads.pending.working);
	const dormant = new Set(uploads.pending.dormant);
	for (const entry of entries) {
		(isDormant(entry) ? dormant : working).add(entry.id);
		(isDormant(entry) ? working : dormant).delete(entry.id);
	}
	for (const id of settled) {
		working.delete(id);
		dormant.delete(id);
	}
	return { working, dormant };
}

/** From the videos that are there at the beginning: those that may still become uploaded. */
export function learn(uploads: Uploads, entries: Entry[], learning: number): Uploads {
	const isFromBefore = ({ id, at }: Entry) =>
		at < uploads.known.ledger.floor || uploads.known.ledger.delivered.has(id);
	const unfinished = entries.filter((entry) => isFromBefore(entry) && !isUploaded(entry));
	return { ...uploads, learning, pending: withPending(uploads, unfinished, []) };
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
			pending: withPending(before, open.values(), settled),
			turn: read.turn,
			learning: read.learning,
		},
	};
}
