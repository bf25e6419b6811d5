import { describe, expect, it } from 'vitest';

import { Account } from '../account.mts';
import { chosen } from '../kit.mts';

const account = new Account('video', { operation: 'waitUntilUploaded', timeout: 10 });

const continuing = { options: { continueIfNotUploaded: true } };

function processingVideo(seconds: number | null): number {
	const finishesAt = seconds === null ? null : account.clock.now + seconds * 1000;
	return account.service.state.addVideo({ status: 'processing', finishesAt }).id;
}

const waited = () => account.clock.waits.reduce((sum, wait) => sum + wait, 0);

it('waitUntilUploaded returns an uploaded video at once, with one request', async () => {
	const { id } = account.service.state.addVideo();
	const item = await account.runOnce({ video: chosen(id) });
	expect(item).toMatchObject({ id, status: 'uploaded', outcome: 'uploaded' });
	expect(item.href).toBe(account.service.href('videos', id));
	expect(account.asked).toEqual([`GET /videos/${id}`]);
	expect(account.clock.waits).toEqual([]);
});

it('waitUntilUploaded returns the unchanged record without an outcome when Output is Raw', async () => {
	const { id } = account.service.state.addVideo();
	const item = await account.runOnce({ video: chosen(id), output: 'raw' });
	expect(item).toMatchObject({ _links: { self: {} }, status: 'uploaded' });
	expect(item).not.toHaveProperty('outcome');
});

describe('waitUntilUploaded, for a video without a source,', () => {
	const emptyVideo = () => account.service.state.addVideo({ status: null, hasSource: false }).id;

	it('fails at once with an error about the missing source', async () => {
		const { error } = await account.run({ video: chosen(emptyVideo()) });
		expect(error?.message).toContain('has no video file');
		expect(error?.description).toContain('Source URL');
		expect(account.clock.waits).toEqual([]);
	});

	it('returns an item with the outcome withoutSource with Continue if Not Uploaded', async () => {
		const id = emptyVideo();
		const item = await account.runOnce({ video: chosen(id), ...continuing });
		expect(item).toMatchObject({ outcome: 'withoutSource', id });
	});
});

it('waitUntilUploaded polls ever more slowly until the video is uploaded', async () => {
	const id = processingVideo(300);
	const item = await account.runOnce({ video: chosen(id) });
	expect(item).toMatchObject({ id, status: 'uploaded', outcome: 'uploaded' });
	expect(account.clock.waits.slice(0, 4)).toEqual([5_000, 7_500, 11_250, 16_875]);
	expect(Math.max(...account.clock.waits)).toBe(60_000);
	expect(waited()).toBeGreaterThanOrEqual(300_000);
	expect(waited()).toBeLessThan(360_000);
});

it.each(['queued', 'transcoding'])(
	'waitUntilUploaded keeps waiting with the status %j',
	async (status) => {
		const { id } = account.service.state.addVideo({ status });
		account.clock.whileWaiting = () => {
			if (waited() > 60_000) account.service.state.finishUpload(id);
		};
		expect(await account.runOnce({ video: chosen(id) })).toMatchObject({ outcome: 'uploaded' });
	},
);

it('waitUntilUploaded keeps waiting when a response shows no status', async () => {
	const { id } = account.service.state.addVideo();
	account.fail('GET', { status: 200, body: JSON.stringify({ id }) });
	expect(await account.runOnce({ video: chosen(id) })).toMatchObject({ outcome: 'uploaded' });
});

it('waitUntilUploaded waits for several videos at the same time', async () => {
	const input = [120, 0, 30].map((seconds) => ({ id: processingVideo(seconds) }));
	const { json } = await account.run({ video: chosen('={{ $json.id }}') }, { input });
	expect(json).toMatchObject(input.map(({ id }) => ({ id, outcome: 'uploaded' })));
});

describe('waitUntilUploaded, when time is up,', () => {
	it('fails with an error that names the status', async () => {
		const { error } = await account.run({ video: chosen(processingVideo(null)) });
		expect(error?.message).toContain('not uploaded within 10 minutes');
		expect(error?.description).toMatch(
			/^Its status is processing\. Check that the service can download/,
		);
		expect(waited()).toBe(600_000);
	});

	it('returns an item with the outcome timedOut with Continue if Not Uploaded', async () => {
		const id = processingVideo(null);
		const item = await account.runOnce({ video: chosen(id), timeout: 1, ...continuing });
		expect(item).toMatchObject({ id, status: 'processing', outcome: 'timedOut' });
		expect(waited()).toBe(60_000);
	});

	it('returns a video that was uploaded at the last moment', async () => {
		const item = await account.runOnce({ video: chosen(processingVideo(600)) });
		expect(item).toMatchObject({ outcome: 'uploaded' });
	});
});

describe('waitUntilUploaded, for a deleted video,', () => {
	function deletedVideo(): number {
		const id = processingVideo(null);
		account.clock.whileWaiting = () => account.service.state.remove('videos', id);
		return id;
	}

	it('fails at once', async () => {
		const id = deletedVideo();
		const { error } = await account.run({ video: chosen(id) });
		expect(error?.message).toBe(`No video ${id}`);
		expect(error?.description).toContain('may have been deleted');
		expect(account.clock.waits).toEqual([5_000]);
	});

	it('returns an item with the outcome deleted with Continue if Not Uploaded', async () => {
		const id = deletedVideo();
		const item = await account.runOnce({ video: chosen(id), ...continuing });
		expect(item).toMatchObject({ id, outcome: 'deleted' });
	});

	it('returns an item with only the ID when the video never existed', async () => {
		const item = await account.runOnce({ video: chosen(7), ...continuing });
		expect(item).toEqual({ outcome: 'deleted', id: 7 });
	});
});

it('waitUntilUploaded ends when the execution is cancelled', async () => {
	const controller = new AbortController();
	const id = processingVideo(null);
	account.clock.whileWaiting = () => controller.abort();
	await account.run({ video: chosen(id) }, { signal: controller.signal });
	expect(account.asked).toEqual([`GET /videos/${id}`]);
});
