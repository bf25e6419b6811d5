import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type * as SendModule from '../../../../nodes/shared/client/sender';
import { built } from '../../../kit/built.mts';
import { itemContext } from '../../../kit/itemContext.mts';
import { seeded, VirtualTime } from '../../../kit/time.mts';

const { send } = built<typeof SendModule>('shared/client/sender');

const CREATIONS = 600;
const PER_SECOND = 5;
const START = Date.parse('2026-03-01T12:00:00Z');

let run = 0;

interface Service {
	/** Returns the latency of one direction, in milliseconds. */
	way: () => number;
	/** Whether a refused request counts against the limit, which is not documented. */
	countsRefused?: boolean;
	/** Whether requests are counted by calendar second instead of a sliding window. */
	isFixed?: boolean;
}

/** Simulates a service that accepts 5 creations a second, behind a connection with latency. */
class Network {
	refused = 0;

	created = 0;

	private arrivals: number[] = [];

	constructor(
		private readonly time: VirtualTime,
		private readonly service: Service,
	) {}

	private get isFull(): boolean {
		const { now } = this.time;
		const { isFixed = false } = this.service;
		this.arrivals = this.arrivals.filter((at) =>
			isFixed ? Math.floor(at / 1_000) === Math.floor(now / 1_000) : at > now - 1_000,
		);
		return this.arrivals.length >= PER_SECOND;
	}

	async request(): Promise<unknown> {
		await this.time.sleep(this.service.way());
		const { isFull } = this;
		if (!isFull || this.service.countsRefused) this.arrivals.push(this.time.now);
		if (isFull) this.refused++;
		else this.created++;
		await this.time.sleep(this.service.way());
		const headers = isFull ? { 'retry-after': '1' } : {};
		return { statusCode: isFull ? 429 : 201, headers, body: JSON.stringify({ id: this.created }) };
	}
}

function contextOf(network: Network, worker: number): IExecuteSingleFunctions {
	const httpRequestWithAuthentication = async () => await network.request();
	return itemContext({ account: `${run} ${worker}`, helpers: { httpRequestWithAuthentication } });
}

const options: IHttpRequestOptions = {
	method: 'POST',
	baseURL: 'https://svc.test',
	url: '/customers',
	body: {},
};

/** Measures the duration of all creations, as a multiple of the minimum that the limit allows. */
async function measure(workers: number, service: (random: () => number) => Service, seed: number) {
	run++;
	const random = seeded(seed);
	const time = new VirtualTime(START, random);
	const network = new Network(time, service(random));
	const creations = Array.from({ length: CREATIONS }, async (_, index) => {
		const context = contextOf(network, index % workers);
		await send(context, { options, createsCustomer: true, needsRecord: 'id' });
	});
	await time.until(Promise.all(creations));
	const ratio = time.now / 1_000 / (CREATIONS / PER_SECOND);
	return { ratio, refused: network.refused, created: network.created };
}

const between = (least: number, most: number, random: () => number) => () =>
	least + random() * (most - least);

const SEEDS = [1, 2, 3, 4, 5];

describe('600 creations by one worker all succeed within 1.05 of the limit', () => {
	const ways: Array<[string, (random: () => number) => () => number]> = [
		['a latency of 25 to 75 ms in total', (random) => between(12.5, 37.5, random)],
		[
			'a latency of 25 to 75 ms for requests only',
			(random) => {
				let count = 0;
				return () => (count++ % 2 === 0 ? between(25, 75, random)() : 0);
			},
		],
		['a latency of 25 to 75 ms each way', (random) => between(25, 75, random)],
	];
	const cases = ways.flatMap(([name, way]) => SEEDS.map((seed) => [name, seed, way] as const));
	it.each(cases)('with %s (seed %i)', async (_, seed, way) => {
		const { ratio, refused, created } = await measure(1, (random) => ({ way: way(random) }), seed);
		expect(created).toBe(CREATIONS);
		expect(refused).toBeLessThan(CREATIONS / 100);
		expect(ratio).toBeLessThanOrEqual(1.05);
	});
});

describe('600 creations by two independent workers all succeed', () => {
	const services: Array<[string, Partial<Service>]> = [
		['a sliding window', {}],
		['a sliding window that counts refused requests', { countsRefused: true }],
		['a count by calendar second', { isFixed: true }],
	];
	const cases = services.flatMap(([name, service]) =>
		SEEDS.map((seed) => [name, seed, service] as const),
	);
	it.each(cases)('within 1.25 of the limit: %s (seed %i)', async (_, seed, service) => {
		const each = (random: () => number) => ({ way: between(15, 35, random), ...service });
		const { ratio, created } = await measure(2, each, seed);
		expect(created).toBe(CREATIONS);
		expect(ratio).toBeLessThanOrEqual(1.25);
	});
});
