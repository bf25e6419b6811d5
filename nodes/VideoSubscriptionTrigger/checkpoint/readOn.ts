import { backlogAfter, catchUp } from './catchUp';
import { type Known, newestKnown, steppedBack, withDelivered } from './known';
import { ENDED, FIRST_PAGE, type PageCursor, steadyPages } from './pages';
import { type Entry, type Page, unique } from './records';
import {
	END,
	type Limits,
	type ListCheckpoint,
	type ListReading,
	MOST_PAGES_AT_TOP,
	newOn,
	readEnd,
	type SortedList,
} from './sortedList';

const NOTHING: Page = { entries: [], total: undefined, isLast: false };

/** Page 1 of the newest, and the next ones while they show only what is dated ahead. */
async function readTop(list: SortedList, { now, mayRead }: Limits): Promise<Page> {
	const entries: Entry[] = [];
	for (let number = 1; ; number++) {
		const page = await list.newest(number);
		entries.push(...page.entries);
		const isAhead = page.entries.every(({ at }) => at > now());
		const isEnough = page.isLast || !isAhead || number >= MOST_PAGES_AT_TOP || !mayRead();
		if (isEnough) return { ...page, entries: unique(entries) };
	}
}

/** How many new records there should be, where totals tell. */
function expectedIn({ accounted }: ListCheckpoint, { total }: Page): number | undefined {
	return total === undefined || accounted === undefined ? undefined : total - accounted;
}

function isBelow({ watermark }: Known, { entries }: Page): boolean {
	return entries.every(({ at }) => at < watermark);
}

/** Whether all that is new stands on this page: known records from before the newest stand below it. */
function isPassed(page: Page, known: Known, now: number): boolean {
	if (newOn(known, page.entries).length === 0) return true;
	const newest = newestKnown(known, now);
	return page.entries.some(({ at }) => at < newest);
}

/** Whether all that is new fits into this poll, so that the next pages of the newest are read for it. */
function isNear(expected: number, pageSize: number, { batch, mayRead }: Limits): boolean {
	return expected > 0 && expected <= batch && mayRead(Math.ceil(expected / pageSize));
}

/** What one poll has read, and what it knows by then. */
interface Seen {
	page: Page;
	known: Known;
	met: Entry[];
	/** What `total` was when the last page was read. */
	latestTotal: number | undefined;
	/** Where a look for something that hides goes on. */
	deeper: PageCursor;
}

/**
 * What `total` was at the first page: what came while the others were read may still hide. Nothing when more was
 * met than the latest one counts: then it may count the pages.
 */
function totalOf({ page: { total }, latestTotal = 0, met }: Seen): number | undefined {
	return latestTotal >= met.length ? total : undefined;
}

/** Takes the oldest batch of what was met; what waits is met again by the next poll. */
function taking(before: ListCheckpoint, seen: Seen, limits: Limits): ListReading {
	const { known, met, deeper } = seen;
	const fresh = newOn(known, met);
	const taken = fresh.slice(0, limits.batch);
	const waiting = fresh.length - taken.length;
	const total = totalOf(seen);
	const explained = total === undefined ? undefined : Math.max(0, total - waiting);
	const accounted = deeper.page > 0 ? (before.accounted ?? 0) + taken.length : explained;
	const delivered = withDelivered(known, taken, limits.now());
	return { taken, met, after: { ...before, known: delivered, accounted, deeper } };
}

/**
 * Something hides below known records: it appeared late, or came when something else left. Pages
 * are read until `total` is explained, or down to the watermark. README: nothing is lost when
 * records appear late.
 */
async function lookDeeper(
	list: SortedList,
	before: ListCheckpoint,
	seen: Seen,
	limits: Limits,
): Promise<Seen> {
	const { known, page: top } = seen;
	const expected = expectedIn(before, top) ?? Infinity;
	const met = [...seen.met];
	const found = () => newOn(known, unique(met)).length;
	let { latestTotal } = seen;
	let deeper = before.deeper.page > 1 ? before.deeper : { page: 2, total: top.total };
	const steady = steadyPages(list.newest, deeper.page, deeper.total);
	while (deeper.page > 0 && limits.mayRead()) {
		const { value: page } = await steady.next();
		if (!page) break;
		met.push(...page.entries);
		latestTotal = page.total;
		const isDone = found() === expected || isBelow(known, page);
		deeper = { page: isDone ? 0 : page.next, total: page.total };
	}
	if (found() < expected && limits.mayRead()) {
		const end = await readEnd(list, top.total, before.pageSize, limits.mayRead);
		met.push(...end.entries);
		latestTotal = end.total;
	}
	return { ...seen, met: unique(met), latestTotal, deeper };
}

/** A page below the first, which quiet polls look at by turns; `undefined` when it is not its turn. */
async function lookElsewhere(
	list: SortedList,
	before: ListCheckpoint,
	{ mayRead }: Limits,
): Promise<Page | undefined> {
	const { look, isLookNext, accounted, pageSize, deeper } = before;
	if (!isLookNext || deeper.page > 0) return undefined;
	if (look !== END) return await list.newest(look);
	return await readEnd(list, accounted, pageSize, mayRead);
}

/** Where the next look at deeper pages goes: page by page down to the watermark, then to the end. */
function lookAfter({ look }: ListCheckpoint, known: Known, page: Page | undefined): number {
	if (!page) return look;
	if (look === END) return 2;
	return page.isLast || isBelow(known, page) ? END : look + 1;
}

/**
 * Reads what is new in a list. An idle poll is one request: for page 1 of the newest, or by turns for
 * a deeper page. When all that is new stands on page 1 it is delivered; otherwise the trigger catches
 * up from the oldest of it, also over several polls.
 */
export async function readOn(
	list: SortedList,
	before: ListCheckpoint,
	limits: Limits,
): Promise<ListReading> {
	const { backlog } = before;
	if (backlog) return await catchUp(list, { ...before, backlog }, NOTHING, limits);
	const beside = await lookElsewhere(list, before, limits);
	const isQuiet = (page: Page, known: Known) =>
		newOn(known, page.entries).length === 0 && (expectedIn(before, page) ?? 0) === 0;
	// Beside the first page, one more request is left for what follows.
	const looksBeside = limits.looksBeside && limits.mayRead(2);
	if (beside && !looksBeside) {
		const known = steppedBack(before.known, limits.now());
		if (known === before.known && isQuiet(beside, known)) {
			const look = lookAfter(before, known, beside);
			return {
				taken: [],
				met: beside.entries,
				after: { ...before, known, look, isLookNext: false },
			};
		}
	}
	return await readNewest(list, before, beside, limits);
}

async function readNewest(
	list: SortedList,
	before: ListCheckpoint,
	beside: Page | undefined,
	limits: Limits,
): Promise<ListReading> {
	const page = await readTop(list, limits);
	const known = steppedBack(before.known, limits.now());
	const look = lookAfter(before, known, beside);
	const checkpoint = { ...before, known, look, isLookNext: !page.isLast };
	if (!page.isLast) checkpoint.pageSize = Math.max(1, page.entries.length);
	const met = unique([...(beside?.entries ?? []), ...page.entries]);
	const fresh = newOn(known, met);
	const seen: Seen = { page, known, met, latestTotal: page.total, deeper: ENDED };
	const expected = expectedIn(before, page);
	const isExplained = before.deeper.page === 0 && (expected ?? fresh.length) === fresh.length;
	const isAll = isPassed(page, known, limits.now());
	if (page.isLast || (isExplained && (isAll || expected !== undefined))) {
		return taking(checkpoint, seen, limits);
	}
	const isFromTop = before.deeper.page === FIRST_PAGE.page;
	if (isAll || isFromTop || isNear(expected ?? 0, checkpoint.pageSize, limits)) {
		return taking(checkpoint, await lookDeeper(list, checkpoint, seen, limits), limits);
	}
	return await catchUp(
		list,
		{ ...checkpoint, deeper: ENDED, backlog: backlogAfter(checkpoint) },
		page,
		limits,
	);
}
