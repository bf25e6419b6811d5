import {
	type Ledger,
	loadLedger,
	newLedger,
	newOf,
	type StoredLedger,
	storeLedger,
} from './ledger';
import { newestOf } from './page';
import { readOn } from './readOn';
import type { Entry, ListPage, Page } from './types';

/** What is known of a list that is read newest first. */
export interface Known {
	ledger: Ledger;
	/**
	 * How many records of the list are delivered, or were there before. When the list holds more
	 * than these and the new ones found, something hides deeper: a hint to read on.
	 */
	accounted?: number;
	/** How many newer records waited for a later batch when the list was last read. */
	waiting: number;
	/** Records that the service really puts on a page. */
	pageSize: number;
	sweep: Sweep;
}

/**
 * Every second idle poll looks at another page in place of the first: what shows up there while as
 * much leaves the list changes neither the first page nor the total.
 */
export interface Sweep {
	/** The page to look at in the next poll; 0 for the first one. */
	next: number;
	/** The page that was looked at last. */
	last: number;
}

const NO_SWEEP: Sweep = { next: 0, last: 1 };

export type StoredKnown = Omit<Known, 'ledger'> & { ledger: StoredLedger };

/** What was read of a list: records that follow each other, newest first, none twice. */
export interface Stretch {
	entries: Entry[];
	/** How many newer records stand above it. */
	above: number;
	total?: number;
	pageSize: number;
	sweep: Sweep;
	/** Whether it stands somewhere below the first page, because nothing else was to be read. */
	isGlance: boolean;
}

/** Those that are new, in the order given. */
export type Select = (entries: Entry[]) => Entry[];

/** Page size of all lists (spec, Limits). */
export const PAGE_SIZE = 50;

/**
 * Records among which something that hides is looked for: one that shows up late, when as many newer
 * ones are there already, is not searched any more.
 */
const LATE_RECORDS = 1000;

/** Pages that are rather read on than searched for. */
const SLACK_PAGES = 2;

export function loadKnown(stored: StoredKnown): Known {
	return { ...stored, ledger: loadLedger(stored.ledger) };
}

export function storeKnown(known: Known): StoredKnown {
	return { ...known, ledger: storeLedger(known.ledger) };
}

/**
 * Where "from now" begins: at the newest record that is there, whose second may not be over yet.
 * The service's own moments count, never this machine's clock.
 *
 * @param list the list that will be read
 * @param beside what is known of other records, which may tell a later moment or join the list
 */
export async function knownFromNow(list: ListPage, beside = newLedger(0)): Promise<Known> {
	const first = await list(1);
	const newest = Math.max(newestOf(first.entries), beside.floor);
	const isWanted = (page: number, before: Entry[]) =>
		page * first.entries.length <= LATE_RECORDS && before.every(({ at }) => at >= newest);
	const { entries } = first.isLast ? { entries: [] } : await readOn(list, 2, isWanted, first);
	const isShiftSeen = first.total !== undefined || entries.length === 0;
	// Once more: what left the list may have moved a record across the edge of two pages.
	const again = isShiftSeen ? [] : (await readOn(list, 1, isWanted)).entries;
	return {
		ledger: newLedger(newest, [...first.entries, ...entries, ...again], beside.delivered),
		accounted: first.total,
		waiting: 0,
		pageSize: first.isLast ? PAGE_SIZE : first.entries.length,
		sweep: NO_SWEEP,
	};
}

/** Where "from an earlier moment" begins. */
export function knownFrom(moment: number): Known {
	return { ledger: newLedger(moment), waiting: 0, pageSize: PAGE_SIZE, sweep: NO_SWEEP };
}

/** Whether what stands below this page is older than all that counts. */
function isEnd({ entries, isLast }: Page, floor: number): boolean {
	return isLast || entries.filter(({ at }) => at < floor).length * 2 >= entries.length;
}

/** The page to begin with so that a batch of the oldest of `undelivered` records is read. */
function firstPageFor(undelivered: number, pageSize: number, batch: number): number {
	const spared = Math.ceil(undelivered / pageSize) - Math.ceil(batch / pageSize);
	return spared < SLACK_PAGES ? 1 : Math.floor((undelivered - batch) / pageSize) + 1;
}

/** Reads a list from a page downwards until everything new below that page is found. */
class Descent {
	/** The newest first, then those that a look below them showed. */
	entries: Entry[] = [];

	total?: number;

	/** The page on which the list goes on below what was read; 0 when nothing there counts. */
	nextPage = 0;

	/** Whether it ended with a page that was all new, because the total said so. */
	isTrusting = false;

	private read: Entry[] = [];

	private knownMet = 0;

	/** The newest moment that is known. */
	private mark: number;

	constructor(
		private readonly list: ListPage,
		private readonly known: Known,
		private readonly select: Select,
		readonly first: number,
		public pageSize: number,
		/** What another page showed before. */
		private readonly glimpsed: Page | undefined,
	) {
		this.mark = known.ledger.floor;
		for (const at of known.ledger.delivered.values()) this.mark = Math.max(this.mark, at);
	}

	/** Whether nothing but new records was met. */
	get isAllNew(): boolean {
		return this.knownMet === 0;
	}

	get above(): number {
		return (this.first - 1) * this.pageSize;
	}

	/** How many new records there should be, from the beginning of the list. */
	get undelivered(): number | undefined {
		const { accounted } = this.known;
		return this.total === undefined || accounted === undefined ? undefined : this.total - accounted;
	}

	found(): number {
		return this.select(this.entries).length;
	}

	/** What moved from one page to the next while they were read comes twice. */
	private add(entries: Entry[]): void {
		const read = new Map([...this.read, ...entries].map((entry) => [entry.id, entry]));
		this.read = [...read.values()];
		const below = (this.glimpsed?.entries ?? []).filter(({ id }) => !read.has(id));
		this.entries = [...this.read, ...below];
	}

	/** Whether nothing new can stand below this page. */
	private isBottom(page: Page): boolean {
		if (isEnd(page, this.known.ledger.floor)) return true;
		const isExplained = this.undelivered === this.above + this.found();
		const newOnPage = this.select(page.entries).length;
		if (newOnPage === page.entries.length) {
			// One request went elsewhere, or will for the rest of a backlog: the page below is looked at later.
			const isSpent = this.glimpsed !== undefined || this.first > 1 || this.known.waiting > 0;
			this.isTrusting = isExplained && isSpent;
			return this.isTrusting;
		}
		this.knownMet += page.entries.length - newOnPage;
		if (this.knownMet > LATE_RECORDS) return true;
		// Within the second of the mark, new and known records may stand in any order.
		const isPastMark = page.entries.some(({ at }) => at < this.mark);
		if (this.total === undefined) return isPastMark;
		return (isPastMark || newOnPage === 0) && isExplained;
	}

	/**
	 * @param isFarEnough asked after each page that is not the last one to read
	 * @returns whether the bottom was reached
	 */
	async run(isFarEnough: (number: number) => boolean): Promise<boolean> {
		for (let number = this.first; ; number++) {
			const page = await this.list(number);
			if (number === this.first) {
				this.total = page.total;
				// The last page holds what is left.
				if (!page.isLast) this.pageSize = page.entries.length;
			}
			this.add(page.entries);
			this.nextPage = isEnd(page, this.known.ledger.floor) ? 0 : number + 1;
			if (this.isBottom(page)) return true;
			if (isFarEnough(number)) return false;
		}
	}
}

/**
 * Finds the topmost page that is not all new, by halving.
 *
 * @param low a page that is all new, or 0
 * @param high a page below that is not; found in growing steps when it is not known
 */
async function boundaryPage(
	list: ListPage,
	select: Select,
	low: number,
	high?: number,
): Promise<number> {
	const isAllNew = async (number: number) => {
		const { entries } = await list(number);
		return entries.length > 0 && select(entries).length === entries.length;
	};
	let [above, below] = [low, high ?? low * 2];
	if (high === undefined) while (await isAllNew(below)) [above, below] = [below, below * 2];
	while (below - above > 1) {
		const middle = Math.floor((above + below) / 2);
		if (await isAllNew(middle)) above = middle;
		else below = middle;
	}
	return below;
}

/** Goes on below what was read, as long as something may hide there. */
function sweepFrom(last: number, nextPage: number, pageSize: number): Sweep {
	const next = Math.max(nextPage, last + 1);
	return nextPage === 0 || (next - 1) * pageSize >= LATE_RECORDS ? NO_SWEEP : { next, last };
}

/**
 * Reads the oldest batch of what is new in a list that is sorted newest first, and no more. When
 * nothing is new that is one request: for the first page, or by turns for another one.
 *
 * @param batch how many records may be delivered at once
 * @param affordable how many more requests fit into this poll
 */
export async function readStretch(
	list: ListPage,
	known: Known,
	select: Select,
	batch: number,
	affordable: () => number,
): Promise<Stretch> {
	const { next } = known.sweep;
	if (next === 0) return await readFromTop(list, known, select, batch, affordable);
	const page = await list(next);
	const isQuiet = select(page.entries).length === 0 && page.total === known.accounted;
	if (!isQuiet) return await readFromTop(list, known, select, batch, affordable, page);
	const { entries, total } = page;
	const last = isEnd(page, known.ledger.floor) ? 1 : next;
	const { pageSize } = known;
	return { entries, above: 0, total, pageSize, sweep: { next: 0, last }, isGlance: true };
}

/** The same from the top when that is near, else from where the batch should begin. */
async function readFromTop(
	list: ListPage,
	known: Known,
	select: Select,
	batch: number,
	affordable: () => number,
	glimpsed?: Page,
): Promise<Stretch> {
	let { pageSize } = known;
	const readable = () => Math.max(1, affordable() - 2 * SLACK_PAGES) * pageSize;
	const firstFor = (undelivered: number) =>
		firstPageFor(undelivered, pageSize, Math.min(batch, readable()));
	const appeared = (glimpsed?.total ?? 0) - (known.accounted ?? Infinity);
	let first = firstFor(Math.max(known.waiting, appeared));
	// Once an estimate led astray, no other is followed.
	let isSearched = false;
	for (;;) {
		const descent = new Descent(
			list,
			known,
			select,
			first,
			pageSize,
			first === 1 ? glimpsed : undefined,
		);
		let wanted = first;
		const isDone = await descent.run((number) => {
			({ pageSize } = descent);
			wanted = firstFor(descent.undelivered ?? 0);
			const isFar = (number - first - SLACK_PAGES) * pageSize >= Math.min(batch, readable());
			return !isSearched && descent.isAllNew && (wanted > first + SLACK_PAGES || isFar);
		});
		({ pageSize } = descent);
		if (isDone && (first === 1 || descent.found() > 0)) {
			const { entries, above, total, nextPage, isTrusting } = descent;
			const last = isTrusting ? nextPage - 1 : known.sweep.last;
			const sweep = sweepFrom(last, nextPage, pageSize);
			return { entries, above, total, pageSize, sweep, isGlance: false };
		}
		if (isDone && isSearched) {
			first = 1;
		} else if (!isDone && wanted > first + SLACK_PAGES) {
			first = wanted;
		} else {
			isSearched = true;
			const [low, high] = isDone ? [0, first] : [first + SLACK_PAGES, undefined];
			const bottom = await boundaryPage(list, select, low, high);
			first = Math.max(1, bottom - Math.ceil(Math.min(batch, readable()) / pageSize));
		}
	}
}

/**
 * Takes the oldest batch of what is new.
 *
 * @returns the batch, oldest first, and what is known when it has been dealt with
 */
export function takeBatch(
	known: Known,
	{ entries, above, total, pageSize, sweep }: Stretch,
	select: Select,
	batch: number,
): { taken: Entry[]; known: Known } {
	const oldestFirst = select(entries)
		.reverse()
		.sort((a, b) => a.at - b.at);
	const taken = oldestFirst.slice(0, batch);
	const waiting = above + oldestFirst.length - taken.length;
	return {
		taken,
		known: {
			ledger: known.ledger,
			accounted: total === undefined ? undefined : total - waiting,
			waiting,
			pageSize,
			sweep: waiting > 0 ? NO_SWEEP : sweep,
		},
	};
}

/** The records of a list that a ledger has not seen. */
export function notIn(ledger: Ledger): Select {
	return (entries) => newOf(ledger, entries);
}
