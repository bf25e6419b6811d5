import { clock } from './clock';

/** Maximum time without yielding. n8n needs several turns of the event loop to answer a request. */
const MAX_TURN_MS = 20;

/**
 * Returns a function that yields to the event loop when it has not done so for too long. All who call it meanwhile wait for
 * the same timer: Node.js runs timers that are due one after the other, so one for each would be due again before n8n gets
 * its turn.
 */
function turns(): () => Promise<void> {
	let turnBegan = clock.monotonic();
	let pause: Promise<void> | undefined;
	const yieldOnce = async () => {
		await clock.sleep(0);
		turnBegan = clock.monotonic();
		pause = undefined;
	};
	return async () => {
		if (clock.monotonic() - turnBegan >= MAX_TURN_MS) await (pause ??= yieldOnce());
	};
}

/** Maps values one after the other, and yields to the event loop now and then. */
export async function mapYielding<T, R>(values: T[], step: (value: T) => R): Promise<R[]> {
	const results: R[] = [];
	const yieldIfDue = turns();
	for (const value of values) {
		await yieldIfDue();
		results.push(step(value));
	}
	return results;
}

/**
 * Maps values with `atOnce` steps under way at most, which begin in the order of the values, and yields to the event loop
 * now and then. After a failure no more steps begin. It is thrown when all that began have settled.
 *
 * @example await mapConcurrent(rows, 20, async (row) => await apply(row))
 */
export async function mapConcurrent<T, R>(
	values: T[],
	atOnce: number,
	step: (value: T) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	const queue = values.entries();
	const yieldIfDue = turns();
	let hasFailed = false;
	const work = async () => {
		for (const [index, value] of queue) {
			await yieldIfDue();
			if (hasFailed) return;
			const stepped = step(value);
			stepped.catch(() => {
				hasFailed = true;
			});
			results[index] = await stepped;
		}
	};
	await settleAll(Array.from({ length: Math.min(atOnce, values.length) }, work));
	return results;
}

/** Waits until all promises are settled, then returns their values or throws the first failure. */
export async function settleAll<T>(all: Array<Promise<T>>): Promise<T[]> {
	await Promise.allSettled(all);
	return await Promise.all(all);
}
