import type { IDataObject } from 'n8n-workflow';

import type { Choice, EventSource } from '../../core/event';
import { knownFrom, knownFromNow, readStretch } from '../../core/newest';
import { toEntries } from '../../core/page';
import { readOn } from '../../core/readOn';
import {
	advanceTransitions,
	type Goal,
	happeningOf,
	isExpected,
	isReady,
	KINDS_OF_PENDING,
	learn,
	loadTransitions,
	type StoredTransitions,
	storeTransitions,
	type Transitions,
	transitionsFrom,
	type Turn,
	unknownIn,
} from '../../core/transition';
import type { Entry, ListPage, Reader } from '../../core/types';

/** Pending videos that one poll asks for alone; they take turns. */
const SINGLE_READS: Turn = { ready: 20, scheduled: 5, working: 15, distant: 15, dormant: 5 };

/** Videos whose known moment has come, which are asked for first. */
const DUE_READS = 100;

/** Below the newest videos, pages are read on as long as each holds this many expected ones. */
const DENSE = 3;
const DENSE_PAGES = 10;

/** Pages of older videos that a poll reads to learn which are pending. */
const LEARNING_PAGES = 100;

/** New videos that one poll takes note of, whether they are ready or not. */
const NEW_VIDEOS = 1000;

/** Requests that are kept for the newest videos. */
const RESERVE = 10;

const SAMPLE_PAGES = 5;

function videos(reader: Reader, { query, plan }: Choice): ListPage {
	const filters: IDataObject = {
		sort: 'newest',
		...(query ? { query } : {}),
		...(plan?.length ? { plan: plan.join(',') } : {}),
	};
	return async (page) => await reader.list('/videos', 'videos', { ...filters, page });
}

async function knownNow(reader: Reader, choice: Choice) {
	const list = videos(reader, choice);
	if (!choice.query && !choice.plan?.length) return await knownFromNow(list);
	// A filtered list may be empty, or its newest video old: all videos tell the moment.
	const all = await knownFromNow(videos(reader, { ...choice, query: undefined, plan: undefined }));
	return await knownFromNow(list, all.ledger);
}

/** Expected videos below the newest ones, as long as pages are full of them. */
async function readDense(
	list: ListPage,
	before: Transitions,
	newest: Entry[],
	pageSize: number,
	now: number,
) {
	const isDense = (entries: Entry[]) =>
		entries.filter(({ id }) => isExpected(before, id, now)).length >= DENSE;
	const pagesRead = Math.ceil(newest.length / pageSize);
	const { entries } = await readOn(
		list,
		pagesRead + 1,
		(page, above) => page <= DENSE_PAGES && isDense(above),
		{ entries: newest.slice(-pageSize), isLast: false },
	);
	return entries;
}

/**
 * Where no total tells that a page moved up, each page together with what the page above it shows by
 * then: what left the list in between hides nobody.
 */
function withoutGaps(list: ListPage): ListPage {
	return async (number) => {
		const page = await list(number);
		if (number === 1 || page.total !== undefined) return page;
		const above = await list(number - 1);
		return { ...page, entries: [...above.entries, ...page.entries] };
	};
}

async function readLearning(reader: Reader, list: ListPage, from: number, pages: number) {
	if (from === 0) return { entries: [], next: 0 };
	// One page again: videos may have moved up to it since.
	const first = Math.max(1, from - 1);
	return await readOn(
		withoutGaps(list),
		first,
		(page) => page < first + pages && reader.affordable() > RESERVE,
	);
}

/** The ids that follow the last one asked for, round and round. */
function inTurn(ids: number[], last: number, count: number): number[] {
	const sorted = [...ids].sort((a, b) => a - b);
	const next = sorted.findIndex((id) => id > last);
	return [...sorted.slice(Math.max(next, 0)), ...sorted.slice(0, Math.max(next, 0))].slice(
		0,
		count,
	);
}

/** Asks for some pending videos alone: those that no page showed. */
async function readSingles(reader: Reader, { pending, turn }: Transitions, met: Set<number>) {
	const now = reader.now();
	const entries: Entry[] = [];
	const gone: number[] = [];
	const withheld: number[] = [];
	const turnNext = { ...turn };
	for (const kind of KINDS_OF_PENDING) {
		const unmet = [...pending[kind]].filter(([id]) => !met.has(id));
		const due = unmet
			.filter(([, notBefore]) => notBefore > 0 && notBefore <= now)
			.sort(([, a], [, b]) => a - b)
			.slice(0, DUE_READS)
			.map(([id]) => id);
		const others = unmet.filter(([, at]) => at === 0 || at > now).map(([id]) => id);
		const turns = inTurn(others, turn[kind], SINGLE_READS[kind]);
		for (const id of [...due, ...turns]) {
			if (reader.affordable() < 1) break;
			const { row, isGone } = await reader.record(`/videos/${id}`);
			if (row) entries.push(...toEntries([{ ...row, id }]));
			else (isGone ? gone : withheld).push(id);
			if (turns.includes(id)) turnNext[kind] = id;
		}
	}
	return {
		entries,
		gone,
		withheld: withheld.filter((id) => (pending.scheduled.get(id) ?? Infinity) <= now),
		turn: turnNext,
	};
}

/** What is awaited of the videos, and what is said when none has come to it. */
interface Reached extends Pick<EventSource, 'nothing'> {
	goal: Goal;
}

/** An event that fires when a video comes to something that it had not come to, however long it took. */
export function videoReaches({ goal, nothing }: Reached): EventSource<StoredTransitions> {
	return {
		filters: ['query', 'plan'],
		nothing,

		async start(reader, choice, from) {
			const known = from === undefined ? await knownNow(reader, choice) : knownFrom(from);
			const list = videos(reader, choice);
			const learnt = await readLearning(reader, list, 1, Infinity);
			const now = reader.now();
			return storeTransitions(learn(transitionsFrom(known), goal, { ...learnt, now, from }));
		},

		async poll(reader, choice, place) {
			const list = videos(reader, choice);
			const before = loadTransitions(place);
			const stretch = await readStretch(list, before.known, unknownIn(before), NEW_VIDEOS, () =>
				reader.affordable(),
			);
			const { entries, pageSize } = stretch;
			const isTop = stretch.above === 0 && !stretch.isGlance;
			const dense = isTop ? await readDense(list, before, entries, pageSize, reader.now()) : [];
			const learnt = await readLearning(reader, list, before.learning, LEARNING_PAGES);
			const met = new Set([...entries, ...dense, ...learnt.entries].map(({ id }) => id));
			const singles = await readSingles(reader, before, met);
			const { happenings, transitions } = advanceTransitions(
				before,
				goal,
				{
					...singles,
					now: reader.now(),
					stretch,
					others: [...dense, ...singles.entries],
					learnt: learnt.entries,
					learning: learnt.next,
				},
				choice.batch,
			);
			return { happenings, place: storeTransitions(transitions) };
		},

		async sample(reader, choice, count) {
			const list = videos(reader, choice);
			const ready = (entries: Entry[]) =>
				entries.filter((entry) => isReady(goal, entry, reader.now()));
			let found = 0;
			const { entries } = await readOn(list, 1, (page, before) => {
				found += ready(before).length;
				return page <= SAMPLE_PAGES && found < count;
			});
			return ready(entries)
				.slice(0, count)
				.reverse()
				.map((entry) => happeningOf(goal, entry, reader.now()));
		},
	};
}
