import { MAX_CONCURRENT_REQUESTS } from '../client/limiter';
import { Semaphore } from '../concurrency/semaphore';
import type { ProgressLog } from './report';
import type { StopTime } from './stopAfter';

/** One change of a plan. */
interface Change<Result> {
	apply: () => Promise<Result>;
	/** Returns the result of a change that has not begun when the time is over. */
	postpone: () => Result;
}

/** Applies the changes of a run, several at once. Those that have not begun when the time is over are postponed. */
export class ChangeQueue {
	private readonly turns = new Semaphore(MAX_CONCURRENT_REQUESTS);

	constructor(private readonly progress: ProgressLog) {}

	async run<Result>({ apply, postpone }: Change<Result>, stopTime: StopTime): Promise<Result> {
		return await this.turns.runExclusive(async () => {
			try {
				return stopTime.isOver ? postpone() : await apply();
			} finally {
				this.progress.advance();
			}
		});
	}
}
