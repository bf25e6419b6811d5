import type { INode } from 'n8n-workflow';

import { readExample } from '../../../scripts/lib/examples.mts';
import { only } from '../../kit/defined.mts';
import type { Sent } from './engine.mts';
import { ExampleWorld, type WorldOptions } from './world.mts';

/** What one run of an example did. */
export interface Played {
	sent: Sent[];
	/** The requests of this run that changed something in the service. */
	writes: string[];
	/** The number of requests to the service in this run. */
	asked: number;
	/** Whether n8n shows one of its executions as failed. */
	hasFailed: boolean;
	error: string | undefined;
	/** The addresses of customers, and of people in rows and calls. */
	addresses: Set<string>;
}

/**
 * Runs an example several times with what its triggers found.
 * @param before called before each run with its number, from 0
 */
export async function playTimes(
	name: string,
	options: WorldOptions,
	times: number,
	before: (world: ExampleWorld, run: number) => void = () => {},
): Promise<Played[]> {
	return await ExampleWorld.with(name, options, async (world) => {
		const batches = await world.start();
		const outcomes: Played[] = [];
		for (let run = 0; run < times; run += 1) {
			before(world, run);
			const [sent, writes, asked] = [world.sent.length, world.writes.length, world.asked];
			const error = await world.run(batches);
			outcomes.push({
				sent: world.sent.slice(sent),
				writes: world.writes.slice(writes),
				asked: world.asked - asked,
				hasFailed: error !== undefined,
				error,
				addresses: world.addresses,
			});
		}
		return outcomes;
	});
}

/** Runs an example once. */
export const play = async (name: string, options: WorldOptions): Promise<Played> =>
	only(await playTimes(name, options, 1));

/** Calls a function once, and returns its result every time. */
export function once<T>(call: () => T): () => T {
	let made: { result: T } | undefined;
	return () => (made ??= { result: call() }).result;
}

export const isOfType =
	(...types: string[]) =>
	({ type }: INode): boolean =>
		types.some((name) => type.endsWith(`.${name}`));

const isEvent = isOfType('videoSubscriptionTrigger', 'stripeTrigger', 'webhook');

/** Whether the same start again is the same event, and not another look at what there is. */
export const startsWithEvents = (example: string): boolean =>
	readExample(example).nodes.some(isEvent);
