import type { IDataObject } from 'n8n-workflow';

import { InvalidResponseError } from '../../shared/http/response';
import { without } from '../../shared/json';
import { outputMode } from '../../shared/output/projection';
import {
	type CustomerAccess,
	findAccess,
	findByIdWithProduct,
	hasAddress,
	isSameId,
	subscribersByEmail,
} from './find';
import { type AccessRequest, toRecord } from './request';
import { STATUSES } from '../statusLists';

/** The strongest status first. */
const LAPSED = STATUSES.filter((status) => status !== 'enabled');

interface Verdict {
	customer: IDataObject;
	hasAccess: boolean;
	/** Why there is no access; missing where nothing tells. */
	reason?: string;
}

/** Throws when the record of a customer, whom the list of no status has, knows of access to the product. */
async function assertNoAccess(request: AccessRequest, customer: IDataObject): Promise<void> {
	if (!(await findByIdWithProduct(request, customer))) return;
	throw new InvalidResponseError(
		`It is unclear whether customer ${String(customer.id)} has access: the list of no status has the customer`,
		'Try again later. If it goes on, tell the service.',
	);
}

/** Finds out which status customers with one address have, whose access has lapsed. */
async function verdictsOnLapsed(
	request: AccessRequest,
	customers: IDataObject[],
): Promise<Verdict[]> {
	const email = customers.find(hasAddress)?.email;
	if (email === undefined) return [];
	const readStatus = async (status: string) => ({
		status,
		listed: await subscribersByEmail(request, email, status),
	});
	const lists = await Promise.all(LAPSED.map(readStatus));
	const listWith = (customer: IDataObject) =>
		lists.find(({ listed }) => listed.some((one) => isSameId(one, customer)));
	// In the list of all statuses and in none of these: access has come back, or the first list was not complete.
	if (!customers.every(listWith)) lists.push(await readStatus('enabled'));
	const verdicts = customers.map(async (customer) => {
		const status = listWith(customer)?.status;
		if (status === undefined) await assertNoAccess(request, customer);
		if (status === 'enabled') return { customer, hasAccess: true };
		return { customer, hasAccess: false, ...(status !== undefined && { reason: status }) };
	});
	return await Promise.all(verdicts);
}

/** Says of each customer whether there is access; of those without, why not. */
async function verdictsOn(request: AccessRequest, accesses: CustomerAccess[]): Promise<Verdict[]> {
	const lapsed = accesses.flatMap(({ state, customer }) => (state === 'lapsed' ? [customer] : []));
	const others = accesses.flatMap(({ state, customer }): Verdict[] => {
		if (state === 'lapsed') return [];
		const reason = state === 'none' && { reason: 'never' };
		return [{ customer, hasAccess: state === 'active', ...reason }];
	});
	return [...others, ...(await verdictsOnLapsed(request, lapsed))];
}

function toItem(request: AccessRequest, { customer, hasAccess, reason }: Verdict): IDataObject {
	const { context, project } = request;
	if (!hasAccess) {
		const shown = project(customer, { hasAccess, ...(reason !== undefined && { reason }) });
		// The plan of a customer without access is that of another product.
		return outputMode(context) === 'raw' ? shown : without(shown, ['plan']);
	}
	const { plan } = customer;
	return project(customer, { hasAccess, ...(plan !== undefined && plan !== null && { plan }) });
}

/**
 * Finds out whether a customer may watch a product now: `hasAccess`, with the `plan` of the access or the `reason` why there
 * is none, and the customer. Several customers with one address are an item each.
 */
export async function checkAccess(request: AccessRequest): Promise<IDataObject[]> {
	const accesses = await findAccess(request);
	if (accesses.length === 0) {
		return [{ hasAccess: false, reason: 'unknownCustomer', ...toRecord(request.customer) }];
	}
	return (await verdictsOn(request, accesses)).map((verdict) => toItem(request, verdict));
}
