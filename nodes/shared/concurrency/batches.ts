import { clock } from './clock';

/** Maximum time without yielding. n8n needs several turns of the event loop to answer a request. */
const LONGEST_TURN_MS = 20;

/** Maps values one after the other, and yields to the event loop now and then. */
export async function mapYielding<T, R>(values: T[], step: (value: T) => R): Promise<R[]> {
	const results: R[] = [];
	let turnBegan = clock.monotonic();
	for (const value of values) {
		if (clock.monotonic() - turnBegan >= LONGEST_TURN_MS) {
			await clock.sleep(0);
			turnBegan = clock.monotonic();
		}
		results.push(step(value));
	}
	return results;
}

/** Waits until all promises are settled, then returns their values or throws the first failure. */
export async function settleAll<T>(all: Array<Promise<T>>): Promise<T[]> {
	await Promise.allSettled(all);
	return await Promise.all(all);
}
