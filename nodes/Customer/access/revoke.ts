import { NodeApiError, UserError } from 'n8n-workflow';

import { catchStatus } from '../../shared/client/errors';
import { requireIdInResponse } from '../../shared/client/response';
import { readMembers, withRecentWrites } from './memberList';
import { findMember } from '../../shared/customers/member';
import { rememberAccess } from '../../shared/customers/recentWrites';
import { without } from '../../shared/data/json';
import { recordIn } from '../../shared/output/recordIn';
import type { RunRows } from '../../shared/run/allItems';
import { isStopped } from '../../shared/run/limit';
import { progressOf } from '../../shared/run/progressLog';
import { NOTHING_TO_REMOVE } from '../productWrites';
import { type AppliedChange, applyAll, countWrites, withoutProducts, type Write } from './apply';
import { chooseHolders, findAccessOrEnd } from './currentAccess';
import { checkChanges, countDone, readerOfNames, readLimitOption, REVOCATIONS } from './limits';
import { lookUpRows, readLists } from './lookUp';
import { type Change, planRevocations, toPredicted } from './plan';
import { reportAccess } from './report';
import { readRows, type RowScope } from './rows';

/** The plans. A customer may have both; each is removed with its own request (docs/developers/service.md, Customers). */
const PLANS = ['standard', 'free'];

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
 * Removes both plans, the paid one first, until the customer's own record shows no access: one look at the end decides what
 * is reported. Access that has ended, and may come back, is in no record, and both plans are removed.
 */
async function revoke({ client }: RowScope, change: Change): Promise<AppliedChange> {
	const { customer, target } = change;
	const { product, current } = target;
	const hadAccess = current?.hasAccess === true;
	const id = requireIdInResponse(customer.id, 'customer');
	const removed: string[] = [];
	const refusals = new Map<unknown, NodeApiError>();
	let record = withoutProducts(customer);
	/** Undefined where the look failed. */
	let hasAccess: boolean | undefined;
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
		// Of access that has ended, no record shows whether a plan is left.
		if (!hadAccess && plan !== PLANS.at(-1)) continue;
		hasAccess = await findMember(client, product, id).then(Boolean, () => undefined);
		if (hasAccess === false) break;
	}
	const refusal = refusals.get(customer.plan);
	const [first] = refusals.values();
	// After a look that fails, the removals decide.
	if (hasAccess ?? (hadAccess && refusals.size > 0)) {
		throw withRemoved(
			refusal ?? (removed.length === 0 ? first : undefined) ?? stillHasAccess(id),
			removed,
		);
	}
	// A 404 may only say that the customer has no such plan, and so may any status where nothing was removed.
	const isRefusalOfEndedPlan = !hadAccess && refusal?.httpCode !== '404' && removed.length > 0;
	if (refusal && isRefusalOfEndedPlan) throw withRemoved(refusal, removed);
	rememberAccess(client, product, id, 'none');
	if (removed.length === 0) {
		const left = without(customer, ['plan']);
		return { change: { kind: 'none', why: 'unchanged', target, customer: left }, customer: left };
	}
	return { change, customer: record };
}

/** Carries out a revocation. */
export const writeRevocation: Write = async (change, scope) =>
	change.kind === 'revoke' ? await revoke(scope, change) : { change, customer: change.customer };

/** Ends the access of the customers that the items of a run name. A customer whom several items name loses it once. */
export const revokeRun: RunRows = async (contexts, client) => {
	const [context] = contexts;
	const limit = await readLimitOption(contexts, REVOCATIONS);
	const { rows, failed, scopeOf } = await readRows(contexts, client, {});
	const looked = await lookUpRows(rows, {
		context,
		scopeOf,
		listedFor: await readLists(rows, scopeOf),
		find: async (...asked) => chooseHolders(await findAccessOrEnd(...asked)),
	});
	const changes = planRevocations(looked.targets);
	const plan = { changes, failed: [...failed, ...looked.failed] };
	const countMembers = async ({ target }: Change) => {
		const scope = scopeOf(target.rows[0]);
		const { members } = await readMembers(scope.client, target.product);
		return (await withRecentWrites(scope.client, target.product, members)).length;
	};
	const readers = {
		current: limit?.isPercent ? countMembers : undefined,
		name: readerOfNames(changes, scopeOf),
	};
	const exceeded = await checkChanges(context, [REVOCATIONS, limit], plan, readers);
	const isOver = isStopped(context, exceeded);
	const possible = isOver ? changes.map(toPredicted) : changes;
	const progress = progressOf(context, countWrites(possible));
	const applied = await applyAll(possible, { write: writeRevocation, progress, scopeOf });
	countDone(context, applied);
	return await reportAccess(
		{ contexts, scopeOf },
		{ ...plan, changes: possible, applied },
		exceeded,
	);
};
