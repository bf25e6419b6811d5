import { unlessCancelled } from './clock';

/** When the last work begun for a key, and all before it, has settled. */
const settled = new Map<string, Promise<unknown>>();

/** Does the works for one key one after the other, in the order of asking, of all executions in this process. */
export async function withKeyedMutex<T>(
	key: string,
	work: () => Promise<T>,
	signal?: AbortSignal,
): Promise<T> {
	const before = settled.get(key) ?? Promise.resolve();
	const mine = unlessCancelled(before, signal).then(work);
	// One that was cancelled in the line does not let the next one overtake those before it.
	const both = Promise.allSettled([before, mine]);
	settled.set(key, both);
	try {
		return await mine;
	} finally {
		if (settled.get(key) === both) settled.delete(key);
	}
}
