import type { RunRows } from '../../shared/run/allItems';
import type { Result } from '../../shared/run/result';
import { outputMode } from '../../shared/output/projection';
import { historyFinder, lookUpRows } from './lookUp';
import { type CurrentAccess, type LookedUp, toRecord } from './plan';
import { failedResults, inOrder, labelOf, withoutPlan } from './report';
import { readRows, type RowScope, scopeFinder } from './rows';

/** Returns why a customer may watch a product now, or why not; `undefined` where no list shows it. */
function reasonOf({ state, status }: CurrentAccess): string | undefined {
	if (state === 'active') return 'enabled';
	return state === 'none' ? 'none' : status;
}

function toCheckResult({ context, project, item }: RowScope, access: CurrentAccess): Result {
	const reason = reasonOf(access);
	const hasAccess = reason === 'enabled';
	const shown = project(access.customer, { hasAccess, ...(reason !== undefined && { reason }) });
	const json = hasAccess || outputMode(context) === 'raw' ? shown : withoutPlan(shown);
	const outcome = hasAccess ? 'withAccess' : 'withoutAccess';
	return { outcome, reason, label: labelOf(access.customer), json, item };
}

/** Returns a result for each customer whom a row names, or one that says that nobody has the address. */
function toCheckResults(scope: RowScope, { desired, found }: LookedUp): Result[] {
	if (found.length > 0) return found.map((access) => toCheckResult(scope, access));
	const reason = 'unknownCustomer';
	const customer = toRecord(desired.customer);
	const json = { hasAccess: false, reason, ...customer };
	return [{ outcome: reason, reason, label: labelOf(customer), json, item: scope.item }];
}

/**
 * Finds out whether the customer whom each item names may watch a product now: `hasAccess`, the `reason`, and the customer.
 * Several customers with one address are an item each.
 */
export const checkRun: RunRows = async (contexts, client) => {
	const [context] = contexts;
	const { rows, failed } = await readRows(contexts, client, {});
	const find = await historyFinder(rows, true);
	const looked = await lookUpRows(context, rows, find);
	const scopeOf = scopeFinder(rows);
	const failures = failedResults(contexts, [...failed, ...looked.failed]);
	const checked = looked.lookedUp.flatMap((row) => toCheckResults(scopeOf(row.desired.row), row));
	const results = inOrder([...failures, ...checked]);
	return { results, notes: [] };
};
