import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { format } from 'prettier';
import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { clock } from '../../nodes/shared/concurrency/clock.ts';
import { TriggerAccount, PRODUCTS, USUAL } from './account.mts';
import { Host, HOUR, MINUTE } from './host.mts';

const page = fileURLToPath(new URL('../../docs/trigger-operations.md', import.meta.url));

/** The place of the table on the page. */
const BETWEEN = /(<!-- costs -->)[^]*(<!-- \/costs -->)/;

/** How many requests a situation costs. */
interface Cost {
	situation: string;
	/** What the number counts, for the last column of the table. */
	unit: string;
	/** The highest number that passes. */
	most: number;
	/** The same when no total tells whether records left the list, so that pages behind the tenth are checked. */
	mostWithout?: number;
	measure(total: Total): Promise<number>;
}

type Total = 'list' | 'absent';

/** Creates an account with older customers and publishes a trigger on it. */
async function published(
	total: Total,
	parameters: IDataObject,
	fill?: (account: TriggerAccount) => void,
) {
	const account = new TriggerAccount({ ...USUAL, total });
	clock.now = () => account.now;
	for (let index = 0; index < 500; index++) {
		account.add('customers', { at: account.now - (index + 1) * HOUR });
	}
	fill?.(account);
	const host = new Host(account, { parameters });
	account.requests.length = 0;
	await host.activate();
	const publishing = account.requests.length;
	const poll = async (afterMs = MINUTE) => {
		account.now += afterMs;
		account.requests.length = 0;
		const items = await host.poll();
		return { requests: account.requests.length, items: items.length };
	};
	return { account, host, poll, publishing };
}

const addCustomers = (account: TriggerAccount, count: number, spanMs: number) => {
	for (let index = 0; index < count; index++) {
		account.add('customers', { at: account.now - Math.floor((index * spanMs) / count) });
	}
};

const CUSTOMERS = { events: ['customerCreated'] };

/** Measures the most requests of a poll while nothing happens. */
const idle =
	(parameters: IDataObject, fill?: (account: TriggerAccount) => void) => async (total: Total) => {
		const { poll } = await published(total, parameters, fill);
		let most = 0;
		for (let polls = 0; polls < 20; polls++) most = Math.max(most, (await poll()).requests);
		return most;
	};

/** Measures the mean number of requests per poll while `count` customers an hour are created. */
async function hourly(total: Total, count: number): Promise<number> {
	const { account, poll } = await published(total, CUSTOMERS);
	let requests = 0;
	for (let polls = 0; polls < 90; polls++) {
		account.now += MINUTE;
		addCustomers(account, Math.round(count / 60), MINUTE);
		const cost = await poll(0);
		if (polls >= 60) requests += cost.requests / 30;
	}
	return Math.round(requests * 10) / 10;
}

async function backlog(total: Total, count: number): Promise<number> {
	const { account, poll } = await published(total, CUSTOMERS);
	account.now += 24 * HOUR;
	addCustomers(account, count, 23 * HOUR);
	let requests = 0;
	for (let items = 0; items < count; ) {
		const cost = await poll();
		expect(cost.items, 'A poll of a backlog that delivers less than it may').toBe(1000);
		requests += cost.requests;
		items += cost.items;
	}
	return requests;
}

async function atOnce(total: Total, count: number): Promise<number> {
	const { account, poll } = await published(total, CUSTOMERS);
	account.now += HOUR;
	addCustomers(account, count, HOUR / 2);
	const cost = await poll(0);
	expect(cost.items, 'All come with one poll').toBe(count);
	return cost.requests;
}

const situations: Cost[] = [
	{
		situation: 'Customers or live events, nothing new',
		unit: 'a poll',
		most: 1,
		measure: idle(CUSTOMERS),
	},
	...[10, 100, 1000].map((count) => ({
		situation: `${count.toLocaleString('en')} new customers at once`,
		unit: 'in one poll',
		most: Math.ceil(count / 50) + 1,
		// The page after the new customers shows that there are no more, and is checked as well.
		mostWithout: Math.ceil(count / 50) + 1 + Math.max(0, Math.ceil(count / 50) - 9),
		measure: async (total: Total) => await atOnce(total, count),
	})),
	...[100, 1000].map((count) => ({
		situation: `${count.toLocaleString('en')} new customers an hour`,
		unit: 'a poll, on average',
		most: 4,
		measure: async (total: Total) => await hourly(total, count),
	})),
	{
		situation: 'A backlog of 10,000 customers',
		unit: 'over 10 polls',
		// Each of two scans finds the oldest 5,000, and reads all newer ones.
		most: 310,
		mostWithout: 610,
		measure: async (total) => await backlog(total, 10_000),
	},
	{
		situation: 'Publishing, customers',
		unit: 'once',
		most: 4,
		async measure(total) {
			const quiet = await published(total, CUSTOMERS);
			const fill = (account: TriggerAccount) => addCustomers(account, 1000, HOUR);
			const busy = await published(total, CUSTOMERS, fill);
			return Math.max(quiet.publishing, busy.publishing);
		},
	},
	{
		situation: 'Videos, none waits',
		unit: 'a poll',
		most: 1,
		measure: idle({ events: ['uploadCompleted'] }, (account) => {
			for (let index = 0; index < 200; index++) {
				account.add('videos', { at: account.now - (index + 1) * HOUR });
			}
		}),
	},
	{
		situation: 'Videos: 100 older uploads unfinished',
		unit: 'a poll',
		most: 21,
		measure: idle({ events: ['videoPublished'] }, (account) => {
			for (let index = 0; index < 200; index++) {
				const availableFrom = index % 2 === 0 ? account.now + 9000 * HOUR : null;
				const status = index % 4 === 1 ? 'processing' : 'uploaded';
				account.add('videos', { at: account.now - (index + 1) * HOUR, availableFrom, status });
			}
		}),
	},
	{
		situation: 'Product added or removed, 500 customers',
		unit: 'a poll',
		most: 10,
		measure: idle({ events: ['productRemoved'], product: PRODUCTS[0] }),
	},
	{
		situation: 'Product added and removed in one trigger, 500 customers',
		unit: 'a poll',
		most: 10,
		measure: idle({ events: ['productAdded', 'productRemoved'], product: PRODUCTS[0] }),
	},
	{
		situation: 'Comments on all of 200 videos',
		unit: 'a poll',
		most: 50,
		measure: idle({ events: ['commentCreated'] }, (account) => {
			for (let index = 0; index < 200; index++) account.add('videos');
		}),
	},
];

/** Thousands of records in each situation: half a minute on a busy machine. */
const TIMEOUT = 120_000;

it(
	'docs/trigger-operations.md shows the requests that each situation costs, with and without a total',
	{ timeout: TIMEOUT },
	async () => {
		const rows: string[] = [];
		for (const { situation, unit, most, mostWithout = most, measure } of situations) {
			const listed = await measure('list');
			const unknown = await measure('absent');
			expect(listed, situation).toBeLessThanOrEqual(most);
			expect(unknown, `${situation}, without a total`).toBeLessThanOrEqual(mostWithout);
			rows.push(`| ${situation} | ${listed} | ${unknown} | ${unit} |`);
		}
		const table = [
			'| Situation | Requests, total known | without | |',
			'| --- | --- | --- | --- |',
			...rows,
		].join('\n');
		const text = readFileSync(page, 'utf8');
		const written = await format(text.replace(BETWEEN, `$1\n\n${table}\n\n$2`), {
			parser: 'markdown',
		});
		if (process.env.UPDATE_COSTS) writeFileSync(page, written);
		expect(text, 'UPDATE_COSTS=1 writes the table').toBe(written);
	},
);
