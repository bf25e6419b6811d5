import { unlessCancelled } from './clock';

/** How a caller waits. */
export interface AcquireOptions {
	/** Groups take turns; each execution is a group. */
	group?: string;
	/** Whether the caller goes before the others of its group, because it has waited before. */
	isRetry?: boolean;
	signal?: AbortSignal | undefined;
}

/** Allows `capacity` holders at once. The others wait in a fair queue. */
export class Semaphore {
	private free: number;

	private readonly waiting = new FairQueue<() => void>();

	constructor(capacity: number) {
		this.free = capacity;
	}

	async runExclusive<T>(work: () => Promise<T>, turn: AcquireOptions = {}): Promise<T> {
		await this.take(turn);
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
		let step = () => {};
		const turn = new Promise<void>((resolve) => {
			step = resolve;
		});
		this.waiting.add(group, step, isRetry);
		await unlessCancelled(turn, signal).catch(async (error: unknown) => {
			// A slot that was given at the moment of the cancellation goes to the next caller.
			if (!this.waiting.remove(group, step)) this.give();
			return await Promise.reject(error);
		});
	}

	private give(): void {
		const next = this.waiting.take();
		if (next) next();
		else this.free++;
	}
}

/**
 * A queue that serves its groups round robin, and the entries of a group in order of arrival: a group with one entry does
 * not wait behind a group with thousands.
 */
export class FairQueue<T> {
	/** The next group comes first. */
	private readonly groups = new Map<string, T[]>();

	add(group: string, entry: T, isFirst = false): void {
		const entries = this.groups.get(group);
		if (!entries) this.groups.set(group, [entry]);
		else if (isFirst) entries.unshift(entry);
		else entries.push(entry);
	}

	take(): T | undefined {
		const [next] = this.groups;
		if (!next) return undefined;
		const [group, entries] = next;
		const entry = entries.shift();
		this.groups.delete(group);
		if (entries.length > 0) this.groups.set(group, entries);
		return entry;
	}

	remove(group: string, entry: T): boolean {
		const entries = this.groups.get(group) ?? [];
		const index = entries.indexOf(entry);
		if (index < 0) return false;
		entries.splice(index, 1);
		if (entries.length === 0) this.groups.delete(group);
		return true;
	}
}
