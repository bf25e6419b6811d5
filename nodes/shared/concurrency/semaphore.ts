import { unlessCancelled } from './clock';
import { FairQueue } from './fairQueue';

/** Who waits, and how. */
export interface Turn {
	/** Groups take turns; an execution is one. */
	group?: string;
	/** Whether it goes before the others of its group: it has waited before. */
	isRetry?: boolean;
	signal?: AbortSignal | undefined;
}

/** At most `capacity` holders at once; the others wait, and take turns by group. */
export class Semaphore {
	private free: number;

	private readonly waiting = new FairQueue<() => void>();

	constructor(capacity: number) {
		this.free = capacity;
	}

	async hold<T>(work: () => Promise<T>, turn: Turn = {}): Promise<T> {
		await this.take(turn);
		try {
			return await work();
		} finally {
			this.give();
		}
	}

	private async take({ group = '', isRetry, signal }: Turn): Promise<void> {
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
			// A turn that came together with the cancellation goes to the next one.
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
