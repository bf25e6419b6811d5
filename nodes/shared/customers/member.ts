// A member is a customer with access to a product.
import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../client/client';
import { embeddedRecords } from '../data/json';
import { findById } from './customerByEmail';

/** Whether a customer's record, read for a product's href, shows access. A service may ignore the product in a request. */
export function hasAccessTo(record: IDataObject, product: string): boolean {
	const products = embeddedRecords(record, 'products');
	return products?.some(({ id }) => product.endsWith(`/${String(id)}`)) ?? true;
}

/** Reads the customer's own record for the product, which no lag concerns; `undefined` without access now. */
export async function findMember(
	client: Client,
	product: string,
	id: unknown,
): Promise<IDataObject | undefined> {
	const record = await findById(client, id, product);
	return record && hasAccessTo(record, product) ? record : undefined;
}
