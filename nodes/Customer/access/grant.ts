import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { cancelSignal } from '../../shared/client/context';
import { catchStatus } from '../../shared/client/errors';
import { requireIdInResponse } from '../../shared/client/response';
import { rememberAccess } from '../../shared/customers/recentWrites';
import { bodyOf } from '../../shared/data/json';
import { recordIn } from '../../shared/output/recordIn';
import type { RunRows } from '../../shared/run/allItems';
import { withNote } from '../../shared/request/operation';
import { isStopped } from '../../shared/run/limit';
import { progressOf } from '../../shared/run/progressLog';
import { createOnce, EMAIL_TAKEN } from '../creation';
import { applyAll, type AppliedChange, countWrites, withoutProducts, type Write } from './apply';
import { chooseOne, findAccess } from './currentAccess';
import { checkChanges, countDone, GRANTS, readLimitOption, readerOfNames } from './limits';
import { lookUpRows, readLists } from './lookUp';
import { type Change, type GrantPolicy, planGrant, planGrants, toPredicted } from './plan';
import { reportAccess } from './report';
import { readRows, type RowFields, type RowScope } from './rows';
import { isTaken, refusedCreation, TakenAddressWait } from './takenAddress';

const RUN_AGAIN = 'run this again, which is safe: it finds the customer then.';

/** The statuses of a grant that may have lost a race with another write. */
const GRANT_LOST_RACE = ['409', '422'];

/**
 * What became of an attempt to write:
 * - `done`: as the change says;
 * - `refused`: another run may have been faster;
 * - `alreadyCreated`: this process has just created a customer with the address.
 */
type Attempt =
	| { state: 'done'; applied: AppliedChange }
	| { state: 'refused'; refusal: NodeApiError }
	| { state: 'alreadyCreated' };

const asDone = (change: Change, customer: IDataObject): Attempt => ({
	state: 'done',
	applied: { change, customer },
});

async function create({ client }: RowScope, change: Change): Promise<Attempt> {
	const { values, product } = change.target;
	const body = { ...values, email: String(change.customer.email), product };
	const request = { method: 'POST', path: '/customers', body } as const;
	const creating = createOnce(client, request, { remedy: RUN_AGAIN, wasAbsent: true });
	const response = await catchStatus(creating, EMAIL_TAKEN);
	if (response instanceof NodeApiError) return { state: 'refused', refusal: response };
	return response ? asDone(change, bodyOf(response)) : { state: 'alreadyCreated' };
}

/** Updates fields, and returns the customer as far as the response shows it. */
async function update({ client }: RowScope, customer: IDataObject, fields: IDataObject) {
	if (Object.keys(fields).length === 0) return customer;
	const path = `/customers/${requireIdInResponse(customer.id, 'customer')}`;
	return recordIn(await client.put(path, fields), 'customer') ?? { ...customer, ...fields };
}

/** Updates fields and grants the product. The response to a write may be the record or nothing (docs/developers/service.md, Customers). */
async function grant(
	scope: RowScope,
	change: Extract<Change, { kind: 'grant' | 'update' }>,
): Promise<Attempt> {
	const { client } = scope;
	const { fields, target } = change;
	const { product, values } = target;
	const customer = await update(scope, change.customer, fields);
	const id = requireIdInResponse(change.customer.id, 'customer');
	const changed = Object.keys(fields);
	const note = changed.length > 0 ? `Already updated: ${changed.join(', ')}.` : '';
	const { plan, is_rental } = values;
	const body = {
		product,
		...(plan !== undefined && { plan }),
		...(is_rental !== undefined && { is_rental }),
	};
	const granting = client
		.put(`/customers/${id}/products`, body)
		.catch((failure: unknown) => Promise.reject(withNote(failure, note)));
	const response = await catchStatus(granting, GRANT_LOST_RACE);
	if (response instanceof NodeApiError) return { state: 'refused', refusal: response };
	rememberAccess(client, product, id, plan === 'free' ? 'free' : 'standard');
	const record = recordIn(response, 'customer');
	return asDone(change, record ?? withoutProducts(customer));
}

async function carryOut(scope: RowScope, change: Change): Promise<Attempt> {
	if (change.kind === 'create') return await create(scope, change);
	if (change.kind === 'grant') return await grant(scope, change);
	const { customer } = change;
	if (change.kind !== 'update') return asDone(change, customer);
	return asDone(change, await update(scope, customer, change.fields));
}

/**
 * Returns the function that carries out a grant. One that lost a race is planned once more: another run may have created
 * the customer or granted the product meanwhile.
 */
export const writeGrant =
	(policy: GrantPolicy, taken = new TakenAddressWait()): Write =>
	async (change, scope) => {
		const first = await carryOut(scope, change);
		if (first.state === 'done') return first.applied;
		const refusal = first.state === 'refused' ? first.refusal : undefined;
		const { target, customer } = change;
		const { client } = scope;
		const look = async () => await findAccess(client, target);
		const isTakenAddress = refusal !== undefined && isTaken(refusal);
		const found = isTakenAddress
			? await taken.find(look, cancelSignal(client.context))
			: await look();
		if (refusal && found.length === 0) {
			throw isTakenAddress ? refusedCreation(String(customer.email), refusal) : refusal;
		}
		const [current] = chooseOne(found, target.values.plan);
		const next = planGrant({ ...target, current }, policy);
		if (refusal && next.kind === change.kind) throw refusal;
		const second = await carryOut(scope, next);
		if (second.state === 'refused') throw second.refusal;
		return second.state === 'done' ? second.applied : { change: next, customer: next.customer };
	};

/**
 * Makes sure that there is one customer with access to a product for each item, and writes only what is missing.
 *
 * @param operation.updatable the fields that are updated when the customer exists
 */
export function grantRun({
	updatable = [],
	...fields
}: RowFields & { updatable?: string[] }): RunRows {
	const policy = { updatable, canCreate: true };
	return async (contexts, runClient) => {
		const [context] = contexts;
		const limit = await readLimitOption(contexts, GRANTS);
		const { rows, failed, scopeOf } = await readRows(contexts, runClient, fields);
		const looked = await lookUpRows(rows, {
			context,
			scopeOf,
			listedFor: await readLists(rows, scopeOf),
			find: async (client, asked, listed) =>
				chooseOne(await findAccess(client, asked, listed), asked.values.plan),
		});
		const changes = planGrants(looked.targets, policy);
		const plan = { changes, failed: [...failed, ...looked.failed] };
		const readers = { name: readerOfNames(changes, scopeOf) };
		const exceeded = await checkChanges(context, [GRANTS, limit], plan, readers);
		const isOver = isStopped(context, exceeded);
		const possible = isOver ? changes.map(toPredicted) : changes;
		const progress = progressOf(context, countWrites(possible));
		const applied = await applyAll(possible, { write: writeGrant(policy), progress, scopeOf });
		countDone(context, applied);
		const reported = { ...plan, changes: possible, applied };
		return await reportAccess({ contexts, scopeOf }, reported, exceeded);
	};
}
