import { unlessCancelled } from './clock';

/** At most `capacity` holders at once; the others wait in line. */
export class Semaphore {
	private free: number;

	private readonly line: Array<() => void> = [];

	constructor(capacity: number) {
		this.free = capacity;
	}

	async hold<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		await this.take(signal);
		try {
			return await work();
		} finally {
			this.give();
		}
	}

	private async take(signal?: AbortSignal): Promise<void> {
		if (this.free > 0) {
			this.free--;
			return;
		}
		let step = () => {};
		const turn = new Promise<void>((resolve) => {
			step = resolve;
		});
		this.line.push(step);
		await unlessCancelled(turn, signal).catch(async (error: Error) => {
			const place = this.line.indexOf(step);
			// A turn that came together with the cancellation goes to the next in line.
			if (place < 0) this.give();
			else this.line.splice(place, 1);
			return await Promise.reject(error);
		});
	}

	private give(): void {
		const next = this.line.shift();
		if (next) next();
		else this.free++;
	}
}
