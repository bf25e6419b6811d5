import { type PageCursor, readPages } from '../../checkpoint/pages';
import { type Entry, toEntries } from '../../checkpoint/records';
import type { SortedList } from '../../checkpoint/sortedList';
import type { Reader } from '../event';
import { inTurn, KINDS, type Pending, type Standing, type Turns } from './pending';

/** Pending videos that one poll asks for alone, by turns. */
const IN_TURN = { scheduled: 5, working: 15, dormant: 5 };

/** Videos whose moment has come, which are asked for first. */
const MOST_DUE = 100;

/** Requests that are kept for the rest of the poll while older videos are learnt. */
const RESERVED = 10;

/** Older videos, oldest first, among which some were pending when the trigger began. */
export async function readLearning(
	reader: Reader,
	list: SortedList,
	cursor: PageCursor,
): Promise<{ entries: Entry[]; cursor: PageCursor }> {
	if (cursor.page === 0 || reader.affordable() < 1) return { entries: [], cursor };
	return await readPages(list.oldest, cursor, () => reader.affordable() > RESERVED);
}

/** Of each kind, the pending videos that this poll asks for alone: those that are due, and others by turns. */
function asked({ scheduled, working, dormant, turns }: Pending, met: Set<number>, now: number) {
	const unmet = (ids: Iterable<number>) => [...ids].filter((id) => !met.has(id));
	const dateOf = (id: number) => scheduled.get(id) ?? Infinity;
	const dates = unmet(scheduled.keys()).sort((a, b) => dateOf(a) - dateOf(b));
	const later = dates.filter((id) => dateOf(id) > now);
	const due = dates.slice(0, dates.length - later.length).slice(0, MOST_DUE);
	const others = { working: unmet(working), scheduled: later, dormant: unmet(dormant) };
	const first = KINDS.indexOf(turns.latest) + 1;
	const inOrder = [...KINDS.slice(first), ...KINDS.slice(0, first)];
	return [
		{ kind: undefined, ids: due },
		...inOrder.map((kind) => ({ kind, ids: inTurn(others[kind], turns[kind], IN_TURN[kind]) })),
	];
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
	const kinds = asked(pending, met, reader.now());
	const most = Math.max(...kinds.map(({ ids }) => ids.length));
	for (let index = 0; index < most; index++) {
		for (const { kind, ids } of kinds) {
			const id = ids[index];
			if (id === undefined || reader.affordable() < 1) continue;
			const { row, isGone } = await reader.record(`/videos/${id}`);
			if (row) singles.entries.push(...toEntries([{ ...row, id }]));
			else singles.others.set(id, { kind: isGone ? 'reached' : 'dormant' });
			if (kind) singles.turns = { ...singles.turns, [kind]: id, latest: kind };
		}
	}
	return singles;
}
