import { type IExecuteSingleFunctions, UserError } from 'n8n-workflow';

import { cancelSignal } from '../client/context';
import { isUnanswered } from '../client/errors';
import { MAX_CONCURRENT_REQUESTS } from '../client/limiter';
import { Semaphore } from '../concurrency/semaphore';

/** The number of rows in a row without an answer after which the rest of a run is not tried. */
const MAX_UNANSWERED_ROWS = 20;

/** The failure of a row that was not tried because the service did not answer the rows before it. */
export class NotTriedError extends UserError {
	constructor() {
		super('This row was not tried: the service did not answer the rows before it', {
			description:
				'Nothing was changed for this row. Run this again once the service answers, which is safe.',
		});
	}
}

/** Ends the attempts of a run once the service has not answered {@link MAX_UNANSWERED_ROWS} of its rows in a row. */
export class Outage {
	private unanswered = 0;

	/**
	 * Does the work of a row.
	 *
	 * @throws NotTriedError in place of doing it when the service has not answered the rows before
	 */
	async attempt<T>(work: () => Promise<T>): Promise<T> {
		if (this.unanswered >= MAX_UNANSWERED_ROWS) throw new NotTriedError();
		return await work().then(
			(result) => {
				this.count(true);
				return result;
			},
			async (failure: unknown) => {
				this.count(!isUnanswered(failure));
				return await Promise.reject(failure);
			},
		);
	}

	/** Counts a row. Rows that were under way when the run was given up do not resume it. */
	private count(isAnswered: boolean): void {
		if (this.unanswered >= MAX_UNANSWERED_ROWS) return;
		this.unanswered = isAnswered ? 0 : this.unanswered + 1;
	}
}

interface ItemRun {
	outage: Outage;
	slots: Semaphore;
	/** The indexes of the items that have begun. */
	begun: Set<number>;
}

/** The runs of operations that n8n calls for each item, by the data that it gives to all items of a run. */
const itemRuns = new WeakMap<object, ItemRun>();

/** Returns the run of an item. A retry of the node begins an item again, and has another run than the first attempt. */
function runOf(context: IExecuteSingleFunctions): ItemRun {
	const key = context.getExecuteData();
	const item = context.getItemIndex();
	const known = itemRuns.get(key);
	const run =
		known && !known.begun.has(item)
			? known
			: {
					outage: new Outage(),
					slots: new Semaphore(MAX_CONCURRENT_REQUESTS),
					begun: new Set<number>(),
				};
	run.begun.add(item);
	itemRuns.set(key, run);
	return run;
}

/** Does the work of an item like {@link Outage.attempt}. n8n begins all items of a run at once, so that they wait here. */
export async function attemptItem<T>(
	context: IExecuteSingleFunctions,
	work: () => Promise<T>,
): Promise<T> {
	const { outage, slots } = runOf(context);
	const free = await slots.acquire('', cancelSignal(context));
	try {
		return await outage.attempt(work);
	} finally {
		free();
	}
}
