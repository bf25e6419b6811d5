import type { IDataObject, INodeType } from 'n8n-workflow';

import { LightAccount } from './account.mts';
import { Host } from './host.mts';

/** What the saved state may take. */
const LIMIT_BYTES = 64 * 1024;

interface Extreme {
	name: string;
	parameters: IDataObject;
	/** Fills the account, at a moment of its clock. */
	fill(account: LightAccount, now: () => number): void;
	polls: number;
	/** How many events must come in the end, each once; undefined where some stay open. */
	events?: number;
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
		name: '12,000 comments on 40 videos',
		parameters: { event: 'commentCreated', options: { commentRequests: 100 } },
		fill(account, now) {
			const videos = Array.from({ length: 40 }, () => account.addVideo('uploaded', now()));
			for (let index = 0; index < 12_000; index++) {
				account.addComment(videos[index % 40], now() + Math.floor(index / 40) * 91_000);
			}
		},
		polls: 25,
	},
];

/** @throws Error when the state outgrows its limit, or events are lost or come twice */
export async function checkExtreme(extreme: Extreme, node?: INodeType): Promise<void> {
	const time = Date.UTC(2026, 0, 1);
	const account = new LightAccount({
		now: () => time,
		pageSize: 50,
		ties: 'descending',
		isPageMixed: false,
		hasTotal: true,
		replies: 'inside',
		commentOrder: 'newest',
	});
	const host = new Host(account, { engine: 'durable', parameters: extreme.parameters, node });
	await host.activate();
	extreme.fill(account, () => time);
	for (let poll = 0; poll < extreme.polls; poll++) {
		await host.poll();
		const bytes = Buffer.byteLength(host.stored);
		if (bytes >= LIMIT_BYTES) throw new Error(`The state takes ${bytes} bytes`);
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
