import { unlessCancelled } from './clock';

/** How a caller waits. */
export interface AcquireOptions {
	/** Groups take turns; each execution is a group. */
	group?: string;
	/** Whether the caller goes before the others of its group, because it has waited before. */
	isRetry?: boolean;
	signal?: AbortSignal | undefined;
}

/**
 * Allows `capacity` holders at once. Serves the groups of waiting callers round robin, and the callers of a group in order
 * of arrival: a group with one caller does not wait behind a group with thousands.
 */
export class Semaphore {
	private free: number;

	/** The functions that start the waiting callers. The next group comes first. */
	private readonly groups = new Map<string, Array<() => void>>();

	constructor(capacity: number) {
		this.free = capacity;
	}

	async runExclusive<T>(work: () => Promise<T>, options: AcquireOptions = {}): Promise<T> {
		await this.take(options);
		try {
			return await work();
		} finally {
			this.give();
		}
	}

	private async take({ group = '', isRetry, signal }: AcquireOptions): Promise<void> {
		if (this.free > 0) {
			this.free--;
			return;
		}
		const callers = this.groups.get(group) ?? [];
		this.groups.set(group, callers);
		let start = () => {};
		const started = new Promise<void>((resolve) => {
			start = resolve;
		});
		callers.splice(isRetry ? 0 : callers.length, 0, start);
		await unlessCancelled(started, signal).catch(async (error: unknown) => {
			const index = callers.indexOf(start);
			if (index >= 0) callers.splice(index, 1);
			// A slot that was given at the moment of the cancellation goes to the next caller.
			else this.give();
			return await Promise.reject(error);
		});
	}

	private give(): void {
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
