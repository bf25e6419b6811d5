import type { IDataObject } from 'n8n-workflow';

import { MAX_CONCURRENT_REQUESTS } from '../../shared/client/limiter';
import { mapConcurrent } from '../../shared/concurrency/batches';
import { without } from '../../shared/json';
import { Outage } from '../../shared/run/outage';
import type { ProgressLog } from '../../shared/run/summary';
import { productName } from './lookUp';
import {
	accessAfter,
	type Change,
	type FailedRow,
	isFailed,
	isWriting,
	type Person,
	personAfter,
	type AccessPlan,
	type Planner,
	postpone,
} from './plan';
import type { AccessRow } from './rows';

/** Carries out a change, and returns it as it was done. */
export type Write = (row: AccessRow, change: Change, planner: Planner) => Promise<Change>;

/** Returns a record that was read before a write, without what the write has changed: the products. */
export const withoutProducts = (record: IDataObject) => without(record, ['_embedded']);

interface Application {
	planner: Planner;
	write: Write;
	progress: ProgressLog;
}

/** Carries out a change, or predicts it. */
async function applyOne(
	row: AccessRow,
	change: Change,
	{ planner, write, progress, outage }: Application & { outage: Outage },
): Promise<Change> {
	if (!isWriting(change)) return change;
	if (row.isDry) return { ...change, productName: await productName(row) };
	try {
		if (row.stopTime.isOver()) return postpone(change);
		return await outage.attempt(async () => await write(row, change, planner));
	} finally {
		progress.advance();
	}
}

/** Carries out the changes of one person in turn, each planned on what the one before has left. */
async function applyInTurn(
	changes: AccessPlan,
	indexes: number[],
	application: Application & { outage: Outage },
): Promise<void> {
	let person: Person | undefined;
	let isPostponed = false;
	const failed: Array<FailedRow & { product?: string }> = [];
	for (const [turn, index] of indexes.entries()) {
		const planned = changes[index];
		if (!planned || isFailed(planned)) continue;
		const { row, current } = planned;
		const before = accessAfter(row, current, person);
		const next = turn === 0 ? planned.change : application.planner.plan(row, before);
		try {
			// What an earlier row has failed to do for the person, no later one does in its place.
			const earlier = failed.find(({ product = row.product }) => product === row.product);
			if (earlier) throw earlier.failure;
			const change: Change = isPostponed ? postpone(next) : await applyOne(row, next, application);
			isPostponed ||= change.outcome === 'postponed';
			changes[index] = { ...planned, change };
			person = personAfter(row, change, before, person);
		} catch (failure) {
			changes[index] = { row, failure };
			// Somebody who could not be created has no product.
			const isOfProduct = next.outcome !== 'created';
			failed.push({ row, failure, ...(isOfProduct && { product: row.product }) });
		}
	}
}

/**
 * Carries out the changes of a plan, or predicts those of a dry run.
 *
 * @returns the changes as they were done, in the order of the plan
 */
export async function applyAll(planned: AccessPlan, application: Application): Promise<AccessPlan> {
	const people = new Map<string, number[]>();
	for (const [index, change] of planned.entries()) {
		if (isFailed(change)) continue;
		const indexes = people.get(change.person);
		if (indexes) indexes.push(index);
		else people.set(change.person, [index]);
	}
	const changes = [...planned];
	const outage = new Outage();
	await mapConcurrent(
		[...people.values()],
		MAX_CONCURRENT_REQUESTS,
		async (indexes) => await applyInTurn(changes, indexes, { ...application, outage }),
	);
	return changes;
}
