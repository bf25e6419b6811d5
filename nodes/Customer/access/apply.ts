import { type IDataObject, NodeApiError, UserError } from 'n8n-workflow';

import { catchStatus } from '../../shared/client/errors';
import { MAX_CONCURRENT_REQUESTS } from '../../shared/client/limiter';
import { requireIdInResponse } from '../../shared/client/response';
import { mapConcurrent } from '../../shared/concurrency/batches';
import { findSubscriber } from '../../shared/customers/ownRecord';
import { rememberAccess } from '../../shared/customers/recentWrites';
import { without } from '../../shared/json';
import { recordIn } from '../../shared/output/projection';
import { withNote } from '../../shared/run/operation';
import type { ProgressLog } from '../../shared/run/report';
import { createOnce, EMAIL_TAKEN } from '../creation';
import { findCurrentAccess, productName } from './lookUp';
import {
	accessAfter,
	type Change,
	type FailedRow,
	isFailed,
	isWriting,
	type Person,
	personAfter,
	type Plan,
	type Planner,
	postpone,
} from './plan';
import type { AccessRow } from './rows';

const RUN_AGAIN = 'run this again, which is safe: it finds the customer then.';

/** The statuses with which a grant may be refused that somebody else has forestalled. */
const GRANT_FORESTALLED = ['409', '422'];

/** The statuses of a refusal when there is nothing to remove; which one is not documented. */
export const NOTHING_TO_REMOVE = ['400', '404', '409', '422'];

/** The plans. A customer may have both; each is removed with its own request (docs/service.md, Customers). */
const PLANS = ['standard', 'free'];

/** Returns a record that was read before a write, without what the write has changed: the products. */
const withoutProducts = (record: IDataObject) => without(record, ['_embedded']);

/** The change as it was done; where somebody else was faster, the refusal, or `undefined` for this process. */
type Written = Change | NodeApiError | undefined;

async function create({ client, product, values }: AccessRow, change: Change): Promise<Written> {
	const body = { ...values, email: String(change.customer.email), product };
	const request = { method: 'POST', path: '/customers', body } as const;
	const creating = createOnce(client, request, { remedy: RUN_AGAIN, wasAbsent: true });
	const customer = await catchStatus(creating, EMAIL_TAKEN);
	return customer && !(customer instanceof NodeApiError) ? { ...change, customer } : customer;
}

/** Updates fields and grants the product. The response to a write may be the record or nothing (docs/service.md, Customers). */
async function update({ client, product, values }: AccessRow, change: Change): Promise<Written> {
	const { outcome, customer: before, fields = {} } = change;
	const id = requireIdInResponse(before.id, 'customer');
	const path = `/customers/${id}`;
	const changed = Object.keys(fields);
	let customer = before;
	if (changed.length > 0) {
		customer = recordIn(await client.put(path, fields), 'customer') ?? { ...before, ...fields };
	}
	if (outcome !== 'granted') return { ...change, customer };
	const note = changed.length > 0 ? `Already updated: ${changed.join(', ')}.` : '';
	const { plan, is_rental } = values;
	const body = {
		product,
		...(plan !== undefined && { plan }),
		...(is_rental !== undefined && { is_rental }),
	};
	const granting = client
		.put(`${path}/products`, body)
		.catch((failure: unknown) => Promise.reject(withNote(failure, note)));
	const response = await catchStatus(granting, GRANT_FORESTALLED);
	if (response instanceof NodeApiError) return response;
	rememberAccess(client, product, id, plan === 'free' ? 'free' : 'standard');
	const record = recordIn(response, 'customer');
	return { ...change, customer: record ?? without(withoutProducts(customer), ['plan']) };
}

async function writeGrant(row: AccessRow, change: Change): Promise<Written> {
	if (!isWriting(change)) return change;
	return change.outcome === 'created' ? await create(row, change) : await update(row, change);
}

/** Carries out a change, and returns it as it was done. */
type Write = (row: AccessRow, change: Change, planner: Planner) => Promise<Change>;

/**
 * Carries out a grant. One that somebody else has forestalled is planned once more: another run may have created the
 * customer or granted the product meanwhile.
 */
export const writeGrants: Write = async (row, change, { choose, plan }) => {
	const first = await writeGrant(row, change);
	if (first && !(first instanceof NodeApiError)) return first;
	const [current] = choose(await findCurrentAccess(row));
	const next = plan(row, current);
	if (first && next.outcome === change.outcome) throw first;
	const second = await writeGrant(row, next);
	if (second instanceof NodeApiError) throw second;
	return second ?? next;
};

/** Adds the removals that were done before a failure to its description. */
function withRemoved(failure: unknown, removed: string[]): unknown {
	if (failure instanceof NodeApiError && removed.length > 0) {
		failure.description = `The ${removed.join(' and ')} access was removed. ${failure.description ?? ''}`;
	}
	return failure;
}

const stillHasAccess = (id: string) =>
	new UserError(`Customer ${id} still has access`, {
		description: `Run this again. If it keeps happening, contact the service: it accepted the removals, and its record still shows the product.`,
	});

/**
 * Removes both plans, the paid one first, until the customer's own record shows no access: one look decides what is
 * reported. Access that has lapsed, and may come back, is in no record, and both plans are removed.
 */
export const writeRevocations: Write = async ({ client, product }, change) => {
	const { customer, ended } = change;
	const id = requireIdInResponse(customer.id, 'customer');
	const removed: string[] = [];
	const refusals = new Map<unknown, NodeApiError>();
	let record = withoutProducts(customer);
	let hasAccess = ended === 'active';
	for (const plan of PLANS) {
		// A removal that is sent again after a lost response, and finds nothing, is done.
		const options = { absentStatuses: NOTHING_TO_REMOVE.map(Number) };
		const removal = client.delete(`/customers/${id}/products`, { product, plan }, options);
		const response = await catchStatus(removal, NOTHING_TO_REMOVE).catch((failure: unknown) => {
			throw withRemoved(failure, removed);
		});
		if (response instanceof NodeApiError) refusals.set(plan, response);
		else {
			removed.push(plan);
			record = recordIn(response, 'customer') ?? record;
		}
		if (ended !== 'active') continue;
		// A look that fails tells nothing: the other plan is removed as well.
		const look = await findSubscriber(client, product, id).then(Boolean, () => undefined);
		hasAccess = look ?? refusals.size > 0;
		if (look === false) break;
	}
	const refusal = refusals.get(customer.plan);
	const [first] = refusals.values();
	if (hasAccess) {
		throw withRemoved(
			refusal ?? (removed.length === 0 ? first : undefined) ?? stillHasAccess(id),
			removed,
		);
	}
	// A 404 may only say that the customer has no such plan, and so may any status where nothing was removed.
	const isOfOwnPlan = ended !== 'active' && refusal?.httpCode !== '404' && removed.length > 0;
	if (refusal && isOfOwnPlan) throw withRemoved(refusal, removed);
	rememberAccess(client, product, id, 'none');
	if (removed.length === 0) return { outcome: 'unchanged', customer };
	return { ...change, customer: record, revokedPlans: removed };
};

interface Application {
	planner: Planner;
	write: Write;
	progress: ProgressLog;
}

/** Carries out a change, or predicts it. */
async function applyOne(
	row: AccessRow,
	change: Change,
	{ planner, write, progress }: Application,
): Promise<Change> {
	if (!isWriting(change)) return change;
	if (row.isDry) return { ...change, productName: await productName(row) };
	try {
		return row.stopTime.isOver() ? postpone(change) : await write(row, change, planner);
	} finally {
		progress.advance();
	}
}

/** Carries out the changes of one person in turn, each planned on what the one before has left. */
async function applyInTurn(
	changes: Plan,
	indexes: number[],
	application: Application,
): Promise<void> {
	let person: Person | undefined;
	let failed: FailedRow | undefined;
	let isPostponed = false;
	for (const index of indexes) {
		const planned = changes[index];
		if (!planned || isFailed(planned)) continue;
		const { row, current } = planned;
		const before = accessAfter(row, current, person);
		const next = person ? application.planner.plan(row, before) : planned.change;
		try {
			// What a person's earlier row has not done, no later one does in its place.
			if (failed) throw failed.failure;
			const change: Change = isPostponed ? postpone(next) : await applyOne(row, next, application);
			isPostponed ||= change.outcome === 'postponed';
			changes[index] = { ...planned, change };
			person = personAfter(row, change, before, person);
		} catch (failure) {
			failed = { row, failure };
			changes[index] = failed;
		}
	}
}

/**
 * Carries out the changes of a plan, or predicts those of a dry run.
 *
 * @returns the changes as they were done, in the order of the plan
 */
export async function applyAll(planned: Plan, application: Application): Promise<Plan> {
	const people = new Map<string, number[]>();
	for (const [index, change] of planned.entries()) {
		if (isFailed(change)) continue;
		const indexes = people.get(change.person);
		if (indexes) indexes.push(index);
		else people.set(change.person, [index]);
	}
	const changes = [...planned];
	await mapConcurrent(
		[...people.values()],
		MAX_CONCURRENT_REQUESTS,
		async (indexes) => await applyInTurn(changes, indexes, application),
	);
	return changes;
}
