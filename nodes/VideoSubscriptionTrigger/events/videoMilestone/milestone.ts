import { listFrom, listNow } from '../../checkpoint/beginning';
import { isNew } from '../../checkpoint/known';
import { FIRST_PAGE, type PageCursor, readPages } from '../../checkpoint/pages';
import { readOn } from '../../checkpoint/readOn';
import { type Entry, unique } from '../../checkpoint/records';
import type { ListCheckpoint } from '../../checkpoint/sortedList';
import {
	type Config,
	type EventSource,
	inOrder,
	type Occurrence,
	type Outcome,
	type Reader,
} from '../event';
import { limitsOf, videosOf } from '../lists';
import {
	countOf,
	isPending,
	NOTHING_PENDING,
	type Pending,
	type Standing,
	withinBounds,
	withStandings,
} from './pending';
import { readLearning, readSingles } from './read';

/** What an event awaits of a video. Moments in seconds. */
export interface Milestone extends Pick<EventSource, 'nothing'> {
	standing(entry: Entry, now: number): Standing;
	/** When a video came to it, as near as the record tells. */
	momentOf(entry: Entry, now: number): number;
	/** Whether a video that was created before `from` came to it since. */
	isSince(entry: Entry, from: number): boolean;
	/** Whether a video from before that has not come to it is awaited whenever it is met. */
	awaitsAll: boolean;
}

interface VideoCheckpoint {
	list: ListCheckpoint;
	pending: Pending;
	/** Where learning what was pending at the beginning goes on, oldest first. */
	learning: PageCursor;
}

/** New videos that one poll takes note of, whether they have come to it or not. */
const MOST_NEW = 1000;

const SAMPLE_PAGES = 5;

function occurrenceOf({ momentOf }: Milestone, entry: Entry, now: number): Occurrence {
	return { entry, at: momentOf(entry, now), key: String(entry.id) };
}

function limits(reader: Reader) {
	return { ...limitsOf(reader, { batch: MOST_NEW }), looksBeside: true };
}

/** The standing of videos from before the trigger, where they may still come to the milestone. */
function learnt(
	milestone: Milestone,
	list: ListCheckpoint,
	entries: Entry[],
	{ now, from }: { now: number; from: number | undefined },
): Map<number, Standing> {
	const standings = new Map<number, Standing>();
	for (const entry of entries) {
		const standing = milestone.standing(entry, now);
		if (isNew(list.known, entry)) continue;
		if (standing.kind !== 'reached') standings.set(entry.id, standing);
		// It has come to it since the moment that a person named: it is due now.
		else if (from !== undefined && milestone.isSince(entry, from)) {
			standings.set(entry.id, { kind: 'scheduled', notBefore: now });
		}
	}
	return standings;
}

/** What one poll has read of the videos. */
interface VideosRead {
	taken: Entry[];
	met: Entry[];
	learning: Entry[];
	now: number;
}

/** The videos that the poll decides on: new ones, pending ones, and old ones that are awaited. */
function openVideos(
	{ awaitsAll, standing }: Milestone,
	{ pending, list }: VideoCheckpoint,
	{ taken, met, learning, now }: VideosRead,
): Entry[] {
	const { watermark, completeFrom } = list.known;
	// Between the two, ids alone tell what is new: what is not is from before as well.
	const newFrom = Math.max(watermark, completeFrom);
	const old = awaitsAll ? [...met, ...learning] : learning;
	const awaited = old.filter(
		(entry) => entry.at < newFrom && standing(entry, now).kind !== 'reached',
	);
	const known = [...met, ...learning].filter(({ id }) => isPending(pending, id));
	return unique([...awaited, ...known, ...taken]);
}

/** The events of videos that have reached the milestone; what does not fit is due in the next poll. */
function decide(milestone: Milestone, open: Entry[], now: number, batch: number) {
	const standings = new Map(open.map((entry) => [entry.id, milestone.standing(entry, now)]));
	const reached = open
		.filter(({ id }) => standings.get(id)?.kind === 'reached')
		.map((entry) => occurrenceOf(milestone, entry, now))
		.sort(inOrder);
	for (const { entry } of reached.slice(batch)) {
		standings.set(entry.id, { kind: 'scheduled', notBefore: now });
	}
	return { occurrences: reached.slice(0, batch), standings };
}

/** As many of those that wait as a checkpoint can hold; nobody is forgotten without a word. */
async function remembered(reader: Reader, all: Pending): Promise<Pending> {
	const pending = await withinBounds(all);
	const forgotten = countOf(all) - countOf(pending);
	if (forgotten > 0) {
		reader.warn(
			`${forgotten} videos that wait are forgotten, the oldest ones, since no more can be remembered. Filter the videos, or use several triggers.`,
		);
	}
	return pending;
}

async function start(
	milestone: Milestone,
	reader: Reader,
	config: Config,
	from: number | undefined,
): Promise<VideoCheckpoint> {
	const { checkpoint: list, met } =
		from === undefined ? await startNow(reader, config) : { checkpoint: listFrom(from), met: [] };
	const { entries, cursor } = await readLearning(reader, videosOf(reader, config), FIRST_PAGE);
	const standings = learnt(milestone, list, [...met, ...entries], { now: reader.now(), from });
	const pending = await remembered(reader, withStandings(NOTHING_PENDING, standings));
	return { list, pending, learning: cursor };
}

async function poll(
	milestone: Milestone,
	reader: Reader,
	config: Config,
	before: VideoCheckpoint,
): Promise<Outcome<VideoCheckpoint>> {
	const videos = videosOf(reader, config);
	const { taken, met, after } = await readOn(videos, before.list, limits(reader));
	const learning = await readLearning(reader, videos, before.learning);
	const seen = new Set([...met, ...learning.entries].map(({ id }) => id));
	const singles = await readSingles(reader, before.pending, seen);
	const read = {
		taken,
		met: [...met, ...singles.entries],
		learning: learning.entries,
		now: reader.now(),
	};
	const open = openVideos(milestone, before, read);
	const { occurrences, standings } = decide(milestone, open, read.now, config.batch);
	const pending = withStandings(
		{ ...before.pending, turns: singles.turns },
		new Map([...singles.others, ...standings]),
	);
	return {
		occurrences,
		checkpoint: {
			list: after,
			pending: await remembered(reader, pending),
			learning: learning.cursor,
		},
	};
}

async function sample(milestone: Milestone, reader: Reader, config: Config, count: number) {
	const isReached = (entry: Entry) => milestone.standing(entry, reader.now()).kind === 'reached';
	let found = 0;
	const { entries } = await readPages(videosOf(reader, config).newest, FIRST_PAGE, (page) => {
		found += page.entries.filter(isReached).length;
		return page.number < SAMPLE_PAGES && found < count;
	});
	return entries
		.filter(isReached)
		.slice(0, count)
		.map((entry) => occurrenceOf(milestone, entry, reader.now()))
		.sort(inOrder);
}

/** An event that fires when a video comes to a milestone that it had not come to, however long it took. */
export function videoMilestone(milestone: Milestone): EventSource<VideoCheckpoint> {
	return {
		record: 'video',
		filters: ['query', 'plan'],
		nothing: milestone.nothing,
		start: async (reader, config, from) => await start(milestone, reader, config, from),
		poll: async (reader, config, before) => await poll(milestone, reader, config, before),
		sample: async (reader, config, count) => await sample(milestone, reader, config, count),
	};
}

/** A filtered list may be empty, or its newest video old: all videos tell the moment. */
async function startNow(reader: Reader, config: Config) {
	const isFiltered = config.query !== '' || config.plan.length > 0;
	const all = isFiltered
		? await listNow(videosOf(reader, { query: '', plan: [] }), limits(reader))
		: undefined;
	return await listNow(videosOf(reader, config), limits(reader), all?.checkpoint.known);
}
