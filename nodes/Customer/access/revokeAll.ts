import { NodeApiError, UserError } from 'n8n-workflow';

import { requireIdInResponse } from '../../shared/http/response';
import { mapYielding, withCustomerHeaders, type WorkForAll } from '../../shared/execution/allItems';
import { type Brake, brakeExceeded } from '../../shared/properties/brake';
import { type AccessRequest, accessRequest, keyOf } from './request';
import { type HeldAccess, heldAccess, isRevocation, revokeAccess } from './revokeAccess';
import { limitOfRun, REVOCATIONS } from './stopIfMoreThan';
import { readSubscribers } from './subscribers';

/** What each request would revoke, by {@link nameOf}. */
type Revocations = Map<string, Promise<HeldAccess[]>>;

const nameOf = ({ product, customer }: AccessRequest) => `${product} ${keyOf(customer)}`;

/** The service does not know what an item asks for, or refuses it: the item itself tells that. */
const OWN_FAILURES = ['400', '404', '422'];

function isOwnFailure(error: unknown): boolean {
	if (error instanceof UserError) return true;
	return error instanceof NodeApiError && OWN_FAILURES.includes(String(error.httpCode));
}

/** What the readings give together, but for those that fail by themselves. */
async function together<T>(readings: Array<Promise<T[]>>): Promise<T[]> {
	const known = readings.map(async (reading) => {
		return await reading.catch((error: unknown) => {
			if (isOwnFailure(error)) return [];
			throw error;
		});
	});
	return (await Promise.all(known)).flat();
}

async function countSubscribers(requests: AccessRequest[]): Promise<number> {
	const byProduct = new Map(requests.map((request) => [request.product, request]));
	return (await together([...byProduct.values()].map(readSubscribers))).length;
}

/** Looks up, before the first removal, whose access would end, and refuses when they are more than allowed. */
async function checkRevocations(requests: AccessRequest[], limit: Brake): Promise<Revocations> {
	const byName = new Map(requests.map((request) => [nameOf(request), request]));
	const revocations: Revocations = new Map(
		[...byName].map(([name, request]) => [name, heldAccess(request)]),
	);
	const losses = [...revocations].map(async ([name, reading]) => {
		const held = (await reading).filter(isRevocation);
		const product = byName.get(name)?.product;
		return held.map(
			({ customer: { id } }) => `${product} ${Number(requireIdInResponse(id, 'customer'))}`,
		);
	});
	// Each loss once, whatever names the customer.
	const count = new Set(await together(losses)).size;
	const total = limit.isPercent ? await countSubscribers(requests) : undefined;
	const exceeded = brakeExceeded(REVOCATIONS, limit, count, total);
	if (exceeded) throw exceeded;
	return revocations;
}

/** Those that are to be carried out; what an item asks for that cannot be read fails by itself. */
async function writesAmong(requests: Array<Promise<AccessRequest>>): Promise<AccessRequest[]> {
	const read = await Promise.allSettled(requests);
	return read.flatMap((one) => (one.status === 'fulfilled' && !one.value.isDry ? [one.value] : []));
}

/** Revoke Access for all items of a run: Stop If More Than is decided before the first removal. */
export const revokeAll: WorkForAll = async (contexts, options) => {
	const limit = await limitOfRun(contexts);
	const requests = await mapYielding(contexts, (context) => {
		const request = withCustomerHeaders({ context, options }).then(accessRequest);
		// The item itself tells of it, later.
		request.catch(() => {});
		return request;
	});
	const revocations = limit && (await checkRevocations(await writesAmong(requests), limit));
	return requests.map((request) => async () => {
		const asked = await request;
		// Whoever could not be counted fails with the same words.
		await revocations?.get(nameOf(asked));
		return await revokeAccess(asked);
	});
};
