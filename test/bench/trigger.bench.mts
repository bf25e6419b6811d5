import { LISTED_STATUSES } from '../../nodes/VideoSubscriptionTrigger/events/membership/statuses.ts';
import type { CustomerStatus } from '../service/records.mts';
import { PRODUCTS, SimulatedAccount, USUAL_QUIRKS } from '../trigger/account.mts';
import { Host } from '../trigger/host.mts';
import { defined } from '../kit/defined.mts';

/** One line of the table: a situation, and what it costs. */
interface Row {
	situation: string;
	polls: number;
	'requests, most in a poll': number;
	'requests, in all': number;
	'bound a poll': number | string;
	events: number;
	'state, most bytes': number;
}

const PAGE_SIZE = 50;
const start = Date.UTC(2026, 0, 1, 12);
let now = start;
const rows: Row[] = [];

function accountOf(customers: number): SimulatedAccount {
	now = start;
	const quirks = {
		now: () => now,
		pageSize: PAGE_SIZE,
		...USUAL_QUIRKS,
	} as const;
	return new SimulatedAccount(quirks, { customers });
}

/** Polls until so many events came, or so often, and notes what that cost. */
async function measure(
	situation: string,
	host: Host,
	until: { events: number } | { polls: number },
	bound: number | string,
): Promise<void> {
	const row: Row = {
		situation,
		polls: 0,
		'requests, most in a poll': 0,
		'requests, in all': 0,
		'bound a poll': bound,
		events: 0,
		'state, most bytes': 0,
	};
	const isDone = () => ('events' in until ? row.events >= until.events : row.polls >= until.polls);
	while (!isDone() && row.polls < 2000) {
		now += 60_000;
		row.events += (await host.poll()).length;
		row.polls++;
		row['requests, in all'] += host.requests;
		row['requests, most in a poll'] = Math.max(row['requests, most in a poll'], host.requests);
		row['state, most bytes'] = Math.max(row['state, most bytes'], host.stored.length);
	}
	const [error] = host.errors;
	if (error !== undefined) throw error instanceof Error ? error : new Error(String(error));
	rows.push(row);
}

/** Publishes, which happens once, and notes what that cost. */
async function publish(situation: string, host: Host): Promise<void> {
	await host.activate();
	rows.push({
		situation,
		polls: 1,
		'requests, most in a poll': host.requests,
		'requests, in all': host.requests,
		'bound a poll': '',
		events: 0,
		'state, most bytes': host.stored.length,
	});
}

async function customers(): Promise<void> {
	const account = accountOf(20_000);
	const host = new Host(account, { engine: 'durable', parameters: { event: 'customerCreated' } });
	await host.activate();
	await measure('customers: idle, 20,000 in the account', host, { polls: 10 }, 1);
	for (const count of [10, 1000, 100_000]) {
		now += 30 * 24 * 3_600_000;
		account.service.state.addCustomers(count, { createdAt: now, stepSeconds: 20 });
		const bound = Math.ceil(count / PAGE_SIZE) + 1;
		const situation = `customers: ${count.toLocaleString('en')} new`;
		await measure(situation, host, { events: count }, bound);
		await measure(`customers: idle after ${situation.slice(11)}`, host, { polls: 3 }, 1);
	}
}

async function statuses(): Promise<void> {
	const account = accountOf(50_000);
	const { state } = account.service;
	const host = new Host(account, {
		engine: 'durable',
		parameters: { event: 'customerStatusChanged' },
	});
	const count = (status: CustomerStatus) => state.customers.list({ status }, 'newest', 0, 1).total;
	const total = LISTED_STATUSES.reduce((sum, status) => sum + count(status), 0);
	await publish(`statuses: publishing, ${total.toLocaleString('en')} customers (once)`, host);
	await measure('statuses: idle', host, { polls: 30 }, 50);
	const enabled = state.customers.list({ status: 'enabled' }, 'newest', 0, 100).records;
	for (const { id } of enabled) state.setStatus(id, 'cancelled');
	await measure('statuses: 100 customers cancel', host, { events: 100 }, 50);
	for (const { id } of enabled) state.setStatus(id, 'enabled');
	await measure('statuses: the 100 are enabled again', host, { events: 100 }, 50);
}

async function liveEvents(): Promise<void> {
	const account = accountOf(0);
	for (let index = 0; index < 20_000; index++) account.addLiveEvent(now - index * 60_000);
	const host = new Host(account, {
		parameters: { event: 'liveEventCreated', product: PRODUCTS[0] },
	});
	await host.activate();
	await measure('live events: idle, 20,000 of the product', host, { polls: 10 }, 1);
	for (let index = 0; index < 1000; index++) account.addLiveEvent((now += 1000));
	await measure('live events: 1,000 new', host, { events: 1000 }, 21);
}

async function uploads(): Promise<void> {
	const account = accountOf(0);
	for (let index = 0; index < 20_000; index++) account.addVideo('uploaded', now - index * 60_000);
	const host = new Host(account, { parameters: { event: 'uploadCompleted' } });
	await publish('uploads: publishing, 20,000 videos (once)', host);
	await measure('uploads: idle, 20,000 videos, none pending', host, { polls: 10 }, 2);
	const ids = Array.from({ length: 400 }, () => account.addVideo('processing', (now += 1000)));
	await measure('uploads: 400 videos appear and are processed', host, { polls: 5 }, '');
	for (const id of ids) account.setVideoStatus(id, 'uploaded');
	await measure('uploads: all 400 are completed', host, { events: 400 }, '');
}

async function published(): Promise<void> {
	const account = accountOf(0);
	const host = new Host(account, { engine: 'durable', parameters: { event: 'videoPublished' } });
	for (let index = 0; index < 20_000; index++) account.addVideo('uploaded', now - index * 60_000);
	for (let index = 0; index < 1000; index++) {
		const availability = { from: now + (index + 60) * 60_000, until: null };
		account.addVideo('uploaded', now - index * 3_600_000, availability);
	}
	await host.activate();
	await measure('published: 1,000 of 21,000 videos scheduled, none due', host, { polls: 50 }, '');
	await measure('published: one a minute', host, { events: 1000 }, '');
}

async function comments(): Promise<void> {
	const account = accountOf(0);
	const videos = Array.from({ length: 20_000 }, (_, index) =>
		account.addVideo('uploaded', now - index * 60_000),
	);
	const host = new Host(account, { engine: 'durable', parameters: { event: 'commentCreated' } });
	await host.activate();
	await measure('comments: 20,000 videos, none new', host, { polls: 10 }, 50);
	for (let index = 0; index < 1000; index++)
		account.addComment(defined(videos[index * 20]), (now += 1000));
	await measure('comments: 1,000 new ones on 1,000 of 20,000 videos', host, { events: 1000 }, 50);
}

await customers();
await statuses();
await liveEvents();
await uploads();
await published();
await comments();
console.table(rows);
