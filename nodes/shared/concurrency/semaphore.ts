import { unlessCancelled } from './clock';
import { FairQueue } from './fairQueue';

/** Allows `capacity` holders at once. Serves waiting callers as a {@link FairQueue} does. */
export class Semaphore {
	private free: number;

	/** The functions that start the waiting callers. */
	private readonly queue = new FairQueue<() => void>();

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
		let start = () => {};
		const started = new Promise<void>((resolve) => {
			start = resolve;
		});
		this.queue.add(group, start);
		await unlessCancelled(started, signal).catch((error: unknown) => {
			const [waiting] = this.queue.removeIf((caller) => caller === start);
			// A slot that was given at the moment of the cancellation goes to the next caller.
			if (!waiting) this.release();
			throw error;
		});
	}

	private release(): void {
		const start = this.queue.shift();
		if (start) start();
		else this.free++;
	}
}
