import { describe, expect, it } from 'vitest';

import { Bench, NOON } from './kit.mts';

const NOON_MS = NOON * 1000;
const HOUR = 3_600_000;

function benchWith(videos: number, config = {}, quirks = {}) {
	const bench = new Bench('commentCreated', config, quirks);
	const ids = Array.from({ length: videos }, (_, index) =>
		bench.account.addVideo('uploaded', NOON_MS - 9 * HOUR - index * 60_000),
	);
	return { bench, ids };
}

const asked = ({ requests }: Bench) => requests.filter((path) => path.startsWith('/comments'));
const numbers = (keys: string[]) => keys.map((key) => Number(key.split('@')[0]));

describe('a comment', () => {
	it.each(['inside', 'beside', 'both'] as const)(
		'and a reply fire once (replies %s)',
		async (replies) => {
			const { bench, ids } = benchWith(3, {}, { replies });
			const [first = 0, second = 0] = ids;
			const old = bench.account.addComment(first, NOON_MS - HOUR);
			await bench.start();
			expect(await bench.polls(2)).toEqual([]);
			const comment = bench.account.addComment(second, bench.now * 1000);
			const reply = bench.account.addReply(old, bench.now * 1000);
			const deeper = bench.account.addReply(reply, bench.now * 1000);
			expect(numbers(await bench.polls(3))).toEqual([comment, reply, deeper]);
		},
	);

	it('on any of up to 45 videos is found by the next poll', async () => {
		const { bench, ids } = benchWith(45);
		await bench.start();
		const comments = ids.map((video) => bench.account.addComment(video, NOON_MS));
		expect(numbers(await bench.polls(1))).toEqual(comments);
		expect(bench.requests).toHaveLength(50);
	});

	it('on a chosen video costs one request, and others are not looked at', async () => {
		const { bench, ids } = benchWith(5);
		const { bench: chosen } = benchWith(5, { videos: ids.slice(0, 2) });
		expect(bench.config.videos).toEqual([]);
		await chosen.start();
		const [first = 0, , other = 0] = ids;
		const id = chosen.account.addComment(first, NOON_MS);
		chosen.account.addComment(other, NOON_MS);
		expect(numbers(await chosen.polls(1))).toEqual([id]);
		expect(chosen.requests).toHaveLength(2);
	});

	it('beyond the requests of a poll is found in turn, and on the liveliest videos at once', async () => {
		const { bench, ids } = benchWith(120, { requestsPerPoll: 30 });
		const [, , , lively = 0] = ids;
		bench.account.addComment(lively, NOON_MS - HOUR);
		for (const [index, video] of ids.slice(50, 69).entries()) {
			bench.account.addComment(video, NOON_MS - 2 * HOUR - index);
		}
		await bench.start();
		const round = Math.ceil(132 / 20);
		await bench.polls(round);
		for (let poll = 0; poll < round; poll++) {
			const id = bench.account.addComment(lively, bench.now * 1000);
			expect(numbers(await bench.polls(1))).toEqual([id]);
			expect(bench.requests.length).toBeLessThanOrEqual(30);
		}
		const comments = ids.map((video) => bench.account.addComment(video, bench.now * 1000));
		const found = numbers(await bench.polls(round + 1));
		expect(new Set(found)).toEqual(new Set(comments));
		expect(found).toHaveLength(120);
	});

	it('on a video with many pages is found at either end', async () => {
		for (const commentOrder of ['newest', 'oldest'] as const) {
			const { bench, ids } = benchWith(60, { requestsPerPoll: 15 }, { commentOrder });
			const [video = 0] = ids;
			for (let index = 0; index < 35; index++) {
				bench.account.addComment(video, NOON_MS - HOUR + index * 1000);
			}
			await bench.start();
			await bench.polls(12);
			const id = bench.account.addComment(video, bench.now * 1000);
			expect(numbers(await bench.polls(1))).toEqual([id]);
		}
	});

	it('comes in batches, and the round goes on behind them', async () => {
		const { bench, ids } = benchWith(5, { batch: 4 });
		await bench.start();
		const comments = ids.flatMap((video) =>
			[1, 2].map((second) => bench.account.addComment(video, NOON_MS + second * 1000)),
		);
		const batches = [await bench.poll(), await bench.poll(), await bench.poll()];
		expect(batches.map(({ length }) => length)).toEqual([4, 4, 2]);
		expect(new Set(numbers(batches.flat()))).toEqual(new Set(comments));
		expect(await bench.polls(2)).toEqual([]);
	});

	it('since an earlier moment fires', async () => {
		const { bench, ids } = benchWith(3);
		const [video = 0] = ids;
		bench.account.addComment(video, NOON_MS - 3 * HOUR);
		const id = bench.account.addComment(video, NOON_MS - HOUR);
		await bench.start(NOON - 7200);
		expect(bench.requests).toEqual([]);
		expect(numbers(await bench.polls(2))).toEqual([id]);
	});

	it('of before is not new when publishing could not read it', async () => {
		const { bench, ids } = benchWith(40, { requestsPerPoll: 10 });
		for (const video of ids) bench.account.addComment(video, NOON_MS - HOUR);
		await bench.start();
		expect(bench.requests).toHaveLength(10);
		expect(await bench.polls(15)).toEqual([]);
	});

	it('is found after the clock stepped back', async () => {
		const { bench, ids } = benchWith(3);
		const [video = 0] = ids;
		bench.account.addComment(video, NOON_MS - 60_000);
		await bench.start();
		bench.now -= 1800;
		const id = bench.account.addComment(video, bench.now * 1000);
		expect(numbers(await bench.polls(3))).toEqual([id]);
	});
});

describe('a chosen video', () => {
	it('that is deleted is told once, and again when it was back meanwhile', async () => {
		const { ids } = benchWith(2);
		const { bench } = benchWith(2, { videos: ids });
		await bench.start();
		const [gone = 0, there = 0] = ids;
		bench.account.removeVideo(gone);
		const id = bench.account.addComment(there, bench.now * 1000);
		expect(numbers(await bench.polls(3))).toEqual([id]);
		expect(bench.warnings).toEqual([
			`There is no video ${gone} any more. Take it out of the chosen videos.`,
		]);
	});

	it('that is one of all is not told of', async () => {
		const { bench, ids } = benchWith(2);
		await bench.start();
		bench.withheld.add('/comments');
		expect(await bench.polls(1)).toEqual([]);
		bench.withheld.clear();
		bench.account.removeVideo(ids[0] ?? 0);
		expect(await bench.polls(2)).toEqual([]);
		expect(bench.warnings).toEqual([]);
	});
});

it('a test event shows the newest comments of the newest videos', async () => {
	const { bench, ids } = benchWith(12);
	expect(await bench.sample(3)).toEqual([]);
	expect(asked(bench)).toHaveLength(10);
	const comments = ids
		.slice(0, 5)
		.map((video, index) => bench.account.addComment(video, NOON_MS - index * 1000));
	expect(numbers(await bench.sample(3))).toEqual(comments.slice(0, 3).reverse());
});
