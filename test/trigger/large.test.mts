// Promises of docs/trigger-operations.md that need thousands of records, or lists that change while they are read.
import { beforeEach, describe, expect, it } from 'vitest';

import { type Quirks, USUAL } from './account.mts';
import { HOUR } from './host.mts';
import { account, activated, addCustomers, newAccount, pollRepeatedly } from './stage.mts';

beforeEach(() => newAccount());

describe.each(['list', 'page', 'absent'] as const)('a backlog of 60 pages (total: %s)', (total) => {
	// Pages of ten and executions of 200 in place of fifty and 1,000: the same requests with a fifth of the records.
	const quirks: Quirks = { ...USUAL, pageSize: 10, total };
	const CUSTOMERS = 600;

	it.each([
		{ leaving: 120, request: 15, responseMs: 0 },
		// The time budget of the first poll ends at the request before which the customers leave.
		{ leaving: 60, request: 18, responseMs: 1200 },
	])(
		'is delivered completely while its $leaving newest leave before request $request, at $responseMs ms a request',
		async ({ leaving, request, responseMs }) => {
			newAccount(quirks);
			const options = { budgetMs: 36_000, maxEvents: CUSTOMERS / 3 };
			const host = await activated({ events: ['customerCreated'] }, options);
			account.now += HOUR;
			const ids = Array.from({ length: CUSTOMERS }, (_, index) =>
				account.add('customers', { at: account.now - (CUSTOMERS - index) * 1000 }),
			);
			account.responseMs = responseMs;
			const gone = ids.slice(-leaving);
			host.beforeRequest = (number) => {
				if (number === request) for (const id of gone.splice(0)) account.remove('customers', id);
			};
			await pollRepeatedly(host, 12);
			expect(gone).toEqual([]);
			expect(new Set(host.delivered).size).toBe(CUSTOMERS);
		},
	);
});

it('comments on 300 videos are delivered within a round while the oldest videos are deleted', async () => {
	const videos = Array.from({ length: 300 }, (_, index) =>
		account.add('videos', { at: account.now - (300 - index) * HOUR }),
	);
	const host = await activated({ events: ['commentCreated'] });
	await pollRepeatedly(host, 7, HOUR);
	const ids = new Map(videos.map((video) => [video, account.add('comments', { video })]));
	for (let polls = 0; polls < 8; polls++) {
		for (const video of videos.splice(0, 20)) account.remove('videos', video);
		account.add('videos');
		await pollRepeatedly(host, 1, HOUR);
	}
	const due = videos.map((video) => `commentCreated:${ids.get(video) ?? 0}`);
	expect(due.filter((name) => !host.delivered.includes(name))).toEqual([]);
});

it('a customer who is created after 5,000 of the same second is delivered in the sixth batch', async () => {
	const host = await activated({ events: ['customerCreated'] });
	account.now += HOUR;
	addCustomers(5000);
	await pollRepeatedly(host, 2);
	const [id] = addCustomers(1);
	await pollRepeatedly(host, 4);
	expect(host.executions.map((items) => items.length)).toEqual([...Array(5).fill(1000), 1]);
	expect(host.delivered.at(-1)).toBe(`customerCreated:${id}`);
});

it.each([
	{ videos: 45, comments: 50, polls: 1 },
	{ videos: 45, comments: 60, polls: 2 },
	{ videos: 1, comments: 3000, polls: 2 },
])('$comments comments on each of $videos videos take $polls polls', async (scene) => {
	const videos = Array.from({ length: scene.videos }, () => account.add('videos'));
	const at = account.now - 9 * HOUR;
	for (const video of videos) {
		for (let count = 1; count < scene.comments; count++) account.add('comments', { video, at });
	}
	const host = await activated({ events: ['commentCreated'] });
	await pollRepeatedly(host, 2);
	for (const video of videos) account.add('comments', { video });
	await pollRepeatedly(host, scene.polls);
	expect(host.delivered).toHaveLength(videos.length);
});
