import { describe, expect, it } from 'vitest';

import type { Pending } from '../../../nodes/VideoSubscriptionTrigger/events/videoMilestone/pending.ts';
import { Bench, NOON, scattered } from './kit.mts';

const NOON_MS = NOON * 1000;
const HOUR = 3_600_000;

/** Older videos, the newest of them first; every fifth is in processing, every seventh has no status. */
function addVideos(bench: Bench, count: number) {
	return Array.from({ length: count }, (_, index) => {
		const status = index % 5 === 0 ? 'processing' : index % 7 === 0 ? null : 'uploaded';
		const id = bench.account.addVideo(status, NOON_MS - HOUR - index * 60_000);
		return { id, status };
	});
}

const lists = ({ requests }: Bench) => requests.filter((path) => path.startsWith('/videos '));
const singles = ({ requests }: Bench) => requests.filter((path) => /^\/videos\/\d+$/.test(path));

describe('an upload that is completed', () => {
	it('fires for a new video when its status is uploaded, and once', async () => {
		const bench = new Bench('uploadCompleted');
		addVideos(bench, 35);
		await bench.start();
		expect(await bench.polls(3)).toEqual([]);
		const [ready, later] = [
			bench.account.addVideo('uploaded', bench.now * 1000),
			bench.account.addVideo('transcoding', bench.now * 1000),
		];
		expect(await bench.polls(3)).toEqual([`${ready}@180`]);
		bench.account.setVideoStatus(later, 'uploaded');
		expect(await bench.polls(3)).toEqual([`${later}@360`]);
	});

	it('fires for whoever waited when the trigger began, with fifteen in processing and five without a status a poll', async () => {
		const bench = new Bench('uploadCompleted');
		const videos = addVideos(bench, 230);
		await bench.start();
		const waiting = videos.filter(({ status }) => status !== 'uploaded');
		await bench.polls(1);
		expect(singles(bench)).toHaveLength(20);
		for (const { id } of waiting) bench.account.setVideoStatus(id, 'uploaded');
		const found = await bench.polls(6);
		expect(new Set(found)).toEqual(new Set(waiting.map(({ id }) => `${id}@60`)));
		expect(found).toHaveLength(waiting.length);
	});

	it('tells it when more wait than can be remembered', async () => {
		const bench = new Bench('uploadCompleted');
		addVideos(bench, 9);
		await bench.start();
		const checkpoint = bench.checkpoint as { pending: Pending };
		const dormant = new Set(scattered(30_000));
		bench.checkpoint = { ...checkpoint, pending: { ...checkpoint.pending, dormant } };
		await bench.polls(2);
		expect(bench.warnings).toEqual([
			expect.stringMatching(/^[1-9]\d+ videos that wait are forgotten/),
		]);
	});

	it('asks for none alone that a page shows', async () => {
		const bench = new Bench('uploadCompleted');
		const [first] = addVideos(bench, 9);
		await bench.start();
		await bench.polls(1);
		expect(bench.requests).toEqual(['/videos newest 1']);
		bench.account.setVideoStatus(first?.id ?? 0, 'uploaded');
		expect(await bench.polls(2)).toEqual([`${first?.id}@60`]);
	});

	it('learns what waits over several polls, and none of it is lost', async () => {
		const bench = new Bench('uploadCompleted');
		const videos = addVideos(bench, 230);
		bench.affordable = 14;
		await bench.start();
		expect(lists(bench).length).toBeLessThan(14 + 1);
		await bench.polls(25);
		const waiting = videos.filter(({ status }) => status !== 'uploaded');
		for (const { id } of waiting) bench.account.setVideoStatus(id, 'uploaded');
		const found = await bench.polls(60);
		expect(new Set(found.map((key) => Number(key.split('@')[0])))).toEqual(
			new Set(waiting.map(({ id }) => id)),
		);
		expect(found).toHaveLength(waiting.length);
	});

	it.each([2, 3, 4])('fires for whoever waited with %i requests a poll', async (affordable) => {
		const bench = new Bench('uploadCompleted');
		const videos = addVideos(bench, 60);
		await bench.start();
		const waiting = videos.filter(({ status }) => status !== 'uploaded');
		for (const { id } of waiting) bench.account.setVideoStatus(id, 'uploaded');
		bench.affordable = affordable;
		const found = await bench.polls(3 * waiting.length);
		expect(new Set(found)).toEqual(new Set(waiting.map(({ id }) => `${id}@0`)));
		expect(found).toHaveLength(waiting.length);
	});

	it('learns what waits with two requests a poll, where no total is told and others appear', async () => {
		const bench = new Bench('uploadCompleted', {}, { total: 'none' });
		const videos = addVideos(bench, 60);
		bench.affordable = 12;
		await bench.start();
		bench.affordable = 2;
		const expected = new Set<number>();
		const found: string[] = [];
		for (let polls = 0; polls < 60; polls++) {
			for (let more = 0; more < (polls % 20 === 0 ? 25 : 0); more++) {
				expected.add(bench.account.addVideo('uploaded', bench.now * 1000));
			}
			found.push(...(await bench.polls(1)));
		}
		for (const { id, status } of videos) {
			if (status === 'uploaded') continue;
			bench.account.setVideoStatus(id, 'uploaded');
			expected.add(id);
		}
		found.push(...(await bench.polls(120)));
		expect(new Set(found.map((key) => Number(key.split('@')[0])))).toEqual(expected);
		expect(found).toHaveLength(expected.size);
	});

	it('comes in batches', async () => {
		const bench = new Bench('uploadCompleted', { batch: 3 });
		addVideos(bench, 5);
		await bench.start();
		for (let index = 0; index < 7; index++) bench.account.addVideo('uploaded', NOON_MS + index);
		const batches = [await bench.poll(), await bench.poll(), await bench.poll()];
		expect(batches.map(({ length }) => length)).toEqual([3, 3, 1]);
		expect(await bench.polls(2)).toEqual([]);
	});

	it('forgets who is deleted, and goes on asking for who is kept from us', async () => {
		const bench = new Bench('uploadCompleted');
		const videos = addVideos(bench, 60);
		const waiting = videos.slice(20).filter(({ status }) => status === 'processing');
		const [gone, kept] = waiting.map(({ id }) => id);
		await bench.start();
		bench.account.removeVideo(gone ?? 0);
		bench.withheld.add(`/videos/${kept}`);
		await bench.polls(2);
		await bench.polls(1);
		expect(singles(bench)).not.toContain(`/videos/${gone}`);
		expect(singles(bench)).toContain(`/videos/${kept}`);
		bench.withheld.clear();
		bench.account.setVideoStatus(kept ?? 0, 'uploaded');
		expect(await bench.polls(3)).toEqual([`${kept}@180`]);
	});

	it('shows the newest that are uploaded', async () => {
		const bench = new Bench('uploadCompleted');
		const uploaded = addVideos(bench, 35).filter(({ status }) => status === 'uploaded');
		expect((await bench.sample(3)).map((key) => Number(key.split('@')[0]))).toEqual(
			uploaded
				.slice(0, 3)
				.map(({ id }) => id)
				.reverse(),
		);
	});

	it('shows none of older pages once there are enough, and looks at five at most', async () => {
		const bench = new Bench('uploadCompleted');
		for (let index = 0; index < 70; index++) {
			bench.account.addVideo(index < 15 ? 'uploaded' : 'processing', NOON_MS - index * 1000);
		}
		await bench.sample(10);
		expect(lists(bench)).toEqual(['/videos newest 1']);
		await bench.sample(11);
		expect(lists(bench)).toHaveLength(2);
		await bench.sample(16);
		expect(lists(bench)).toHaveLength(5);
	});

	it('is looked for among those that a person chose', async () => {
		const bench = new Bench('uploadCompleted', { plan: ['free', 'public'], query: 'Ada' });
		addVideos(bench, 5);
		await bench.start();
		const chosen = { query: 'Ada', plan: 'free,public' };
		expect(bench.queries).toEqual([
			{ sort: 'newest', page: 1 },
			{ ...chosen, sort: 'newest', page: 1 },
			{ ...chosen, sort: 'oldest', page: 1 },
		]);
		await bench.polls(1);
		expect(bench.queries[0]).toEqual({ ...chosen, sort: 'newest', page: 1 });
	});

	it('of a search begins at the newest of all videos too', async () => {
		const bench = new Bench('uploadCompleted', { query: 'Ada' });
		addVideos(bench, 5);
		await bench.start();
		expect(bench.queries[0]).toEqual({ sort: 'newest', page: 1 });
	});

	it('since an earlier moment fires, and not for videos that failed or have no status', async () => {
		const bench = new Bench('uploadCompleted');
		addVideos(bench, 5);
		await bench.start(NOON - 4 * HOUR);
		bench.account.addVideo('failed', NOON_MS + 1000);
		bench.account.addVideo(null, NOON_MS + 1000);
		const found = (await bench.polls(3)).map((key) => Number(key.split('@')[0]));
		expect(found).toHaveLength(4);
	});

	it('of a filter begins at the newest of all videos', async () => {
		const bench = new Bench('uploadCompleted', { plan: ['free'] });
		addVideos(bench, 5);
		await bench.start();
		expect(lists(bench)).toEqual(['/videos newest 1', '/videos newest 1', '/videos oldest 1']);
	});
});

describe('a published video', () => {
	it('fires when its time has come and it is uploaded, whichever is later', async () => {
		const bench = new Bench('videoPublished');
		addVideos(bench, 5);
		await bench.start();
		const until = null;
		const soon = bench.account.addVideo('uploaded', NOON_MS, { from: NOON_MS + 90_000, until });
		const slow = bench.account.addVideo('processing', NOON_MS, { from: NOON_MS + 30_000, until });
		expect(await bench.polls(1)).toEqual([]);
		expect(await bench.polls(1)).toEqual([`${soon}@90`]);
		bench.account.setVideoStatus(slow, 'uploaded');
		expect(await bench.polls(2)).toEqual([`${slow}@120`]);
	});

	it('fires not while its time is over, and when it gets a new one', async () => {
		const bench = new Bench('videoPublished');
		await bench.start();
		const over = { from: NOON_MS - 9000, until: NOON_MS - 1000 };
		const id = bench.account.addVideo('uploaded', NOON_MS, over);
		expect(await bench.polls(2)).toEqual([]);
		bench.account.setAvailability(id, { from: NOON_MS - 9000, until: null });
		expect(await bench.polls(2)).toEqual([`${id}@120`]);
	});

	it('fires for up to a hundred that are due in one poll', async () => {
		const bench = new Bench('videoPublished');
		const at = NOON_MS + 100_000;
		const ids = Array.from({ length: 130 }, (_, index) =>
			bench.account.addVideo('uploaded', NOON_MS - HOUR - index * 1000, {
				from: at + index,
				until: null,
			}),
		);
		await bench.start();
		expect(await bench.polls(1)).toEqual([]);
		const first = await bench.polls(1);
		expect(first.length).toBeGreaterThanOrEqual(100);
		const all = [...first, ...(await bench.polls(2))];
		expect(new Set(all.map((key) => Number(key.split('@')[0])))).toEqual(new Set(ids));
		expect(all).toHaveLength(130);
	});

	it('with an earlier date among the older ones is noticed, five a poll', async () => {
		const bench = new Bench('videoPublished');
		const ids = Array.from({ length: 40 }, (_, index) =>
			bench.account.addVideo('uploaded', NOON_MS - HOUR - index * 1000, {
				from: NOON_MS + 9 * HOUR,
				until: null,
			}),
		);
		await bench.start();
		const moved = ids.slice(25, 30);
		for (const id of moved) bench.account.setAvailability(id, { from: NOON_MS, until: null });
		const found = await bench.polls(9);
		expect(new Set(found.map((key) => Number(key.split('@')[0])))).toEqual(new Set(moved));
		await bench.polls(1);
		expect(singles(bench)).toHaveLength(5);
	});

	it('since an earlier moment fires, and what was published before does not', async () => {
		const bench = new Bench('videoPublished');
		const until = null;
		bench.account.addVideo('uploaded', NOON_MS - 9 * HOUR, { from: NOON_MS - 8 * HOUR, until });
		const since = bench.account.addVideo('uploaded', NOON_MS - 9 * HOUR, {
			from: NOON_MS - HOUR,
			until,
		});
		await bench.start(NOON - 7200);
		expect(await bench.polls(2)).toEqual([`${since}@-3600`]);
	});
});
