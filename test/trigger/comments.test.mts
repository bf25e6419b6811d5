// The round through the comments on all watched videos: where a poll resumes it, and which pages it reads.
import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';

import { asObject } from '../../nodes/shared/data/json.ts';
import { readState } from '../../nodes/VideoSubscriptionTrigger/state.ts';
import { defined } from '../kit/defined.mts';
import { USUAL } from './account.mts';
import { eventIds, type Host, HOUR, MINUTE } from './host.mts';
import { account, activated, isList, newAccount } from './stage.mts';

beforeEach(() => newAccount());

/** The fewest requests that a poll may have. */
const FEWEST = { requestsPerPoll: 5 };

/** Adds videos, one a second, the last one now. */
const addVideos = (count: number): number[] =>
	Array.from({ length: count }, (_, index) =>
		account.add('videos', { at: account.now - (count - 1 - index) * 1000 }),
	);

/** Adds comments that are older than a trigger that is activated now. */
function addOldComments(video: number, count: number): void {
	for (let index = 0; index < count; index++) {
		account.add('comments', { video, at: account.now - (index + 1) * 1000 });
	}
}

/** Adds a comment a minute later, and returns the name of its event. */
function comment(video: number): string {
	account.now += MINUTE;
	return `commentCreated:${account.add('comments', { video })}`;
}

/** Polls once. Returns the events. */
async function poll(host: Host): Promise<string[]> {
	account.now += MINUTE;
	return eventIds(await host.poll());
}

/** Returns the requested pages of lists since the last call: `videos 1`, or `77 2` for page 2 of the comments on video 77. */
const read = (): string[] =>
	account.requests
		.splice(0)
		.filter(isList)
		.map(({ path, query: { page, video } }) => {
			const name = path === '/comments' ? String(video).replace(/.*\//, '') : path.slice(1);
			return `${name} ${Number(page)}`;
		});

describe('a reply', () => {
	it.each(['inside', 'beside', 'both'] as const)(
		'is delivered once, when the service shows replies %s their comments',
		async (replies) => {
			newAccount({ ...USUAL, replies });
			const [video = 0] = addVideos(1);
			const host = await activated({ events: ['commentCreated'] });
			account.now += MINUTE;
			const parent = account.add('comments', { video });
			account.now += MINUTE;
			const reply = account.add('comments', { video, parent });
			expect(await poll(host)).toEqual([`commentCreated:${parent}`, `commentCreated:${reply}`]);
			expect(await poll(host)).toEqual([]);
		},
	);
});

describe('comments on more pages than a poll reads', () => {
	it('are read on from the next page, and from page 1 after the last one', async () => {
		const [video = 0] = addVideos(1);
		addOldComments(video, 380);
		const host = await activated({
			events: ['commentCreated'],
			filters: { videos: [video] },
			options: FEWEST,
		});
		expect(read()).toEqual([1, 2, 3, 4, 5].map((page) => `${video} ${page}`));
		const names = [comment(video)];
		expect(await poll(host)).toEqual([]);
		expect(read()).toEqual([6, 7, 8].map((page) => `${video} ${page}`));
		expect(await poll(host)).toEqual(names);
		expect(read()).toEqual([1, 2, 3, 4, 5].map((page) => `${video} ${page}`));
		expect([await poll(host), host.errors]).toEqual([[], []]);
		expect(read()).toEqual([6, 7, 8].map((page) => `${video} ${page}`));
	});

	it('are followed by page 1 of the comments on the next video', async () => {
		const videos = addVideos(2);
		const [long = 0, short = 0] = videos;
		addOldComments(long, 280);
		addOldComments(short, 60);
		const host = await activated({
			events: ['commentCreated'],
			filters: { videos },
			options: FEWEST,
		});
		const name = comment(short);
		read();
		expect(await poll(host)).toEqual([name]);
		expect(read()).toEqual([`${long} 6`, `${short} 1`, `${short} 2`]);
	});

	it('are delivered from a later page, where an older reply shows them', async () => {
		newAccount({ ...USUAL, pageSize: 2 });
		const [video = 0] = addVideos(1);
		addOldComments(video, 13);
		const parent = account.add('comments', { video, at: account.now - HOUR });
		const host = await activated({
			events: ['commentCreated'],
			filters: { videos: [video] },
			options: FEWEST,
		});
		account.now += MINUTE;
		const reply = account.add('comments', { video, parent });
		read();
		expect(await poll(host)).toEqual([`commentCreated:${reply}`]);
		expect(read()).toEqual([`${video} 6`, `${video} 7`]);
	});

	it('leave the next video at page 1 when their video is deleted meanwhile', async () => {
		const [long = 0, other = 0] = addVideos(2);
		addOldComments(long, 280);
		const host = await activated({ events: ['commentCreated'], options: FEWEST });
		expect(read()).toEqual(['videos 1', ...[1, 2, 3, 4].map((page) => `${long} ${page}`)]);
		account.remove('videos', long);
		const name = comment(other);
		expect(await poll(host)).toEqual([name]);
		expect(read()).toEqual(['videos 1', `${other} 1`]);
	});
});

describe('the watched videos', () => {
	/** Watches twelve videos on three pages. Activation reads two pages and the first video of the third. */
	async function watched() {
		newAccount({ ...USUAL, pageSize: 4 });
		const videos = addVideos(12);
		const options = { requestsPerPoll: 12 };
		const host = await activated({ events: ['commentCreated'], options });
		expect(read().slice(-2)).toEqual(['videos 3', `${videos[8]} 1`]);
		return { host, videos };
	}

	it('are read on after the last one of the previous poll', async () => {
		const { host, videos } = await watched();
		const name = comment(videos[9] ?? 0);
		expect(await poll(host)).toEqual([name]);
		expect(read()).toEqual(['videos 3', ...videos.slice(9).map((video) => `${video} 1`)]);
	});

	it('are found two pages further up after eight earlier ones were deleted', async () => {
		const { host, videos } = await watched();
		for (const video of videos.slice(0, 8)) account.remove('videos', video);
		const name = comment(videos[9] ?? 0);
		expect(await poll(host)).toEqual([name]);
		expect(read()).toEqual([
			'videos 3',
			'videos 2',
			'videos 1',
			...videos.slice(9).map((video) => `${video} 1`),
		]);
	});

	it('are read on after the time of a video that was deleted itself', async () => {
		const { host, videos } = await watched();
		account.remove('videos', videos[8] ?? 0);
		const name = comment(videos[9] ?? 0);
		expect(await poll(host)).toEqual([name]);
		expect(read()).toEqual([
			'videos 3',
			'videos 2',
			...videos.slice(9).map((video) => `${video} 1`),
		]);
	});
});

describe('a comment of the last ten minutes', () => {
	it('that a list shows only after the activation is delivered', async () => {
		const [video = 0] = addVideos(1);
		const host = await activated({ events: ['commentCreated'], filters: { videos: [video] } });
		const late = account.add('comments', { video, at: account.now - 10 * MINUTE });
		account.add('comments', { video, at: account.now - 10 * MINUTE - 1000 });
		expect(await poll(host)).toEqual([`commentCreated:${late}`]);
	});

	it('is not delivered when the activation could not read the comments on its video', async () => {
		const videos = addVideos(2);
		const [refused = 0] = videos;
		account.add('comments', { video: refused, at: account.now - 5 * MINUTE });
		account.disturb = (response, { query }) =>
			String(query.video).endsWith(`/${refused}`) ? { ...response, statusCode: 403 } : undefined;
		const host = await activated({ events: ['commentCreated'], filters: { videos } });
		account.disturb = undefined;
		const name = comment(refused);
		expect(await poll(host)).toEqual([name]);
	});

	it('is not delivered when the activation did not get as far as its video', async () => {
		const videos = addVideos(12);
		for (const video of videos) addOldComments(video, 1);
		const host = await activated({
			events: ['commentCreated'],
			filters: { videos },
			options: FEWEST,
		});
		const name = comment(videos[11] ?? 0);
		const delivered = [...(await poll(host)), ...(await poll(host)), ...(await poll(host))];
		expect(delivered).toEqual([name]);
	});
});

describe('a round that takes three polls', () => {
	/** Delivers 25 comments on the last of twelve videos, and polls for nine hours. */
	async function afterHours(host: Host, video: number): Promise<string[]> {
		const names = Array.from({ length: 25 }, () => comment(video));
		for (let polls = 0; polls < 12; polls++) {
			await poll(host);
			account.now += polls < 3 ? 0 : HOUR;
		}
		return names;
	}

	it('forgets the comments that are older than the overlap', async () => {
		const videos = addVideos(12);
		const host = await activated({
			events: ['commentCreated'],
			filters: { videos },
			options: FEWEST,
		});
		expect(host.delivered).toEqual([]);
		const names = await afterHours(host, videos[11] ?? 0);
		const state = defined(await readState(host.memory?.state));
		expect(state.data.places.commentCreated?.checkpoint).toMatchObject({
			window: { seen: { size: 0 } },
		});
		expect(host.delivered).toEqual(names);
	});

	it('counts as a full scan at the time of its first part', async () => {
		const videos = addVideos(12);
		const began = Math.floor(account.now / 1000);
		const host = await activated({
			events: ['commentCreated'],
			filters: { videos },
			options: FEWEST,
		});
		await poll(host);
		await poll(host);
		const state = defined(await readState(host.memory?.state));
		expect(state.data.places.commentCreated?.checkpoint).toMatchObject({
			window: { scannedAt: began },
			round: { startedAt: began },
		});
	});

	it('forgets nothing while the comments on its first video are incomplete', async () => {
		const videos = addVideos(12);
		const [first = 0] = videos;
		const host = await activated({
			events: ['commentCreated'],
			filters: { videos },
			options: FEWEST,
		});
		account.disturb = (response, { query }) => {
			if (!String(query.video).endsWith(`/${first}`)) return undefined;
			return { ...response, body: { total: 1, _links: {}, _embedded: { comments: [] } } };
		};
		const hidden = comment(first);
		const names = await afterHours(host, videos[11] ?? 0);
		account.disturb = undefined;
		for (let polls = 0; polls < 3; polls++) await poll(host);
		expect(host.delivered).toEqual([...names, hidden]);
	});

	it('forgets nothing while the list of videos shows fewer than its total', async () => {
		const videos = addVideos(12);
		const [first = 0] = videos;
		const host = await activated({ events: ['commentCreated'] });
		account.disturb = (response, { path }) => {
			if (path !== '/videos') return undefined;
			const body = asObject(response.body);
			const shown = asObject(body._embedded).videos as IDataObject[];
			const listed = shown.filter(({ id }) => id !== first);
			return { ...response, body: { ...body, _embedded: { videos: listed } } };
		};
		const hidden = comment(first);
		const names = await afterHours(host, videos[11] ?? 0);
		account.disturb = undefined;
		for (let polls = 0; polls < 3; polls++) await poll(host);
		expect(host.delivered).toEqual([...names, hidden]);
	});
});

it('a comment that does not fit into an execution is delivered before the round goes on', async () => {
	const videos = addVideos(12);
	const parameters = { events: ['commentCreated'], filters: { videos }, options: FEWEST };
	const host = await activated(parameters, { maxEvents: 2 });
	const names = [5, 5, 5, 10].map((index) => comment(videos[index] ?? 0));
	const batches = [await poll(host), await poll(host), await poll(host)];
	expect(batches).toEqual([names.slice(0, 2), names.slice(2, 3), names.slice(3)]);
});

it.each([{}, { startFrom: '2026-01-01T11:00:00Z' }])(
	'commentCreated cannot be activated when no comments can be read, with the options %j',
	async (options) => {
		const videos = addVideos(2);
		account.disturb = (response, { path }) =>
			path === '/comments' ? { ...response, statusCode: 403, body: { message: 'No' } } : undefined;
		const publishing = activated({ events: ['commentCreated'], filters: { videos }, options });
		await expect(publishing).rejects.toMatchObject({ httpCode: '403' });
	},
);
