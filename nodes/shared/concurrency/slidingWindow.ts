import { clock, wait } from './clock';
import { Semaphore, type Turn } from './semaphore';

/** At most `count` within any `windowMs`, as one process can see to it. */
export class SlidingWindow {
	/** When the latest were begun, the oldest of them first. Milliseconds of the monotonic clock. */
	private begun: number[] = [];

	private readonly turn = new Semaphore(1);

	constructor(
		private readonly count: number,
		private readonly windowMs: number,
	) {}

	/** Resolves when the next one may begin; `paused` waits as long as nothing may begin at all. */
	async next(paused: () => Promise<void>, turn: Turn = {}): Promise<void> {
		const begin = async () => {
			const [oldest = 0] = this.begun;
			if (this.begun.length === this.count) {
				await wait(oldest + this.windowMs - clock.monotonic(), turn.signal);
			}
			await paused();
			this.begun = [...this.begun, clock.monotonic()].slice(-this.count);
		};
		await this.turn.hold(begin, turn);
	}
}
