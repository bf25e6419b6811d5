import { MAX_CONCURRENT_REQUESTS } from '../../shared/client/limiter';
import { without } from '../../shared/json';
import { outputMode } from '../../shared/output/projection';
import { Semaphore } from '../../shared/concurrency/semaphore';
import type { ItemResult, WorkForAll } from '../../shared/sync/allItems';
import { listCounts, toCount } from '../../shared/sync/report';
import { Evidence, findStatus } from './evidence';
import { type AccessInput, readAccess, readAll } from './input';
import { type Access, toRecord } from './plan';
import { STATUSES } from '../statusLists';

/** The statuses of customers without access, the strongest first. */
const LAPSED = STATUSES.filter((status) => status !== 'enabled');

/** Finds why a customer may watch a product now, or why not. */
async function reasonOf(
	input: AccessInput,
	{ customer, state }: Access,
): Promise<string | undefined> {
	if (state === 'active') return 'enabled';
	return state === 'none' ? 'never' : await findStatus(input, customer, LAPSED);
}

async function toResult(input: AccessInput, access: Access): Promise<ItemResult> {
	const { context, project } = input;
	const { customer } = access;
	const reason = await reasonOf(input, access);
	const hasAccess = reason === 'enabled';
	const told = { hasAccess, ...(reason !== undefined && { reason }) };
	const shown = project(customer, told);
	// The plan of a customer without access is that of another product.
	const json = hasAccess || outputMode(context) === 'raw' ? shown : without(shown, ['plan']);
	return { outcome: reason ?? 'unclear', json };
}

/**
 * Finds out whether a customer may watch a product now: `hasAccess`, the `reason`, and the customer. Several customers with
 * one address are an item each.
 */
async function check(input: AccessInput, evidence: Evidence): Promise<ItemResult[]> {
	const known = await evidence.find(input);
	if (known.length > 0) {
		return await Promise.all(known.map(async (access) => await toResult(input, access)));
	}
	const reason = 'unknownCustomer';
	return [{ outcome: reason, json: { hasAccess: false, reason, ...toRecord(input.customer) } }];
}

/** Checks the access of the customer whom each item names. */
export const checkEach: WorkForAll = async (contexts, client) => {
	const evidence = new Evidence(true);
	const people = new Semaphore(MAX_CONCURRENT_REQUESTS);
	const inputs = await readAll(contexts, client, readAccess);
	return inputs.map((reading) => async () => {
		const input = await reading;
		return await people.runExclusive(async () => await check(input, evidence));
	});
};

/** The text for each reason in the summary, in the order of the sentence. */
const REASON_TEXTS: Record<string, string> = {
	...Object.fromEntries(LAPSED.map((status) => [status, status])),
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
export function summarizeAccess(outcomes: string[]): string {
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
