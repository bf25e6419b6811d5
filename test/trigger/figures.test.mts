// The figures of the two pages about the trigger, about rounds and the saved state, counted.
import { readFileSync } from 'node:fs';

import { beforeEach, expect, it } from 'vitest';

import { PRODUCTS } from './account.mts';
import { type Host, HOUR, MINUTE } from './host.mts';
import { account, activated, addCustomers, idsIn, newAccount, scattered } from './stage.mts';

beforeEach(() => newAccount());

const [PRODUCT] = PRODUCTS;
const ADDED = { event: 'productAdded', product: PRODUCT };
const REMOVED = { event: 'productRemoved', product: PRODUCT };

/** Both pages, on one line. */
const page = ['trigger', 'trigger-operations']
	.map((name) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8'))
	.join(' ')
	.replaceAll(/\s+/g, ' ');

const leave = (ids: number[]) => {
	for (const id of ids) account.change('customers', id, { products: [] });
};

/** Polls once more and returns the IDs of the customers who fired. No poll exceeds its requests. */
async function pollOnce(host: Host): Promise<unknown[]> {
	account.now += MINUTE;
	const ids = idsIn(await host.poll());
	expect(host.requests).toBeLessThanOrEqual(50);
	return ids;
}

/** Returns how many polls it takes until a customer fires, including that poll. */
async function pollsUntil(host: Host, id: number): Promise<number> {
	for (let polls = 1; ; polls++) {
		expect(polls, `Customer ${id} never fires`).toBeLessThan(60);
		if ((await pollOnce(host)).includes(id)) return polls;
	}
}

it('the page says how many polls a round of 20,000 customers takes, and Product Removed with them', async () => {
	// With the one who comes, 400 pages.
	const [leaver = 0] = addCustomers(19_990);
	const added = await activated(ADDED);
	const [came = 0] = addCustomers(1);
	const round = await pollsUntil(added, came);
	const removed = await activated(REMOVED);
	// The round has begun without the customer being missed.
	await pollOnce(removed);
	leave([leaver]);
	const taken = await pollsUntil(removed, leaver);
	expect(page).toContain(
		`A round of 20,000 customers takes ${round} minutes, and **Product Removed** then takes at most ${3 * round} minutes: the rest of the round`,
	);
	expect(taken).toBeGreaterThan(2 * round);
	expect(taken).toBeLessThanOrEqual(3 * round);
});

it('the page says how late Product Removed is with 2,400 customers of whom eight leave each poll', async () => {
	const ids = addCustomers(2400);
	const removed = await activated(REMOVED);
	const leftIn = new Map<unknown, number>();
	const delays: number[] = [];
	for (let poll = 1; poll <= 40; poll++) {
		const leaving = poll <= 30 ? ids.splice(5, 8) : [];
		for (const id of leaving) leftIn.set(id, poll);
		leave(leaving);
		for (const id of await pollOnce(removed)) delays.push(poll + 1 - (leftIn.get(id) ?? 0));
	}
	expect(delays).toHaveLength(240);
	expect(page).toContain(
		`With 2,400 customers of whom eight leave each minute, it takes at most ${Math.max(...delays)} minutes`,
	);
});

it.each([
	[
		ADDED,
		{ products: [] },
		{ products: [PRODUCT] },
		1,
		'the next poll, with up to 2,400 customers of the product',
	],
	[
		REMOVED,
		{ products: [PRODUCT] },
		{ products: [] },
		2,
		'the second poll, with up to 2,400 customers of the product',
	],
	[
		{ event: 'customerStatusChanged', statuses: ['paused'] },
		{ status: 'enabled' },
		{ status: 'paused' },
		1,
		'the next poll, with up to 2,400 customers in these statuses',
	],
])(
	'%j of one among 2,400 customers comes as early as the page says',
	async (parameters, from, to, polls, says) => {
		addCustomers(2400, {
			status: parameters.event === 'customerStatusChanged' ? 'paused' : 'enabled',
		});
		const [id = 0] = addCustomers(1, from);
		const host = await activated(parameters);
		account.change('customers', id, to);
		expect(await pollsUntil(host, id)).toBe(polls);
		expect(page).toContain(says);
	},
);

it('comments on 45 videos, with 50 on each, come with the next poll, as the page says', async () => {
	const videos = Array.from({ length: 45 }, () => account.add('videos'));
	for (const video of videos)
		for (let count = 1; count < 50; count++) account.add('comments', { video });
	const host = await activated({ event: 'commentCreated' });
	account.now += MINUTE;
	const ids = videos.map((video) => account.add('comments', { video }));
	expect((await pollOnce(host)).sort()).toEqual(ids.sort());
	expect(page).toContain('the next poll, with up to 45 videos of up to 50 comments each');
});

it.each([
	['uploadCompleted', 'the next poll, for the newest 50 videos'],
	['videoPublished', 'each poll looks up about 15 a minute of the older videos'],
])(
	'%s of each of the newest 50 videos comes with the next poll, as the page says',
	async (event, says) => {
		const processing = { status: 'processing' };
		const older = Array.from({ length: 60 }, () =>
			account.add('videos', { ...processing, at: account.now - 2 * HOUR }),
		);
		const newest = Array.from({ length: 50 }, () =>
			account.add('videos', { ...processing, at: account.now - HOUR }),
		);
		const host = await activated({ event });
		for (const id of [...older, ...newest]) account.change('videos', id, { status: 'uploaded' });
		const delivered = await pollOnce(host);
		expect(delivered).toEqual(expect.arrayContaining(newest));
		// Of the others, those that are looked up in turn.
		expect(delivered).toHaveLength(50 + 15);
		expect(page).toContain(says);
	},
);

it('Enabled Again takes two rounds, like Product Removed, as the page says', async () => {
	const [id = 0] = addCustomers(100, { status: 'paused' });
	const host = await activated({ event: 'customerStatusChanged', statuses: ['enabled'] });
	account.change('customers', id, { status: 'enabled' });
	expect(await pollsUntil(host, id)).toBe(2);
	expect(page).toContain('**Enabled Again** takes as long as **Product Removed**');
});

it.each([
	[REMOVED, { products: [PRODUCT] }, { products: [] }],
	[
		{ event: 'customerStatusChanged', statuses: ['enabled'] },
		{ status: 'paused' },
		{ status: 'enabled' },
	],
])('%j of 100 at once come at about 20 a poll, as the page says', async (parameters, from, to) => {
	const ids = addCustomers(100, from);
	const host = await activated(parameters);
	await pollOnce(host);
	for (const id of ids) account.change('customers', id, to);
	const counts: number[] = [];
	for (let polls = 0; polls < 12; polls++) counts.push((await pollOnce(host)).length);
	const delivered = counts.filter((count) => count > 0);
	expect(delivered.reduce((sum, count) => sum + count, 0)).toBe(100);
	expect(Math.min(...delivered.slice(0, -1))).toBeGreaterThanOrEqual(20);
	expect(Math.max(...delivered)).toBeLessThanOrEqual(25);
	expect(page).toContain('then about 20 customers a poll');
});

it('the page says how many polls a round of the comments on 1,000 videos takes', async () => {
	const videos = Array.from({ length: 1000 }, () =>
		account.add('videos', { at: account.now - 24 * HOUR }),
	);
	const host = await activated({ event: 'commentCreated' });
	// The round in which the trigger was published ends, and the next one begins with the oldest video.
	const round = async () => {
		const first = `/videos/${videos[0] ?? 0}`;
		for (let polls = 1; polls < 60; polls++) {
			account.requests.length = 0;
			await pollOnce(host);
			if (account.requests.some(({ query }) => String(query.video).endsWith(first))) return polls;
		}
		throw new Error('No round begins');
	};
	await round();
	const polls = await round();
	expect(page).toContain(`A round of the comments on 1,000 videos takes ${polls} minutes`);
	expect(page).toContain('on 5,000 videos about two hours');
	expect(Math.round((polls * 5) / 60)).toBe(2);
});

it('the page says how large the saved state for customers is', async () => {
	const host = await activated({ event: 'customerCreated' });
	account.now += HOUR;
	for (const id of scattered(1000, 90_000_000)) {
		account.add('customers', { id, at: account.now - (id % 3600) * 1000 });
	}
	await pollOnce(host);
	await pollOnce(host);
	expect(page).toContain(`some ${Math.round(host.stored.length / 1024)} KB for customers`);
});
