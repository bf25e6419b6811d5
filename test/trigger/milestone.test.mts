// How the events of videos begin.
import { beforeEach, describe, expect, it } from 'vitest';

import {
	uploadCompleted,
	videoPublished,
} from '../../nodes/VideoSubscriptionTrigger/events/videos/events.ts';
import { MINUTE } from './host.mts';
import { account, newAccount, withReader } from './stage.mts';

beforeEach(() => newAccount());

const HOUR = 60 * MINUTE;

const CONFIG = { query: '', plan: [] as string[], maxEvents: 100, requestsPerPoll: 50 };

type Source = typeof uploadCompleted;
type Checkpoint = Awaited<ReturnType<Source['start']>>;

const start = async (source: Source, from?: number) =>
	await withReader(async (reader) => await source.start(reader, CONFIG, from));

const poll = async (
	source: Source,
	checkpoint: Checkpoint,
	config: Partial<typeof CONFIG> = {},
) => {
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

const waitingIds = ({ waiting }: Checkpoint) =>
	[...waiting.pending, ...waiting.scheduled.keys()].sort((a, b) => a - b);

describe('uploadCompleted', () => {
	it('lets every video wait that is not uploaded at the activation, and no other one', async () => {
		const processing = addVideos(3, { status: 'processing' });
		addVideos(3);
		const checkpoint = await start(uploadCompleted);
		expect(waitingIds(checkpoint)).toEqual(processing.toSorted((a, b) => a - b));
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
		const first = await poll(uploadCompleted, checkpoint, { maxEvents: 3 });
		const second = await poll(uploadCompleted, first.checkpoint, { maxEvents: 3 });
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
