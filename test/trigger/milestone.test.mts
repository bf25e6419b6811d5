// How the events of videos begin, and how the initial scan finds the videos that wait already.
import { beforeEach, describe, expect, it } from 'vitest';

import { isObject } from '../../nodes/shared/json.ts';
import type { Config } from '../../nodes/VideoSubscriptionTrigger/events/event.ts';
import {
	uploadCompleted,
	videoPublished,
} from '../../nodes/VideoSubscriptionTrigger/events/videos/events.ts';
import { MINUTE } from './host.mts';
import { account, newAccount, withReader } from './stage.mts';

beforeEach(() => newAccount());

const HOUR = 60 * MINUTE;

const CONFIG: Config = {
	...{ product: undefined, status: 'all', videos: [], query: '', plan: [], statuses: [] },
	...{ batch: 100, requestsPerPoll: 50 },
};

type Source = typeof uploadCompleted;
type Checkpoint = Awaited<ReturnType<Source['start']>>;

const start = async (source: Source, from?: number) =>
	await withReader(async (reader) => await source.start(reader, CONFIG, from));

const poll = async (source: Source, checkpoint: Checkpoint, config: Partial<Config> = {}) => {
	account.requests.length = 0;
	const polled = await withReader(
		async (reader) => await source.poll(reader, { ...CONFIG, ...config }, checkpoint),
	);
	return { ...polled, ids: polled.events.map(({ entry }) => entry.id) };
};

/** Adds videos, the first one newest, a minute apart. */
const addVideos = (count: number, given: object = {}) =>
	Array.from({ length: count }, (_, minutes) =>
		account.add('videos', { at: account.now - (minutes + 1) * MINUTE, ...given }),
	);

const scansOldest = () => account.requests.filter(({ query }) => query.sort === 'oldest');

const waitingIds = ({ waiting }: Checkpoint) =>
	[...waiting.pending, ...waiting.scheduled.keys()].sort((a, b) => a - b);

describe('uploadCompleted', () => {
	it('lets every video wait that is not uploaded at the activation, and no other one', async () => {
		const processing = addVideos(3, { status: 'processing' });
		addVideos(3);
		const checkpoint = await start(uploadCompleted);
		expect(waitingIds(checkpoint)).toEqual(processing.toSorted((a, b) => a - b));
		expect(checkpoint.initialScan.position).toEqual({ kind: 'end' });
	});

	it('with Start From fires for no video that was uploaded before', async () => {
		addVideos(3);
		const checkpoint = await start(uploadCompleted, account.now / 1000 - 3600);
		expect((await poll(uploadCompleted, checkpoint)).ids).toHaveLength(3);
		const later = await start(uploadCompleted, account.now / 1000);
		expect(waitingIds(later)).toEqual([]);
		expect((await poll(uploadCompleted, later)).ids).toEqual([]);
	});

	it('fires at the time of the last change, at most now, oldest first', async () => {
		const ids = addVideos(3, { status: 'processing' });
		const checkpoint = await start(uploadCompleted);
		for (const id of ids) {
			account.now += MINUTE;
			account.change('videos', id, { status: 'uploaded' });
		}
		const { events, ids: fired } = await poll(uploadCompleted, checkpoint);
		expect(fired).toEqual(ids);
		const times = events.map(({ at }) => at);
		expect(times).toEqual(times.toSorted((a, b) => a - b));
		expect(times.at(-1)).toBe(account.now / 1000);
		expect(events.map(({ key }) => key)).toEqual(ids.map(String));
	});

	it('delivers what does not fit into the batch by the next poll', async () => {
		const ids = addVideos(5, { status: 'processing' });
		const checkpoint = await start(uploadCompleted);
		for (const id of ids) account.change('videos', id, { status: 'uploaded' });
		const first = await poll(uploadCompleted, checkpoint, { batch: 3 });
		const second = await poll(uploadCompleted, first.checkpoint, { batch: 3 });
		expect([first.ids.length, second.ids.length]).toEqual([3, 2]);
		expect(new Set([...first.ids, ...second.ids])).toEqual(new Set(ids));
		expect(waitingIds(second.checkpoint)).toEqual([]);
	});

	it('lets an older video wait again when a page shows that it is processed again', async () => {
		const [id = 0] = addVideos(1);
		const checkpoint = await start(uploadCompleted);
		account.change('videos', id, { status: 'processing' });
		const again = await poll(uploadCompleted, checkpoint);
		expect(waitingIds(again.checkpoint)).toEqual([id]);
		account.change('videos', id, { status: 'uploaded' });
		expect((await poll(uploadCompleted, again.checkpoint)).ids).toEqual([id]);
	});

	it('waits for a new video that is still processed', async () => {
		const checkpoint = await start(uploadCompleted);
		account.now += MINUTE;
		const id = account.add('videos', { status: 'processing' });
		const polled = await poll(uploadCompleted, checkpoint);
		expect([polled.ids, waitingIds(polled.checkpoint)]).toEqual([[], [id]]);
	});

	it('shows the newest uploaded videos as test events', async () => {
		const [uploaded] = addVideos(1);
		addVideos(1, { status: 'processing' });
		const events = await withReader(async (reader) => await uploadCompleted.sample(reader, CONFIG));
		expect(events.map(({ entry }) => entry.id)).toEqual([uploaded]);
	});
});

describe('videoPublished', () => {
	it('schedules a video until the second in which it becomes available', async () => {
		const availableFrom = account.now + HOUR;
		const [id = 0] = addVideos(1, { availableFrom });
		const checkpoint = await start(videoPublished);
		expect(checkpoint.waiting.scheduled).toEqual(new Map([[id, availableFrom / 1000]]));
		account.now = availableFrom - 1000;
		expect((await poll(videoPublished, checkpoint)).ids).toEqual([]);
		account.now = availableFrom;
		expect((await poll(videoPublished, checkpoint)).ids).toEqual([id]);
	});

	it('with Start From fires for an older video that became available since, to the second', async () => {
		const from = account.now - HOUR;
		const given = { at: account.now - 5 * HOUR };
		const since = account.add('videos', { ...given, availableFrom: from });
		account.add('videos', { ...given, availableFrom: from - 1000 });
		const checkpoint = await start(videoPublished, from / 1000);
		expect((await poll(videoPublished, checkpoint)).ids).toEqual([since]);
	});

	it('does not let a video wait again that a page shows to be withdrawn', async () => {
		const [id = 0] = addVideos(1);
		const checkpoint = await start(videoPublished);
		account.change('videos', id, { availableFrom: account.now + HOUR });
		expect(waitingIds((await poll(videoPublished, checkpoint)).checkpoint)).toEqual([]);
	});
});

describe('the initial scan', () => {
	/** Lets lists count more records than they show; `isEmpty` hides all of them. */
	function shorten(isEmpty = false): void {
		account.disturb = (response, { path, query }) => {
			const { body } = response;
			if (path !== '/videos' || query.sort !== 'oldest' || !isObject(body)) return response;
			const shown = isEmpty ? { _embedded: { videos: [] } } : {};
			return { ...response, body: { ...body, total: Number(body.total) + 1, ...shown } };
		};
	}

	it('reads no list again once it has come to the end', async () => {
		addVideos(3, { status: 'processing' });
		const checkpoint = await start(uploadCompleted);
		await poll(uploadCompleted, checkpoint);
		expect(scansOldest()).toEqual([]);
	});

	it('starts again after a list that is shorter than its total, each time after twice as long', async () => {
		const ids = addVideos(3, { status: 'processing' });
		shorten();
		let checkpoint = await start(uploadCompleted);
		expect(checkpoint.initialScan).toMatchObject({
			position: { kind: 'page', page: 1 },
			short: { since: account.now / 1000, latest: account.now / 1000 },
		});
		expect(waitingIds(checkpoint)).toEqual(ids.toSorted((a, b) => a - b));
		const scans: number[] = [];
		for (let minute = 1; minute <= 16; minute++) {
			account.now += MINUTE;
			({ checkpoint } = await poll(uploadCompleted, checkpoint));
			if (scansOldest().length > 0) scans.push(minute);
		}
		expect(scans).toEqual([1, 2, 4, 8, 16]);
	});

	it('ignores the total after an hour, and ends', async () => {
		addVideos(3, { status: 'processing' });
		shorten();
		let checkpoint = await start(uploadCompleted);
		account.now += HOUR - 1000;
		({ checkpoint } = await poll(uploadCompleted, checkpoint));
		expect(checkpoint.initialScan.position.kind).toBe('page');
		account.now += HOUR;
		({ checkpoint } = await poll(uploadCompleted, checkpoint));
		expect(checkpoint.initialScan).toEqual({ position: { kind: 'end' }, fired: new Set() });
	});

	it('never ends with an empty list, however long it stays empty', async () => {
		addVideos(3, { status: 'processing' });
		shorten(true);
		let checkpoint = await start(uploadCompleted);
		account.now += 3 * HOUR;
		({ checkpoint } = await poll(uploadCompleted, checkpoint));
		expect(checkpoint.initialScan.position).toMatchObject({ kind: 'page', page: 1 });
	});

	it('remembers which videos have fired, so that a restarted scan does not let them wait again', async () => {
		const availableFrom = account.now + MINUTE;
		const [id = 0] = addVideos(1, { at: account.now - 5 * HOUR, availableFrom });
		addVideos(1, { at: account.now - 6 * HOUR });
		shorten();
		const checkpoint = await start(videoPublished);
		account.now += MINUTE;
		const first = await poll(videoPublished, checkpoint);
		expect([first.ids, first.checkpoint.initialScan.fired]).toEqual([[id], new Set([id])]);
		account.change('videos', id, { availableFrom: account.now + HOUR });
		account.now += MINUTE;
		const second = await poll(videoPublished, first.checkpoint);
		expect(scansOldest().length).toBeGreaterThan(0);
		expect(waitingIds(second.checkpoint)).toEqual([]);
		expect(second.checkpoint.initialScan.fired).toEqual(new Set([id]));
	});

	it('reads all pages of the list at the activation, the oldest videos first', async () => {
		const ids = addVideos(130, { at: account.now - 5 * HOUR, status: 'processing' });
		const checkpoint = await start(uploadCompleted);
		expect(checkpoint.initialScan.position).toEqual({ kind: 'end' });
		expect(waitingIds(checkpoint)).toEqual(ids.toSorted((a, b) => a - b));
		expect(scansOldest().map(({ query }) => query.page)).toEqual([1, 2, 3]);
	});
});
