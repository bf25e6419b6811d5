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

/**
 * Maps values with at most `limit` of them under way at a time, begun in their order, and yields to the event loop now and
 * then. No promise waits for a value that has not begun.
 */
export async function mapConcurrent<T, R>(
	values: T[],
	limit: number,
	work: (value: T) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	const entries = values.entries();
	let turnBegan = clock.monotonic();
	const takeEntries = async () => {
		for (const [index, value] of entries) {
			if (clock.monotonic() - turnBegan >= LONGEST_TURN_MS) {
				await clock.sleep(0);
				turnBegan = clock.monotonic();
			}
			results[index] = await work(value);
		}
	};
	await settleAll(Array.from({ length: Math.min(limit, values.length) }, takeEntries));
	return results;
}
