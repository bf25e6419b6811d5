import type { RunRows } from '../../shared/run/allItems';
import type { Result } from '../../shared/run/result';
import { listCounts } from '../../shared/run/summary';
import { outputMode } from '../../shared/output/projection';
import { toCount } from '../../shared/values/text';
import { historyFinder, LAPSED_STATUSES, lookUpRows } from './lookUp';
import { type CurrentAccess, type LookedUp, toRecord } from './plan';
import { failedResults, inOrder, rowNotes, withoutPlan } from './report';
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
	return { outcome: reason ?? 'unclear', json, item };
}

/** Returns a result for each customer whom a row names, or one that says that nobody has the address. */
function toCheckResults(scope: RowScope, { desired, found }: LookedUp): Result[] {
	if (found.length > 0) return found.map((access) => toCheckResult(scope, access));
	const reason = 'unknownCustomer';
	const json = { hasAccess: false, reason, ...toRecord(desired.customer) };
	return [{ outcome: reason, json, item: scope.item }];
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
	const outcomes = results.map(({ outcome }) => outcome);
	return { results, hint: [summarizeAccess(outcomes)], failureNotes: rowNotes(contexts, results) };
};

/** The text for each reason in the summary, in the order of the sentence. */
const REASON_TEXTS: Record<string, string> = {
	...Object.fromEntries(LAPSED_STATUSES.map((status) => [status, status])),
	none: 'never had it or had it removed',
	unknownCustomer: 'unknown',
	unclear: 'unclear',
};

const countOf = (count: number, [singular, plural]: [string, string]) =>
	count > 0 ? [`${toCount(count)} ${count === 1 ? singular : plural}`] : [];

/**
 * Sums up a run in one sentence.
 *
 * @example summarizeAccess(['enabled', 'cancelled']) // '1 has access, 1 does not: 1 cancelled.'
 */
function summarizeAccess(outcomes: string[]): string {
	const failed = outcomes.filter((outcome) => outcome === 'failed').length;
	const notTried = outcomes.filter((outcome) => outcome === 'notTried').length;
	const withAccess = outcomes.filter((outcome) => outcome === 'enabled').length;
	const without = outcomes.length - withAccess - failed - notTried;
	const reasons = listCounts(outcomes, REASON_TEXTS);
	const counts = [
		...countOf(withAccess, ['has access', 'have access']),
		...countOf(without, [`does not: ${reasons}`, `do not: ${reasons}`]),
	];
	const failures = [
		...(failed > 0 ? [`${toCount(failed)} failed`] : []),
		...(notTried > 0 ? [`${toCount(notTried)} not tried`] : []),
	];
	return `${[counts.join(', '), ...failures].filter(Boolean).join('; ')}.`;
}
