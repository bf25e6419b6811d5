import type { IDataObject } from 'n8n-workflow';

import type { Choice, EventSource } from '../core/event';
import { knownFrom, knownFromNow, readStretch } from '../core/newest';
import { toEntries } from '../core/page';
import { readOn } from '../core/readOn';
import type { Entry, ListPage, Reader } from '../core/types';
import {
	advanceUploads,
	isPending,
	isUploaded,
	KINDS_OF_PENDING,
	learn,
	loadUploads,
	storeUploads,
	unknownIn,
	uploadOf,
	type KindOfPending,
	type StoredUploads,
	type Uploads,
} from '../core/uploads';

/** Pending videos that one poll asks for alone; they take turns. */
const SINGLE_READS: Record<KindOfPending, number> = { uploaded: 20, working: 15, dormant: 5 };

/** Below the newest videos, pages are read on as long as each holds this many pending ones. */
const DENSE = 3;
const DENSE_PAGES = 10;

/** Pages of older videos that a poll reads to learn which are pending. */
const LEARNING_PAGES = 100;

/** New videos that one poll takes note of, whether they are uploaded or not. */
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

/** Pending videos below the newest ones, as long as pages are full of them. */
async function readDense(list: ListPage, uploads: Uploads, newest: Entry[], pageSize: number) {
	const isDense = (entries: Entry[]) =>
		entries.filter(({ id }) => isPending(uploads, id)).length >= DENSE;
	const pagesRead = Math.ceil(newest.length / pageSize);
	const { entries } = await readOn(
		list,
		pagesRead + 1,
		(page, before) => page <= DENSE_PAGES && isDense(before),
		{ entries: newest.slice(-pageSize), isLast: false },
	);
	return entries;
}

async function readLearning(reader: Reader, list: ListPage, from: number, pages: number) {
	if (from === 0) return { entries: [], next: 0 };
	// One page again: videos may have moved up to it since.
	const first = Math.max(1, from - 1);
	return await readOn(list, first, (page) => page < first + pages && reader.affordable() > RESERVE);
}

/** The ids that follow the last one asked for, round and round. */
function inTurn(ids: Iterable<number>, last: number, count: number): number[] {
	const sorted = [...ids].sort((a, b) => a - b);
	const next = sorted.findIndex((id) => id > last);
	return [...sorted.slice(Math.max(next, 0)), ...sorted.slice(0, Math.max(next, 0))].slice(
		0,
		count,
	);
}

/** Asks for some pending videos alone: those that no page showed. */
async function readSingles(reader: Reader, uploads: Uploads, met: Set<number>) {
	const entries: Entry[] = [];
	const gone: number[] = [];
	const turn = { ...uploads.turn };
	for (const kind of KINDS_OF_PENDING) {
		const unmet = [...uploads.pending[kind]].filter((id) => !met.has(id));
		for (const id of inTurn(unmet, turn[kind], SINGLE_READS[kind])) {
			if (reader.affordable() < 1) break;
			const { row, isGone } = await reader.record(`/videos/${id}`);
			if (row) entries.push(...toEntries([{ ...row, id }]));
			if (isGone) gone.push(id);
			turn[kind] = id;
		}
	}
	return { entries, gone, turn };
}

/** Fires when a video is uploaded that was not before, however long that took. */
export const uploadCompleted: EventSource<StoredUploads> = {
	filters: ['query', 'plan'],
	nothing: {
		message: 'There is no uploaded video to show yet',
		description:
			'None of the newest videos that match the filters is uploaded. Upload a video, or change the filters, and fetch a test event again.',
	},

	async start(reader, choice, from) {
		const list = videos(reader, choice);
		const uploads: Uploads = {
			known: from === undefined ? await knownNow(reader, choice) : knownFrom(from),
			pending: { uploaded: new Set(), working: new Set(), dormant: new Set() },
			turn: { uploaded: 0, working: 0, dormant: 0 },
			learning: 0,
		};
		const learnt = await readLearning(reader, list, 1, Infinity);
		return storeUploads(learn(uploads, learnt.entries, learnt.next));
	},

	async poll(reader, choice, place) {
		const list = videos(reader, choice);
		const before = loadUploads(place);
		const stretch = await readStretch(list, before.known, unknownIn(before), NEW_VIDEOS, () =>
			reader.affordable(),
		);
		const isTop = stretch.above === 0 && !stretch.isGlance;
		const dense = isTop ? await readDense(list, before, stretch.entries, stretch.pageSize) : [];
		const learnt = await readLearning(reader, list, before.learning, LEARNING_PAGES);
		const met = [...stretch.entries, ...dense, ...learnt.entries];
		const singles = await readSingles(reader, before, new Set(met.map(({ id }) => id)));
		const { happenings, uploads } = advanceUploads(
			before,
			{
				stretch,
				others: [...dense, ...learnt.entries, ...singles.entries],
				gone: singles.gone,
				turn: singles.turn,
				learning: learnt.next,
			},
			choice.batch,
		);
		return { happenings, place: storeUploads(uploads) };
	},

	async sample(reader, choice, count) {
		const list = videos(reader, choice);
		let found = 0;
		const { entries } = await readOn(list, 1, (page, before) => {
			found += before.filter(isUploaded).length;
			return page <= SAMPLE_PAGES && found < count;
		});
		return entries.filter(isUploaded).slice(0, count).reverse().map(uploadOf);
	},
};
