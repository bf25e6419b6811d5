import { failedResult, type Result, type RunRows } from '../../shared/run/allItems';
import { listCounts } from '../../shared/run/summary';
import { outputMode } from '../../shared/output/projection';
import { toCount } from '../../shared/values/text';
import { findAccessHistory, findLapsedStatus, LAPSED_STATUSES } from './lookUp';
import { type CurrentAccess, isFailed, toRecord } from './plan';
import { rowNotes, withoutPlan } from './report';
import { type AccessRow, lookUpRows, readRows } from './rows';

/** Returns why a customer may watch a product now, or why not; `undefined` where no list shows it. */
function reasonOf({ state, status }: CurrentAccess): string | undefined {
	if (state === 'active') return 'enabled';
	return state === 'none' ? 'none' : status;
}

function toCheckResult({ context, project, item }: AccessRow, access: CurrentAccess): Result {
	const reason = reasonOf(access);
	const hasAccess = reason === 'enabled';
	const shown = project(access.customer, { hasAccess, ...(reason !== undefined && { reason }) });
	const json = hasAccess || outputMode(context) === 'raw' ? shown : withoutPlan(shown);
	return { outcome: reason ?? 'unclear', json, item };
}

const unknownResult = ({ customer, item }: AccessRow): Result => {
	const reason = 'unknownCustomer';
	return { outcome: reason, json: { hasAccess: false, reason, ...toRecord(customer) }, item };
};

/** Finds the access that a row names, with the status of access that has lapsed. */
async function findAccess(row: AccessRow): Promise<CurrentAccess[]> {
	const found = await findAccessHistory(row);
	const withStatus = found.map(async (access) => ({
		...access,
		status: await findLapsedStatus(row, access),
	}));
	return await Promise.all(withStatus);
}

/**
 * Finds out whether the customer whom each item names may watch a product now: `hasAccess`, the `reason`, and the customer.
 * Several customers with one address are an item each.
 */
export const checkRun: RunRows = async (contexts, client) => {
	const found = await lookUpRows(await readRows(contexts, client, {}), findAccess);
	const results = found.flatMap((entry): Result[] => {
		if (isFailed(entry)) return [failedResult(entry.row, entry.failure)];
		const access = entry.found ?? [];
		if (access.length === 0) return [unknownResult(entry.row)];
		return access.map((current) => toCheckResult(entry.row, current));
	});
	const outcomes = results.map(({ outcome }) => outcome);
	return { results, hint: [summarizeAccess(outcomes)], failureNotes: rowNotes(contexts, results) };
};

/** The text for each reason in the summary, in the order of the sentence. */
const REASON_TEXTS: Record<string, string> = {
	...Object.fromEntries(LAPSED_STATUSES.map((status) => [status, status])),
	none: 'never had it or lost it',
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
