import type { IDataObject } from 'n8n-workflow';

import type { Choice } from '../../core/event';
import type { ListPage, Reader } from '../../core/types';

/** Pages of the customers who have a status, newest first unless something else is asked. */
export function customersWith(
	status: string,
	reader: Reader,
	{ product }: Pick<Choice, 'product'>,
	asked: IDataObject = { sort: 'newest' },
): ListPage {
	const query = {
		...asked,
		status,
		...(product === undefined ? {} : { product: reader.hrefOf('product', product) }),
	};
	return async (page) => await reader.list('/customers', 'customers', { ...query, page });
}
