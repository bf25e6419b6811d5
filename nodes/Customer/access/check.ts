import type { IDataObject } from 'n8n-workflow';

import { without } from '../../shared/json';
import { outputMode } from '../../shared/output/projection';
import { Evidence, findStatus } from './evidence';
import type { AccessInput } from './input';
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

async function toItem(input: AccessInput, access: Access): Promise<IDataObject> {
	const { context, project } = input;
	const { customer } = access;
	const reason = await reasonOf(input, access);
	const hasAccess = reason === 'enabled';
	const told = { hasAccess, ...(reason !== undefined && { reason }) };
	const shown = project(customer, told);
	// The plan of a customer without access is that of another product.
	return hasAccess || outputMode(context) === 'raw' ? shown : without(shown, ['plan']);
}

/**
 * Finds out whether a customer may watch a product now: `hasAccess`, the `reason`, and the customer. Several customers with
 * one address are an item each.
 */
export async function checkAccess(input: AccessInput): Promise<IDataObject[]> {
	const known = await new Evidence(true).find(input);
	if (known.length > 0) {
		return await Promise.all(known.map(async (access) => await toItem(input, access)));
	}
	return [{ hasAccess: false, reason: 'unknownCustomer', ...toRecord(input.customer) }];
}
