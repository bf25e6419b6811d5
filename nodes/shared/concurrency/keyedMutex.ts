import { unlessCancelled } from './clock';

/** By key: settles after all work that has been started for the key. */
const settled = new Map<string, Promise<unknown>>();

/** Runs the work for one key one at a time, in the order of the calls, across all executions of this process. */
export async function withKeyedMutex<T>(
	key: string,
	work: () => Promise<T>,
	signal?: AbortSignal,
): Promise<T> {
	const before = settled.get(key) ?? Promise.resolve();
	const mine = unlessCancelled(before, signal).then(work);
	// Also after a cancelled wait, later work waits for the work before it.
	const allSoFar = Promise.allSettled([before, mine]);
	settled.set(key, allSoFar);
	try {
		return await mine;
	} finally {
		if (settled.get(key) === allSoFar) settled.delete(key);
	}
}

/** Runs the work once each of its keys is free. All callers wait for keys in the same order, so that none waits for ever. */
export async function withKeyedMutexes<T>(
	keys: string[],
	work: () => Promise<T>,
	signal?: AbortSignal,
): Promise<T> {
	const inOrder = [...new Set(keys)].sort();
	const locked = inOrder.reduceRight(
		(inner, key) => async () => await withKeyedMutex(key, inner, signal),
		work,
	);
	return await locked();
}
