import type { IDataObject } from 'n8n-workflow';

import { InvalidResponseError } from '../../shared/client/response';
import { without } from '../../shared/json';
import { outputMode } from '../../shared/output/projection';
import { type CustomerAccess, findAccess, findByIdWithProduct, lookUpInList } from './find';
import { type AccessRequest, toRecord } from './request';
import { STATUSES } from '../statusLists';

/** The statuses without access, the strongest first. */
const LAPSED = STATUSES.filter((status) => status !== 'enabled');

interface Verdict {
	customer: IDataObject;
	hasAccess: boolean;
	/** Why there is no access, if a list shows it. */
	reason?: string | undefined;
}

/** Finds the status of a customer whose access has lapsed; `undefined` when the list of no status has the customer. */
async function statusOf(
	request: AccessRequest,
	customer: IDataObject,
): Promise<string | undefined> {
	const isListed = async (status: string) => {
		return (await lookUpInList(request, customer, status)).subscriber !== undefined;
	};
	const listed = await Promise.all(LAPSED.map(isListed));
	const status = LAPSED[listed.indexOf(true)];
	// In the list of all statuses and in none of these: access has come back, or the first list was not complete.
	return status ?? ((await isListed('enabled')) ? 'enabled' : undefined);
}

async function verdictOn(
	request: AccessRequest,
	{ customer, state }: CustomerAccess,
): Promise<Verdict> {
	if (state === 'active') return { customer, hasAccess: true };
	if (state === 'none') return { customer, hasAccess: false, reason: 'never' };
	if (state === 'unclear') return { customer, hasAccess: false };
	const reason = await statusOf(request, customer);
	if (reason === 'enabled') return { customer, hasAccess: true };
	if (reason === undefined && (await findByIdWithProduct(request, customer))) {
		throw new InvalidResponseError(
			`It is unclear whether customer ${String(customer.id)} has access: the list of no status has the customer`,
			'Try again later. If this happens again, tell the service.',
		);
	}
	return { customer, hasAccess: false, reason };
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
	const verdicts = accesses.map(async (access) => await verdictOn(request, access));
	return (await Promise.all(verdicts)).map((verdict) => toItem(request, verdict));
}
