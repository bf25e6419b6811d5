import { Semaphore, settleAll } from '../concurrency/concurrency';
import type { Progress } from './report';
import type { StopTime } from './stopAfter';

/** Maximum number of changes applied concurrently. Requests have another limit. */
const CHANGES_AT_ONCE = 20;

/** One change of a plan. */
export interface Change<Result> {
	apply: () => Promise<Result>;
	/** Returns the result of a change that has not begun when the time is over. */
	postpone: () => Result;
}

/**
 * Applies changes, several at once. Those that have not begun when the time is over are postponed. Waits for all that have
 * begun, then throws the first failure.
 */
export async function applyChanges<Result>(
	changes: Array<Change<Result>>,
	stopTime: StopTime,
	progress: Progress,
): Promise<Result[]> {
	const turns = new Semaphore(CHANGES_AT_ONCE);
	return await settleAll(
		changes.map(async ({ apply, postpone }) => {
			return await turns.runExclusive(async () => {
				const result = stopTime.isOver ? postpone() : await apply();
				progress.advance();
				return result;
			});
		}),
	);
}
