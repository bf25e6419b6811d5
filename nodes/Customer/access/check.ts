import type { RunRows } from '../../shared/run/allItems';
import type { Result } from '../../shared/run/result';
import { outputMode } from '../../shared/output/projection';
import { historyFinder, lookUpRows } from './lookUp';
import { type CurrentAccess, type Target, toRecord } from './plan';
import { failedResults, inOrder, labelOf, withoutPlan } from './report';
import { readRows, type RowScope, type ScopeOf } from './rows';

/** Returns why a customer may watch a product now, or why not; `undefined` where no list can show it. */
function reasonOf({ hasAccess, ended, customer }: CurrentAccess): string | undefined {
	if (hasAccess) return 'enabled';
	// Without an address, no list tells a customer who never had access from one whose access has ended.
	return ended && !customer.email ? undefined : (ended?.status ?? 'none');
}

function toCheckResult({ context, project, item }: RowScope, access: CurrentAccess): Result {
	const reason = reasonOf(access);
	const { hasAccess } = access;
	const shown = project(access.customer, { hasAccess, ...(reason !== undefined && { reason }) });
	const json = hasAccess || outputMode(context) === 'raw' ? shown : withoutPlan(shown);
	const outcome = hasAccess ? 'withAccess' : 'withoutAccess';
	return { outcome, reason, label: labelOf(access.customer), json, item };
}

/** Returns a result for each row about a customer, or about an address that nobody has. */
function toCheckResults(scopeOf: ScopeOf, { rows, customer, current }: Target): Result[] {
	return rows.map((row) => {
		const scope = scopeOf(row);
		if (current) return toCheckResult(scope, current);
		const reason = 'unknownCustomer';
		const record = toRecord(customer);
		const json = { hasAccess: false, reason, ...record };
		return { outcome: reason, reason, label: labelOf(record), json, item: scope.item };
	});
}

/**
 * Finds out whether the customer whom each item names may watch a product now: `hasAccess`, the `reason`, and the customer.
 * Several customers with one address are an item each.
 */
export const checkRun: RunRows = async (contexts, client) => {
	const [context] = contexts;
	const { rows, failed, scopeOf } = await readRows(contexts, client, {});
	const find = await historyFinder(rows, scopeOf, true);
	const looked = await lookUpRows(context, rows, find);
	const failures = failedResults(contexts, [...failed, ...looked.failed]);
	const checked = looked.targets.flatMap((target) => toCheckResults(scopeOf, target));
	const results = inOrder([...failures, ...checked]);
	return { results, notes: [] };
};
