import type { IDataObject } from 'n8n-workflow';

import { embeddedRecords } from '../json';

/** Whether a customer's record, read for a product's href, shows access. A service may ignore the product in a request. */
export function isSubscriber(record: IDataObject, product: string): boolean {
	const products = embeddedRecords(record, 'products');
	return products?.some(({ id }) => product.endsWith(`/${String(id)}`)) ?? true;
}
