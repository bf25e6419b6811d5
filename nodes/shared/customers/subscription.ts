import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../client/client';
import { embeddedRecords } from '../data/json';
import { findById } from './customerByEmail';

/** The statuses of a subscription, the strongest first: a customer who is in several lists has the first of them. */
export const CUSTOMER_STATUSES = [
	'enabled',
	'paused',
	'cancelled',
	'expired',
	'refunded',
	'disabled',
];

/** Whether a customer's record, read for a product's href, shows access. A service may ignore the product in a request. */
export function isSubscriber(record: IDataObject, product: string): boolean {
	const products = embeddedRecords(record, 'products');
	return products?.some(({ id }) => product.endsWith(`/${String(id)}`)) ?? true;
}

/** Reads the customer's own record for the product, which no lag concerns; `undefined` without access now. */
export async function findSubscriber(
	client: Client,
	product: string,
	id: unknown,
): Promise<IDataObject | undefined> {
	const record = await findById(client, id, product);
	return record && isSubscriber(record, product) ? record : undefined;
}
