// The figures of docs/trigger.md about compared lists, counted.
import { readFileSync } from 'node:fs';

import { beforeEach, expect, it } from 'vitest';

import { PRODUCTS } from './account.mts';
import { type Host, MINUTE } from './host.mts';
import { account, activated, addCustomers, idsIn, newAccount } from './stage.mts';

beforeEach(() => newAccount());

const [PRODUCT] = PRODUCTS;
const ADDED = { event: 'productAdded', product: PRODUCT };
const REMOVED = { event: 'productRemoved', product: PRODUCT };

const page = readFileSync(new URL('../../docs/trigger.md', import.meta.url), 'utf8').replaceAll(
	/\s+/g,
	' ',
);

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
	expect(page).toContain(`a round of 20,000 customers takes ${round} polls`);
	expect(page).toContain(`Product Removed** then takes at most ${3 * round} polls`);
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
		`With 2,400 customers of whom eight leave before each poll, it takes at most ${Math.max(...delays)} polls`,
	);
});

it.each([
	[ADDED, { products: [] }, { products: [PRODUCT] }, 1],
	[REMOVED, { products: [PRODUCT] }, { products: [] }, 2],
	[
		{ event: 'customerStatusChanged', statuses: ['paused'] },
		{ status: 'enabled' },
		{ status: 'paused' },
		1,
	],
])(
	'%j of one among 2,400 customers comes as early as the page says',
	async (given, from, to, polls) => {
		addCustomers(2400, { status: given.event === 'customerStatusChanged' ? 'paused' : 'enabled' });
		const [id = 0] = addCustomers(1, from);
		const host = await activated(given);
		account.change('customers', id, to);
		expect(await pollsUntil(host, id)).toBe(polls);
	},
);

it('Enabled Again takes two rounds, like Product Removed, as the page says', async () => {
	const [id = 0] = addCustomers(100, { status: 'paused' });
	const host = await activated({ event: 'customerStatusChanged', statuses: ['enabled'] });
	account.change('customers', id, { status: 'enabled' });
	expect(await pollsUntil(host, id)).toBe(2);
	expect(page).toContain('**Enabled Again** takes as long as **Product Removed**');
});
