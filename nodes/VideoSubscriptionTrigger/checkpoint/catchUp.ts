import { isNew, type Known, steppedBack, withDelivered } from './known';
import { ENDED, FIRST_PAGE, type ReadPage, type SteadyPage, steadyPages } from './pages';
import { byMoment, type Entry, type Page, unique } from './records';
import {
	type Backlog,
	type Limits,
	type ListCheckpoint,
	type ListReading,
	newOn,
	type SortedList,
} from './sortedList';

/** Where the search for a backlog begins: where the list ended when all of it was known. */
export function backlogAfter({ accounted, pageSize }: ListCheckpoint): Backlog {
	const page = accounted === undefined ? 1 : Math.floor(accounted / pageSize) + 1;
	return { page, isFound: false, low: 0, high: 0, step: 1, total: undefined };
}

/** The next page to try: ever further while only one side is known, then by halving. */
function nextTry(low: number, high: number, step: number): number {
	if (high === 0) return low + step;
	return low === 0 ? Math.max(1, high - step) : Math.floor((low + high) / 2);
}

/** The search after a page was read. Example: page 8 is all new and page 4 is all known: 6 is next. */
export function narrowed(backlog: Backlog, page: Page, fresh: Entry[]): Backlog {
	// Behind the last page nothing is: the backlog begins there or earlier, whatever stands on it.
	const isBefore = fresh.length === 0 && page.entries.length > 0 && !page.isLast;
	const low = isBefore ? backlog.page : backlog.low;
	const high = isBefore ? backlog.high : backlog.page;
	const oldestFresh = Math.min(...fresh.map(({ at }) => at));
	// Within one second, new and known records may stand in any order.
	const isEdge = fresh.length > 0 && page.entries.some(({ at }) => at < oldestFresh);
	if (isEdge) return { ...backlog, isFound: true };
	// From the last known page on: what left the list meanwhile moved the backlog up.
	if (high === low + 1) return { ...backlog, page: Math.max(1, low), isFound: true };
	const { step, total } = backlog;
	return { page: nextTry(low, high, step), isFound: false, low, high, step: 2 * step, total };
}

/** Finds the page on which the backlog begins, as far as requests allow. */
async function search(
	read: ReadPage,
	backlog: Backlog,
	known: Known,
	mayRead: () => boolean,
): Promise<{ backlog: Backlog; pages: Map<number, Page> }> {
	let current = backlog;
	const pages = new Map<number, Page>();
	while (!current.isFound && mayRead()) {
		const page = await read(current.page);
		// The reading that follows need not ask for it again, unless no total tells what left since.
		if (page.total !== undefined) pages.set(current.page, page);
		current = narrowed(current, page, newOn(known, page.entries));
	}
	return { backlog: current, pages };
}

/** What a poll that catches up has taken so far. */
class Taking {
	readonly met: Entry[] = [];

	taken: Entry[] = [];

	/** Whether everything new is taken. */
	isDone = false;

	/** The page to go on with in the next poll. */
	next: number;

	total: number | undefined;

	/** Records of the list that were not new, or are taken. */
	accounted: number | undefined;

	constructor(
		private readonly known: Known,
		private readonly top: Page,
		private readonly batch: number,
		{ accounted, backlog: { page, total } }: ListCheckpoint & { backlog: Backlog },
	) {
		this.next = page;
		this.total = total;
		this.accounted = accounted;
	}

	private freshOf(entries: Entry[]): Entry[] {
		const taken = new Set(this.taken.map(({ id }) => id));
		return entries.filter((entry) => isNew(this.known, entry) && !taken.has(entry.id));
	}

	/**
	 * Whether all that stands behind this page was seen at the top of the list: what was created after
	 * the oldest record seen there. Within one second the two orders of a list need not be opposite.
	 */
	private isConnected({ entries }: SteadyPage): boolean {
		const newestHere = Math.max(...entries.map(({ at }) => at));
		return newestHere > Math.min(...this.top.entries.map(({ at }) => at));
	}

	/** Takes what is new on a page. One that does not fit in whole is left to the next poll, if any would. */
	add(page: SteadyPage): boolean {
		const fresh = this.freshOf(page.entries).sort(byMoment);
		const room = this.batch - this.taken.length;
		const isPartial = this.batch < page.entries.length || this.taken.length === 0;
		if (fresh.length > room && !isPartial) return false;
		this.met.push(...page.entries);
		this.taken.push(...fresh.slice(0, room));
		if (page.total !== undefined && page.next > 0) {
			this.accounted ??= page.number * page.entries.length - fresh.length;
		}
		if (fresh.length > room) return false;
		this.next = page.next;
		this.total = page.total;
		this.isDone = page.next === 0;
		if (this.isDone || this.isConnected(page)) this.addTop();
		return !this.isDone;
	}

	/**
	 * Takes what the top of the list showed: all of it, or at the end of the list what fits. Within one second
	 * the end need not show it: 129 is new at the top, and the last page of the oldest holds 114 only.
	 */
	private addTop(): void {
		const rest = this.freshOf(this.top.entries).sort(byMoment);
		const room = this.batch - this.taken.length;
		if (!this.isDone && rest.length > room) return;
		this.isDone = true;
		this.taken.push(...rest.slice(0, room));
	}

	/** Whether another page of this size would still fit. */
	hasRoomFor(pageSize: number): boolean {
		const room = this.batch - this.taken.length;
		return room >= (this.batch < pageSize || this.taken.length === 0 ? 1 : pageSize);
	}
}

/**
 * Reads a backlog forward from the oldest of it, a batch a poll: nothing that appears meanwhile shifts
 * what is still to be read.
 *
 * @param top what this poll has already seen of the newest records, if anything
 */
export async function catchUp(
	list: SortedList,
	before: ListCheckpoint & { backlog: Backlog },
	top: Page,
	limits: Limits,
): Promise<ListReading> {
	const { batch, now, mayRead } = limits;
	// However little fits into a poll, it makes progress: its first request is always made.
	let isUnread = top.entries.length === 0;
	const mayGoOn = () => isUnread || mayRead();
	const oldest: ReadPage = async (number) => {
		isUnread = false;
		return await list.oldest(number);
	};
	const { backlog, pages } = await search(oldest, before.backlog, before.known, mayGoOn);
	const read: ReadPage = async (number) => {
		const page = pages.get(number) ?? (await oldest(number));
		pages.delete(number);
		return page;
	};
	const taking = new Taking(before.known, top, batch, { ...before, backlog });
	if (backlog.isFound && mayGoOn()) {
		for await (const page of steadyPages(read, backlog.page, backlog.total)) {
			const goesOn = taking.add(page);
			if (!goesOn || !mayRead() || !taking.hasRoomFor(page.entries.length)) break;
		}
	}
	const { taken, met, isDone, next, total } = taking;
	const known = withDelivered(steppedBack(before.known, now()), taken, now());
	// Counted, not taken from `total`: what appeared behind the reader is still to be found.
	const accounted = taking.accounted === undefined ? undefined : taking.accounted + taken.length;
	// What was noticed and not found stands elsewhere: within one second, orders may differ.
	const deeper = taken.length > 0 ? ENDED : FIRST_PAGE;
	const after: ListCheckpoint = isDone
		? { ...before, known, accounted, backlog: undefined, look: 2, isLookNext: false, deeper }
		: { ...before, known, accounted, backlog: { ...backlog, page: next, total } };
	return { taken: taken.sort(byMoment), met: unique([...met, ...top.entries]), after };
}
