import type { RunRows } from '../../shared/run/allItems';
import type { Result } from '../../shared/run/report';
import { settleAll } from '../../shared/concurrency/mapConcurrent';
import { findAccessOrEnd, withStatus } from './currentAccess';
import { lookUpRows, readLists } from './lookUp';
import { failedResults, inOrder, labelOf } from './report';
import { readRows, type RowScope, type ScopeOf } from './rows';
import { type CurrentAccess, type Target, toRecord } from './target';

/** Returns why a customer may watch a product now, or why not; `undefined` where no list can show it. */
function reasonOf({ hasAccess, ended, customer }: CurrentAccess): string | undefined {
	if (hasAccess) return 'enabled';
	// Without an address, no list tells a customer who never had access from one whose access has ended.
	return ended && !customer.email ? undefined : (ended?.status ?? 'none');
}

function toCheckResult({ project, item }: RowScope, access: CurrentAccess): Result {
	const reason = reasonOf(access);
	const { customer, hasAccess } = access;
	const fields = { hasAccess, ...(reason !== undefined && { reason }) };
	const plan = hasAccess ? customer.plan : undefined;
	const json = project({ customer, plan, fields });
	const outcome = hasAccess ? 'withAccess' : 'withoutAccess';
	return { outcome, reason, label: labelOf(customer), json, item };
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
	const { rows, failed, scopeOf } = await readRows(contexts, client, { isRead: true });
	const looked = await lookUpRows(rows, {
		context,
		scopeOf,
		listedFor: await readLists(rows, scopeOf),
		find: async (own, asked, listed) => {
			const found = await findAccessOrEnd(own, asked, listed);
			return await settleAll(
				found.map(async (access) => await withStatus(own, asked.product, access)),
			);
		},
	});
	const failures = failedResults(contexts, [...failed, ...looked.failed]);
	const checked = looked.targets.flatMap((target) => toCheckResults(scopeOf, target));
	const results = inOrder([...failures, ...checked]);
	return { results, notes: [] };
};
