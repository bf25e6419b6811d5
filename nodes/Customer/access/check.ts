import { without } from '../../shared/json';
import { outputMode } from '../../shared/output/projection';
import { mapYielding } from '../../shared/concurrency/batches';
import { type Result, rowOf, type RunRows } from '../../shared/run/allItems';
import { listCounts } from '../../shared/run/report';
import { toCount } from '../../shared/values/text';
import { Evidence, findStatus } from './evidence';
import { type AccessInput, readAccess } from './input';
import { type Access, toRecord } from './plan';
import { catchAsResult, rowNotes } from './run';
import { STATUSES } from '../statuses';

/** The statuses of customers without access, the strongest first. */
const LAPSED_STATUSES = STATUSES.filter((status) => status !== 'enabled');

/** Finds why a customer may watch a product now, or why not. */
async function reasonOf(
	input: AccessInput,
	{ customer, state }: Access,
): Promise<string | undefined> {
	if (state === 'active') return 'enabled';
	return state === 'none' ? 'never' : await findStatus(input, customer, LAPSED_STATUSES);
}

async function toResult(input: AccessInput, access: Access): Promise<Result> {
	const { context, project, item } = input;
	const { customer } = access;
	const reason = await reasonOf(input, access);
	const hasAccess = reason === 'enabled';
	const told = { hasAccess, ...(reason !== undefined && { reason }) };
	const shown = project(customer, told);
	// The plan of a customer without access is that of another product.
	const json = hasAccess || outputMode(context) === 'raw' ? shown : without(shown, ['plan']);
	return { outcome: reason ?? 'unclear', json, item };
}

/**
 * Finds out whether a customer may watch a product now: `hasAccess`, the `reason`, and the customer. Several customers with
 * one address are an item each.
 */
async function check(input: AccessInput, evidence: Evidence): Promise<Result[]> {
	const accesses = (await evidence.access(input)) ?? [];
	if (accesses.length > 0) {
		return await Promise.all(accesses.map(async (access) => await toResult(input, access)));
	}
	const reason = 'unknownCustomer';
	const json = { hasAccess: false, reason, ...toRecord(input.customer) };
	return [{ outcome: reason, json, item: input.item }];
}

/** Checks the access of the customer whom each item names. */
export const checkRun: RunRows = async (contexts, client) => {
	const evidence = new Evidence('history');
	const checks = await mapYielding(contexts, async (context) => {
		const work = async () => await check(await readAccess(context, client), evidence);
		return await catchAsResult(rowOf(context), work);
	});
	const results = (await Promise.all(checks)).flat();
	const hint = [summarizeAccess(results.map(({ outcome }) => outcome))];
	return { results, hint, failureNotes: rowNotes(contexts, results) };
};

/** The text for each reason in the summary, in the order of the sentence. */
const REASON_TEXTS: Record<string, string> = {
	...Object.fromEntries(LAPSED_STATUSES.map((status) => [status, status])),
	never: 'never had it',
	unknownCustomer: 'unknown',
	unclear: 'unclear',
};

const countOf = (count: number, [one, several]: [string, string]) =>
	count > 0 ? [`${toCount(count)} ${count === 1 ? one : several}`] : [];

/**
 * Sums up a run in one sentence.
 *
 * @example summarizeAccess(['enabled', 'cancelled']) // '1 has access, 1 does not: 1 cancelled.'
 */
function summarizeAccess(outcomes: string[]): string {
	const failed = outcomes.filter((outcome) => outcome === 'failed').length;
	const withAccess = outcomes.filter((outcome) => outcome === 'enabled').length;
	const without = outcomes.length - withAccess - failed;
	const reasons = listCounts(outcomes, REASON_TEXTS);
	const counts = [
		...countOf(withAccess, ['has access', 'have access']),
		...countOf(without, [`does not: ${reasons}`, `do not: ${reasons}`]),
	];
	const failures = failed > 0 ? [`${toCount(failed)} failed`] : [];
	return `${[counts.join(', '), ...failures].filter(Boolean).join('; ')}.`;
}
