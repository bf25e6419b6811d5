import type { IDataObject } from 'n8n-workflow';

import { MAX_CONCURRENT_REQUESTS } from '../../shared/client/limiter';
import { mapConcurrent } from '../../shared/concurrency/mapConcurrent';
import { groupBy } from '../../shared/data/groupBy';
import { without } from '../../shared/data/json';
import type { ProgressLog } from '../../shared/run/progressLog';
import { type Change, isWriting } from './plan';
import { productName } from './productName';
import type { RowScope, ScopeOf } from './rows';

/** A change as it was carried out, predicted or left. Where somebody else was faster, it is another one than was planned. */
export interface AppliedChange {
	change: Change;
	/** The customer as far as known afterwards. */
	customer: IDataObject;
}

/** A change that failed. */
export interface FailedChange {
	change: Change;
	failure: unknown;
}

export type Applied = AppliedChange | FailedChange;

export const isFailedChange = (applied: Applied): applied is FailedChange => 'failure' in applied;

/** Carries out a change that writes. */
export type Write = (change: Change, scope: RowScope) => Promise<AppliedChange>;

/** Returns a record that was read before a write, without what the write has changed: the products. */
export const withoutProducts = (record: IDataObject) => without(record, ['_embedded']);

interface Application {
	write: Write;
	progress: ProgressLog;
	scopeOf: ScopeOf;
}

/** Carries out a change, or predicts it. */
async function applyOne(
	change: Change,
	{ write, progress, scopeOf }: Application,
): Promise<AppliedChange> {
	const { target, customer, kind } = change;
	const scope = scopeOf(target.rows[0]);
	if (kind === 'none') return { change, customer };
	if (target.isDry) {
		// A real run would fail for a product that does not exist.
		await productName(scope.client, target.product);
		return { change, customer };
	}
	try {
		return await write(change, scope);
	} finally {
		progress.advance();
	}
}

/**
 * Carries out the changes of one person in turn. A creation hands its ID on; where it fails, so do the changes after it.
 */
async function applyInTurn(changes: Change[], application: Application): Promise<Applied[]> {
	const applied: Applied[] = [];
	let created: IDataObject | undefined;
	let creation: FailedChange | undefined;
	for (const planned of changes) {
		const id = planned.customer.id ?? created?.id;
		const change = {
			...planned,
			customer: { ...planned.customer, ...(id !== undefined && { id }) },
		};
		try {
			if (creation) throw creation.failure;
			const done = await applyOne(change, application);
			applied.push(done);
			if (change.kind === 'create') created = done.customer;
		} catch (failure) {
			applied.push({ change, failure });
			if (change.kind === 'create') creation = { change, failure };
		}
	}
	return applied;
}

/**
 * Carries out the changes of a plan, or predicts those of a dry run.
 *
 * @returns the changes as they were done, in the order of the plan
 */
export async function applyAll(changes: Change[], application: Application): Promise<Applied[]> {
	const applied = new Map<Change, Applied>();
	for (const change of changes)
		if (change.kind === 'none') applied.set(change, { change, customer: change.customer });
	const people = groupBy(
		changes.filter(({ kind }) => kind !== 'none'),
		({ target }) => target.person,
	);
	await mapConcurrent([...people.values()], MAX_CONCURRENT_REQUESTS, async (own) => {
		const done = await applyInTurn(own, application);
		for (const [turn, change] of own.entries()) {
			const result = done[turn];
			if (result) applied.set(change, result);
		}
	});
	return changes.flatMap((change) => applied.get(change) ?? []);
}

/** Returns how many changes are to be written. */
export const countWrites = (changes: Change[]): number => changes.filter(isWriting).length;
