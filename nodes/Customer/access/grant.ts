import { type IDataObject, NodeApiError } from 'n8n-workflow';

import type { Client } from '../../shared/client/client';
import { cancelSignal } from '../../shared/client/context';
import { catchStatus } from '../../shared/client/errors';
import { requireIdInResponse } from '../../shared/client/response';
import { rememberAccess } from '../../shared/customers/recentWrites';
import { without } from '../../shared/json';
import { recordIn } from '../../shared/output/recordIn';
import type { RunRows } from '../../shared/run/allItems';
import { withNote } from '../../shared/run/operation';
import { ProgressLog } from '../../shared/run/progressLog';
import { isStopped } from '../../shared/run/summaryItem';
import { createOnce, EMAIL_TAKEN } from '../creation';
import { applyAll, type AppliedChange, countWrites, withoutProducts, type Write } from './apply';
import { checkChanges, countDone, CREATIONS, readLimitOption, readerOfNames } from './limits';
import { accessFinder, chooseOne, findCurrentAccess, listByAddress, lookUpRows } from './lookUp';
import { type Change, type GrantPolicy, planGrant, planGrants, toPredicted } from './plan';
import { reportAccess } from './report';
import { readRows, type RowFields, type RowScope, scopeFinder } from './rows';
import { isTaken, refusedCreation, TakenAddressWait } from './takenAddress';

const RUN_AGAIN = 'run this again, which is safe: it finds the customer then.';

/** The statuses of a grant that may have lost a race with another write. */
const GRANT_LOST_RACE = ['409', '422'];

/** The change as it was done; where somebody else was faster, the refusal, or `undefined` for this process. */
type Written = AppliedChange | NodeApiError | undefined;

async function create({ client }: RowScope, change: Change): Promise<Written> {
	const { values, product } = change.target;
	const body = { ...values, email: String(change.customer.email), product };
	const request = { method: 'POST', path: '/customers', body } as const;
	const creating = createOnce(client, request, { remedy: RUN_AGAIN, wasAbsent: true });
	const customer = await catchStatus(creating, EMAIL_TAKEN);
	if (!customer || customer instanceof NodeApiError) return customer;
	return { change, customer };
}

/** Updates fields, and returns the customer as far as the response shows it. */
async function update({ client }: RowScope, customer: IDataObject, fields: IDataObject) {
	if (Object.keys(fields).length === 0) return customer;
	const path = `/customers/${requireIdInResponse(customer.id, 'customer')}`;
	return recordIn(await client.put(path, fields), 'customer') ?? { ...customer, ...fields };
}

/** Updates fields and grants the product. The response to a write may be the record or nothing (docs/service.md, Customers). */
async function grant(
	scope: RowScope,
	change: Extract<Change, { kind: 'grant' | 'update' }>,
): Promise<Written> {
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
	if (response instanceof NodeApiError) return response;
	rememberAccess(client, product, id, plan === 'free' ? 'free' : 'standard');
	const record = recordIn(response, 'customer');
	return { change, customer: record ?? without(withoutProducts(customer), ['plan']) };
}

async function writeOnce(scope: RowScope, change: Change): Promise<Written> {
	if (change.kind === 'create') return await create(scope, change);
	if (change.kind === 'grant') return await grant(scope, change);
	const { customer } = change;
	if (change.kind !== 'update') return { change, customer };
	return { change, customer: await update(scope, customer, change.fields) };
}

/** Looks up the customer of a target as a row is looked up. */
const findAccessOfTarget = async (client: Client, target: Change['target']) =>
	await findCurrentAccess(client, target, await listByAddress(client, target));

/**
 * Returns the function that carries out a grant. One that lost a race is planned once more: another run may have created
 * the customer or granted the product meanwhile.
 */
export const writeGrant =
	(policy: GrantPolicy, taken = new TakenAddressWait()): Write =>
	async (change, scope) => {
		const first = await writeOnce(scope, change);
		if (first && !(first instanceof NodeApiError)) return first;
		const { target, customer } = change;
		const { client } = scope;
		const look = async () => await findAccessOfTarget(client, target);
		const isTakenAddress = first !== undefined && isTaken(first);
		const found = isTakenAddress
			? await taken.find(look, cancelSignal(client.context))
			: await look();
		if (first && found.length === 0) {
			throw isTakenAddress ? refusedCreation(String(customer.email), first) : first;
		}
		const [current] = chooseOne(found);
		const next = planGrant(target, current, policy);
		if (first && next.kind === change.kind) throw first;
		const second = await writeOnce(scope, next);
		if (second instanceof NodeApiError) throw second;
		return second ?? { change: next, customer: next.customer };
	};

/**
 * Makes sure that there is one customer with access to a product for each item, and writes only what is missing.
 *
 * @param operation.name the operation, as the log names it
 * @param operation.updatable the fields that are updated when the customer exists
 */
export function grantRun({
	name,
	updatable = [],
	...fields
}: RowFields & { name: string; updatable?: string[] }): RunRows {
	const policy = { updatable, canCreate: true };
	return async (contexts, client) => {
		const [context] = contexts;
		const limit = await readLimitOption(contexts, CREATIONS);
		const { rows, failed } = await readRows(contexts, client, fields);
		const find = await accessFinder(rows);
		const looked = await lookUpRows(context, rows, async (row) => chooseOne(await find(row)));
		const changes = planGrants(looked.lookedUp, policy);
		const plan = { changes, failed: [...failed, ...looked.failed] };
		const scopeOf = scopeFinder(rows);
		const readers = { name: readerOfNames(changes, scopeOf) };
		const exceeded = await checkChanges(context, [CREATIONS, limit], plan, readers);
		const isOver = isStopped(context, exceeded);
		const possible = isOver ? changes.map(toPredicted) : changes;
		const progress = new ProgressLog(context.logger, name, countWrites(possible));
		const applied = await applyAll(possible, { write: writeGrant(policy), progress, scopeOf });
		if (!isOver) countDone(context, applied);
		return reportAccess({ contexts, scopeOf }, { ...plan, changes: possible, applied }, exceeded);
	};
}
