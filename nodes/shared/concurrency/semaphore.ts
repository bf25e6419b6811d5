import { unlessCancelled } from './clock';

/**
 * Allows `capacity` holders at once. Serves the groups of waiting callers in turn, and the callers of a group in order of
 * arrival: a group with one caller does not wait behind a group with thousands.
 */
export class Semaphore {
	private free: number;

	/** The functions that start the waiting callers. The next group comes first. */
	private readonly groups = new Map<string, Array<() => void>>();

	constructor(capacity: number) {
		this.free = capacity;
	}

	/** Waits for a slot. Returns the function that frees it. */
	async acquire(group = '', signal?: AbortSignal): Promise<() => void> {
		if (this.free > 0) this.free--;
		else await this.turn(group, signal);
		return () => this.release();
	}

	private async turn(group: string, signal: AbortSignal | undefined): Promise<void> {
		const callers = this.groups.get(group) ?? [];
		this.groups.set(group, callers);
		let start = () => {};
		const started = new Promise<void>((resolve) => {
			start = resolve;
		});
		callers.push(start);
		await unlessCancelled(started, signal).catch((error: unknown) => {
			const index = callers.indexOf(start);
			if (index >= 0) callers.splice(index, 1);
			// A slot that was given at the moment of the cancellation goes to the next caller.
			else this.release();
			throw error;
		});
	}

	private release(): void {
		for (const [group, callers] of this.groups) {
			const start = callers.shift();
			this.groups.delete(group);
			if (callers.length > 0) this.groups.set(group, callers);
			if (start) {
				start();
				return;
			}
		}
		this.free++;
	}
}
