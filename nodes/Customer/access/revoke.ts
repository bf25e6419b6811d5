import { type IDataObject, NodeApiError, UserError } from 'n8n-workflow';

import type { Client } from '../../shared/client/client';
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

const stillHasAccess = (id: unknown) =>
	new UserError(`Customer ${String(id)} still has access`, {
		description: `Run this again. If it keeps happening, contact the service: it accepted the removals, and its record still shows the product.`,
	});

/** What the removals of a customer's plans have come to. */
interface Removals {
	/** The plans that were removed. */
	removed: string[];
	/** The refusals, by plan. */
	refusals: Map<unknown, NodeApiError>;
	/** The customer as far as known afterwards. */
	record: IDataObject;
	/** Whether the customer's own record still shows access; undefined where the look failed. */
	hasAccess: boolean | undefined;
}

const hadAccess = ({ target }: Change) => target.current?.hasAccess === true;

/**
 * Removes both plans, the paid one first, until the customer's own record shows no access. Access that has ended, and may
 * come back, is in no record, and both plans are removed.
 */
async function removePlans(client: Client, change: Change, id: string): Promise<Removals> {
	const { product } = change.target;
	const removed: string[] = [];
	const refusals = new Map<unknown, NodeApiError>();
	let record = withoutProducts(change.customer);
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
		if (!hadAccess(change) && plan !== PLANS.at(-1)) continue;
		hasAccess = await findMember(client, product, id).then(Boolean, () => undefined);
		if (hasAccess === false) break;
	}
	return { removed, refusals, record, hasAccess };
}

/** Returns why access was not revoked, if it was not. One look at the end decides; after one that fails, the removals. */
function failureOf(
	change: Change,
	{ removed, refusals, hasAccess }: Removals,
): NodeApiError | UserError | undefined {
	const { customer, target } = change;
	const refusal = refusals.get(target.current?.ended?.plan ?? customer.plan);
	const [first] = refusals.values();
	if (hasAccess ?? (hadAccess(change) && refusals.size > 0)) {
		return refusal ?? (removed.length === 0 ? first : undefined) ?? stillHasAccess(customer.id);
	}
	// A 404 may only say that the customer has no such plan, and so may any status where nothing was removed.
	const isOfEndedPlan = !hadAccess(change) && refusal?.httpCode !== '404' && removed.length > 0;
	return isOfEndedPlan ? refusal : undefined;
}

/** Ends the access of a customer to a product, on every plan. */
async function revoke({ client }: RowScope, change: Change): Promise<AppliedChange> {
	const { customer, target } = change;
	const id = requireIdInResponse(customer.id, 'customer');
	const removals = await removePlans(client, change, id);
	const failure = failureOf(change, removals);
	if (failure) throw withRemoved(failure, removals.removed);
	rememberAccess(client, target.product, id, 'none');
	if (removals.removed.length > 0) return { change, customer: removals.record };
	const left = without(customer, ['plan']);
	return { change: { kind: 'none', why: 'unchanged', target, customer: left }, customer: left };
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
