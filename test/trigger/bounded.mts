import type { IDataObject, INodeType } from 'n8n-workflow';

import { LightAccount, USUAL_QUIRKS } from './account.mts';
import { Host } from './host.mts';
import { picked } from '../kit/defined.mts';

/** What the saved state may take. */
const LIMIT_BYTES = 64 * 1024;

interface Extreme {
	name: string;
	parameters: IDataObject;
	/** Fills the account before the trigger begins. */
	prepare?(account: LightAccount, now: () => number): void;
	/** Fills the account, at a moment of its clock. */
	fill(account: LightAccount, now: () => number): void;
	polls: number;
	/** How much time passes from poll to poll; none unless told. */
	stepMs?: number;
	/** How many events must come in the end, each once; undefined where some stay open. */
	events?: number;
}

/** Numbers below 1 that look random, always the same: a regular pattern would compress too well. */
function* randomly(): Generator<number, never> {
	for (let state = 20_261_121; ; state = (state * 48_271) % 2_147_483_647)
		yield state / 2_147_483_647;
}

const random = randomly();

/** Customers in the two lists, with gaps of about twenty between their ids. */
function addLapsed(account: LightAccount, count: number, now: number): void {
	for (let index = 0; index < count; index++) {
		for (let skipped = Math.floor(random.next().value * 41); skipped > 0; skipped--)
			account.skipId();
		account.addCustomer(now, [random.next().value < 1 / 3 ? 'cancelled' : 'expired']);
	}
}

/** Ids with gaps, so that they cannot be kept as ranges. */
export const extremes: Extreme[] = [
	{
		name: '30,000 new customers, each in its own second',
		parameters: { event: 'customerCreated' },
		fill(account, now) {
			for (let index = 0; index < 30_000; index++) account.addCustomer(now() + index * 37_000);
		},
		polls: 35,
		events: 30_000,
	},
	{
		name: '30,000 new customers in one second',
		parameters: { event: 'customerCreated' },
		fill(account, now) {
			for (let index = 0; index < 30_000; index++) account.addCustomer(now());
		},
		polls: 35,
		events: 30_000,
	},
	{
		name: '20,000 videos without a status',
		parameters: { event: 'uploadCompleted' },
		fill(account, now) {
			for (let index = 0; index < 20_000; index++) account.addVideo(null, now() + index * 1000);
		},
		polls: 25,
	},
	{
		name: '20,000 scheduled videos, five published from poll to poll',
		parameters: { event: 'videoPublished' },
		fill(account, now) {
			for (let index = 0; index < 20_000; index++) {
				const from = now() + ((index * 7919) % 20_000) * 5_000_000;
				account.addVideo('uploaded', now() + index * 1000, { from, until: null });
			}
		},
		polls: 300,
		stepMs: 25_000_000,
		events: 1501,
	},
	{
		name: '30,000 customers with a status, and 5,000 who come to it',
		parameters: {
			event: 'customerStatusChanged',
			statuses: ['cancelled', 'expired'],
			options: { requestsPerPoll: 200 },
		},
		prepare: (account, now) => addLapsed(account, 30_000, now()),
		fill: (account, now) => addLapsed(account, 5_000, now()),
		polls: 15,
		events: 5_000,
	},
	{
		name: '12,000 comments on 40 videos',
		parameters: { event: 'commentCreated', options: { requestsPerPoll: 100 } },
		fill(account, now) {
			const videos = Array.from({ length: 40 }, () => account.addVideo('uploaded', now()));
			for (let index = 0; index < 12_000; index++) {
				account.addComment(picked(videos, index), now() + Math.floor(index / 40) * 91_000);
			}
		},
		polls: 25,
	},
];

function accountAt(now: () => number): LightAccount {
	return new LightAccount({
		now,
		pageSize: 50,
		...USUAL_QUIRKS,
	});
}

function checkSize({ stored }: Host): void {
	const bytes = Buffer.byteLength(stored);
	if (bytes >= LIMIT_BYTES) throw new Error(`The state takes ${bytes} bytes`);
}

/** @throws Error when the state outgrows its limit, or events are lost or come twice */
export async function checkExtreme(extreme: Extreme, node?: INodeType): Promise<void> {
	let time = Date.UTC(2026, 0, 1);
	const account = accountAt(() => time);
	const host = new Host(account, {
		engine: 'durable',
		parameters: extreme.parameters,
		...(node && { node }),
	});
	extreme.prepare?.(account, () => time);
	await host.activate();
	await host.poll();
	time += 1000;
	extreme.fill(account, () => time);
	for (let poll = 0; poll < extreme.polls; poll++) {
		time += extreme.stepMs ?? 0;
		await host.poll();
		checkSize(host);
	}
	const [error] = host.errors;
	if (error) throw error;
	const { delivered } = host;
	if (extreme.events !== undefined && new Set(delivered).size !== extreme.events) {
		throw new Error(`${new Set(delivered).size} events came instead of ${extreme.events}`);
	}
	if (extreme.events !== undefined && delivered.length !== extreme.events) {
		throw new Error(`${delivered.length - extreme.events} events came again`);
	}
}

const TOO_MANY = /^More customers have the chosen statuses/;

async function refusal(work: Promise<unknown>): Promise<string> {
	return await work.then(
		() => '',
		(error: Error) => error.message,
	);
}

/** @throws Error unless more customers than can be remembered are refused, at the beginning and later */
export async function checkTooMany(node?: INodeType): Promise<void> {
	const account = accountAt(() => Date.UTC(2026, 0, 1));
	const parameters = {
		event: 'customerStatusChanged',
		statuses: ['cancelled', 'expired'],
		options: { requestsPerPoll: 5000 },
	};
	const hostOf = () => new Host(account, { engine: 'durable', parameters, ...(node && { node }) });
	addLapsed(account, 35_000, 0);
	const host = hostOf();
	await host.activate();
	await host.poll();
	addLapsed(account, 45_000, 0);
	const { delivered } = host;
	while (host.errors.length === 0) {
		if (host.delivered.length - delivered.length >= 45_000) throw new Error('Nothing was refused');
		await host.poll();
		checkSize(host);
	}
	const { stored } = host;
	await host.poll();
	for (const { message } of host.errors) if (!TOO_MANY.test(message)) throw new Error(message);
	if (host.stored !== stored) throw new Error('A poll that failed wrote state');
	if (!TOO_MANY.test(await refusal(hostOf().activate()))) throw new Error('It began nevertheless');
}
