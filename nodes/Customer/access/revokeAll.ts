import { UserError } from 'n8n-workflow';

import { hasStatus } from '../../shared/client/errors';
import { requireIdInResponse } from '../../shared/client/response';
import type { ItemResult, WorkForAll } from '../../shared/execution/allItems';
import { type Brake, brakeExceeded, dryRunNote } from '../../shared/properties/brake';
import { type CustomerAccess, findAccess } from './find';
import {
	type AccessRequest,
	keyOf,
	readAccess,
	readAll,
	toRecord,
	withCustomerLock,
} from './request';
import { endAccess, isRevocation } from './revokeAccess';
import { limitOfRun, REVOCATIONS } from './stopIfMoreThan';
import { readSubscribers } from './subscribers';

/** The text for each outcome in the summary. */
export const REVOKE_WORDS = { revoked: 'revoked', wouldRevoke: 'would be revoked' };

type AccessReader = (request: AccessRequest) => Promise<CustomerAccess[]>;

const idOf = ({ customer: { id } }: CustomerAccess) => Number(requireIdInResponse(id, 'customer'));

/** Looks up the access of each customer to a product once in a run, so that the counted customers are those revoked. */
function planReader(): AccessReader {
	const plans = new Map<string, Promise<CustomerAccess[]>>();
	return async (request) => {
		const name = `${request.product} ${keyOf(request.customer)}`;
		const plan = plans.get(name) ?? findAccess(request);
		plans.set(name, plan);
		return await plan;
	};
}

/** Statuses with which the service rejects the values of one item: only that item fails. */
const OWN_FAILURES = ['400', '404', '422'];

function isOwnFailure(error: unknown): boolean {
	return error instanceof UserError || hasStatus(error, OWN_FAILURES);
}

/** Returns the revocations of a request; none when its item is going to fail. */
async function revocationsOf(
	request: AccessRequest,
	readPlan: AccessReader,
): Promise<CustomerAccess[]> {
	const plan = await readPlan(request).catch((error: unknown) => {
		if (isOwnFailure(error)) return [];
		throw error;
	});
	return plan.filter(isRevocation);
}

/** Returns the error when requests would end the access of more customers than the limit allows, each counted once. */
async function exceededBy(
	limit: Brake,
	requests: AccessRequest[],
	readPlan: AccessReader,
): Promise<UserError | undefined> {
	const losses = new Map<string, { request: AccessRequest; ids: Set<number> }>();
	const counting = requests.map(async (request) => {
		for (const access of await revocationsOf(request, readPlan)) {
			const known = losses.get(request.product) ?? { request, ids: new Set<number>() };
			losses.set(request.product, known);
			known.ids.add(idOf(access));
		}
	});
	await Promise.all(counting);
	const byProduct = [...losses.values()];
	const count = byProduct.reduce((sum, { ids }) => sum + ids.size, 0);
	if (!limit.isPercent) return brakeExceeded(REVOCATIONS, limit, count);
	const exceeded = byProduct.map(async ({ request, ids }) => {
		const { length } = await readSubscribers(request);
		return brakeExceeded(REVOCATIONS, limit, ids.size, length);
	});
	return (await Promise.all(exceeded)).find((error) => error !== undefined);
}

/**
 * Throws when the run would revoke more than the limit allows. Returns a note when it would without Dry Run. An item
 * with invalid parameters fails individually.
 */
async function assertLimit(
	limit: Brake,
	requests: Array<Promise<AccessRequest>>,
	readPlan: AccessReader,
): Promise<string[]> {
	const settled = await Promise.allSettled(requests);
	const read = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
	const real = read.filter(({ isDry }) => !isDry);
	const stop = await exceededBy(limit, real, readPlan);
	if (stop) throw stop;
	const dry = read.filter(({ isDry }) => isDry);
	// In a dry run, each item reports the failure of its own look-up.
	const laterStop = await exceededBy(limit, dry, readPlan).catch(() => undefined);
	return laterStop ? [dryRunNote(laterStop)] : [];
}

/**
 * Revokes the access of the customers that the items of a run name. Stop If More Than is decided before the first
 * removal. A customer whom several items name loses access with the first one, and the rest return `unchanged`.
 */
export const revokeAll: WorkForAll = async (contexts, options, notes) => {
	const limit = await limitOfRun(contexts);
	const requests = await readAll(contexts, options, readAccess);
	const readPlan = planReader();
	if (limit) notes.push(...(await assertLimit(limit, requests, readPlan)));
	const ended = new Map<string, Promise<ItemResult>>();
	const endOnce = async (request: AccessRequest, access: CustomerAccess): Promise<ItemResult> => {
		const name = `${request.product} ${idOf(access)} ${request.isDry}`;
		const earlier = ended.get(name);
		const ending = earlier
			? earlier.then(async () => await endAccess(request, { ...access, state: 'none' }))
			: endAccess(request, access);
		ended.set(name, ending);
		return await ending;
	};
	return requests.map((reading) => async () => {
		const request = await reading;
		return await withCustomerLock(request, request.customer, async () => {
			const results: ItemResult[] = [];
			for (const access of await readPlan(request)) results.push(await endOnce(request, access));
			if (results.length > 0) return results;
			const outcome = 'unchanged';
			return [{ outcome, json: { outcome, ...toRecord(request.customer) } }];
		});
	});
};
