import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../client/client';
import { findById } from './customerByEmail';
import { isSubscriber } from './subscriber';

/** Reads the customer's own record for the product, which no lag concerns; `undefined` without access now. */
export async function findSubscriber(
	client: Client,
	product: string,
	id: unknown,
): Promise<IDataObject | undefined> {
	const record = await findById(client, id, product);
	return record && isSubscriber(record, product) ? record : undefined;
}
