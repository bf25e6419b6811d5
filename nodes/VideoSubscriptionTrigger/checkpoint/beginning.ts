import { DEFAULT_PAGE_SIZE } from '../../shared/http/pagination';
import { type Known, knownFrom, withDelivered } from './known';
import { ENDED, type ReadPage, type SteadyPage, steadyPages } from './pages';
import { type Entry, newestUntil, type Page, UNDATED, unique } from './records';
import {
	type Limits,
	type ListCheckpoint,
	MOST_PAGES_AT_TOP,
	readEnd,
	type SortedList,
} from './sortedList';

/** Pages of older records that are remembered, in case the service's clock steps back behind them. */
const PAGES_AT_START = 10;

/** The beginning of a list from a moment on. */
export function listFrom(watermark: number): ListCheckpoint {
	return {
		known: knownFrom(watermark),
		accounted: undefined,
		pageSize: DEFAULT_PAGE_SIZE,
		look: 2,
		isLookNext: false,
		deeper: ENDED,
		backlog: undefined,
	};
}

/** So often a page is read again while records leave and come: whoever is missed here would fire. */
const MOST_AGAIN = 6;

/** What was read of a list, newest first, to tell where "from now" begins. */
interface Beginning {
	entries: Entry[];
	/** The first page and the last one, each as it was read at first. */
	first: Page | undefined;
	last: SteadyPage | undefined;
	/** Records that the service puts on a page, where the list has several. */
	pageSize: number;
	/** Whether all of the list was read. */
	isWhole: boolean;
	/** The newest moment that is not ahead of the service's clock; all of its records were read where it is over. */
	newest: number;
	isSecondOver: boolean;
}

/** Reads the second in which the list begins to its end, and some pages behind it. */
async function readBeginning(
	read: ReadPage,
	{ now, mayRead }: Limits,
	beside: Known,
): Promise<Beginning> {
	const entries: Entry[] = [];
	const newestOf = () => Math.max(newestUntil(now(), entries), beside.watermark);
	const pages = new Map<number, Page>();
	let last: SteadyPage | undefined;
	let pageSize = DEFAULT_PAGE_SIZE;
	let isSecondOver = false;
	const reading: ReadPage = async (number) => {
		const page = await read(number);
		if (!pages.has(number)) pages.set(number, page);
		// No total is trusted to tell what left: one may be capped.
		return isSecondOver ? page : { ...page, total: undefined };
	};
	for await (const page of steadyPages(reading, 1, undefined, MOST_AGAIN)) {
		last = { ...page, ...pages.get(page.number) };
		entries.push(...page.entries);
		if (page.number === 1 && page.next > 0) pageSize = page.entries.length;
		const newest = newestOf();
		isSecondOver = page.next === 0 || page.entries.some(({ at }) => at < newest);
		const most = isSecondOver ? PAGES_AT_START : MOST_PAGES_AT_TOP;
		if (page.number >= most || !mayRead()) break;
	}
	const isWhole = last?.next === 0;
	const first = pages.get(1);
	return { entries, first, last, pageSize, isWhole, newest: newestOf(), isSecondOver };
}

/**
 * How many records of the list were there when its reading began, or fewer: those that are counted too little are
 * looked for. What came meanwhile pushed the others down, and no page showed it: three pages of 4 show 10 of 12
 * records, so that 2 are still to come. Within one second it may have come between two pages that were read.
 */
function accountedIn({ first, last, pageSize, entries }: Beginning): number | undefined {
	if (first?.total === undefined || last?.total === undefined) return undefined;
	const passed = (last.number - 1) * pageSize + last.entries.length;
	const met = unique(entries).length;
	return Math.min(first.total, last.total - Math.max(0, passed - met));
}

/**
 * The records around the place where the newest second ends, behind its pages that were read. Ids that
 * ascend or descend within a second have their highest one at one of its two ends. Example: page 20 is of
 * that second, 40 of earlier ones; 30, 25, 22 and so on are read until the page before an earlier one is.
 *
 * @returns undefined where the poll's requests do not suffice
 */
async function readEndOfSecond(
	read: ReadPage,
	{ newest, last }: Beginning,
	mayRead: () => boolean,
): Promise<Entry[] | undefined> {
	const entries: Entry[] = [];
	let [low, high] = [last?.number ?? 1, Infinity];
	while (high - low > 1) {
		if (!mayRead()) return undefined;
		const number = high === Infinity ? 2 * low : Math.floor((low + high) / 2);
		const page = await read(number);
		entries.push(...page.entries);
		const isBehind = page.isLast || page.entries.some(({ at }) => at < newest);
		[low, high] = isBehind ? [low, number] : [number, high];
	}
	return entries;
}

/**
 * Where "from now" begins: at the newest record that is there, whose second may not be over yet, and
 * never ahead of the service's clock. Example: records of 11:59, 11:58 and 2099 are there at 12:00; the
 * watermark is 11:59, and the one of 2099 is known.
 *
 * @param beside what is known of a longer list, whose records may join this one
 * @returns the checkpoint, and what was read for it
 */
export async function listNow(
	list: SortedList,
	limits: Limits,
	beside: Known = knownFrom(0),
): Promise<{ checkpoint: ListCheckpoint; met: Entry[] }> {
	const { now, mayRead } = limits;
	const beginning = await readBeginning(list.newest, limits, beside);
	const { entries, last, pageSize, isWhole, newest, isSecondOver } = beginning;
	const behind = isSecondOver ? [] : await readEndOfSecond(list.newest, beginning, mayRead);
	const end =
		isWhole || !mayRead() ? [] : (await readEnd(list, last?.total, pageSize, mayRead)).entries;
	const known: Known = {
		watermark: behind ? newest : newest + 1,
		completeFrom: isWhole ? 0 : Math.min(...entries.map(({ at }) => at)) + 1,
		highestId: isSecondOver ? 0 : Math.max(...[...entries, ...(behind ?? [])].map(({ id }) => id)),
		ids: new Map([...beside.ids].filter(([, at]) => at >= newest)),
	};
	const undated = end.filter(({ at }) => at === UNDATED);
	const met = unique([...entries, ...undated]);
	const checkpoint = {
		...listFrom(0),
		known: withDelivered(known, met, now()),
		accounted: accountedIn(beginning),
		pageSize,
	};
	return { checkpoint, met };
}
