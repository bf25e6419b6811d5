import { type PageCursor, type ReadPage, readPages, steadyPages } from '../../checkpoint/pages';
import { type Entry, toEntries } from '../../checkpoint/records';
import type { SortedList } from '../../checkpoint/sortedList';
import type { Reader } from '../event';
import { inTurn, isPending, type Pending, type Standing, type Turns } from './pending';

/** Pending videos that one poll asks for alone, by turns. */
const IN_TURN: Turns = { scheduled: 5, working: 15, dormant: 5 };

/** Videos whose moment has come, which are asked for first. */
const MOST_DUE = 100;

/** Below the newest videos, pages are read on as long as each shows this many pending ones. */
const DENSE = 3;
const DENSE_PAGES = 10;

/** Pages of older videos that a poll reads to learn which are pending. */
const LEARNING_PAGES = 100;

/** Requests that are kept for the rest of the poll while older videos are learnt. */
const RESERVED = 10;

/** Older videos, oldest first, among which some were pending when the trigger began. */
export async function readLearning(
	reader: Reader,
	list: SortedList,
	cursor: PageCursor,
	isStart: boolean,
): Promise<{ entries: Entry[]; cursor: PageCursor }> {
	if (cursor.page === 0) return { entries: [], cursor };
	const last = isStart ? Infinity : cursor.page + LEARNING_PAGES;
	const mayRead = ({ number }: { number: number }) =>
		number < last && reader.affordable() > RESERVED;
	return await readPages(list.oldest, cursor, mayRead);
}

/** Pages of the newest videos, as long as they are full of pending ones. */
export async function readDense(
	reader: Reader,
	read: ReadPage,
	pending: Pending,
	first: Entry[],
): Promise<Entry[]> {
	const isDense = (page: Entry[]) =>
		page.filter(({ id }) => isPending(pending, id)).length >= DENSE;
	const entries: Entry[] = [];
	if (!isDense(first) || reader.affordable() <= RESERVED) return entries;
	for await (const page of steadyPages(read, 2)) {
		entries.push(...page.entries);
		const isEnough = page.number >= DENSE_PAGES || !isDense(page.entries);
		if (isEnough || reader.affordable() <= RESERVED) break;
	}
	return entries;
}

/** Which pending videos are asked for alone: those that are due, and others by turns. */
function asked({ scheduled, working, dormant, turns }: Pending, met: Set<number>, now: number) {
	const unmet = (ids: Iterable<number>) => [...ids].filter((id) => !met.has(id));
	const isDue = (id: number) => (scheduled.get(id) ?? Infinity) <= now;
	const dates = unmet(scheduled.keys()).sort(
		(a, b) => (scheduled.get(a) ?? 0) - (scheduled.get(b) ?? 0),
	);
	const later = dates.filter((id) => !isDue(id));
	return {
		due: dates.filter(isDue).slice(0, MOST_DUE),
		turns: [
			{ kind: 'working', ids: inTurn(unmet(working), turns.working, IN_TURN.working) },
			{ kind: 'scheduled', ids: inTurn(later, turns.scheduled, IN_TURN.scheduled) },
			{ kind: 'dormant', ids: inTurn(unmet(dormant), turns.dormant, IN_TURN.dormant) },
		] as const,
	};
}

export interface Singles {
	entries: Entry[];
	/** What is known of videos that exist no more, or are kept from us. */
	others: Map<number, Standing>;
	turns: Turns;
}

/**
 * Asks for some pending videos alone: those that no page showed. The kinds alternate, so that each
 * gets its share however few requests fit into the poll; the next poll goes on behind the last ones.
 */
export async function readSingles(
	reader: Reader,
	pending: Pending,
	met: Set<number>,
): Promise<Singles> {
	const singles: Singles = { entries: [], others: new Map(), turns: { ...pending.turns } };
	const { due, turns } = asked(pending, met, reader.now());
	const read = async (id: number) => {
		const { row, isGone } = await reader.record(`/videos/${id}`);
		if (row) singles.entries.push(...toEntries([{ ...row, id }]));
		else singles.others.set(id, isGone ? { kind: 'reached' } : { kind: 'dormant' });
	};
	const most = Math.max(due.length, ...turns.map(({ ids }) => ids.length));
	for (let index = 0; index < most; index++) {
		const [dueId] = due.slice(index, index + 1);
		if (dueId !== undefined && reader.affordable() >= 1) await read(dueId);
		for (const { kind, ids } of turns) {
			const id = ids[index];
			if (id === undefined || reader.affordable() < 1) continue;
			await read(id);
			singles.turns[kind] = id;
		}
	}
	return singles;
}
