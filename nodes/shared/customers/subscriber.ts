import type { IDataObject } from 'n8n-workflow';

import { embeddedRecords } from '../json';

/**
 * Whether a customer's own record for a product shows access. A service that ignores the product in the request returns
 * the record of everybody: it then lacks the product.
 *
 * @param product the product's href
 */
export function isSubscriber(record: IDataObject, product: string): boolean {
	const products = embeddedRecords(record, 'products');
	return products?.some((one) => product.endsWith(`/${String(one.id)}`)) ?? true;
}
