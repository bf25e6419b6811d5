import type { IDataObject } from 'n8n-workflow';

import { readWholeList } from '../../shared/client/lists';
import { InvalidResponseError } from '../../shared/client/response';
import { sendGet } from '../../shared/client/legacy';
import type { ProductRequest } from './request';

const PAGE_SIZE = 100;

function unread({ message, remedy }: InvalidResponseError): InvalidResponseError {
	const problem = 'Nothing was changed: who has access could not be read.';
	return new InvalidResponseError(message, `${problem} ${remedy}`);
}

/** Returns all customers with access to a product, on any plan: never fewer rows than the list's `total`. */
export async function readSubscribers(request: ProductRequest): Promise<IDataObject[]> {
	const { product } = request;
	const { records, missing } = await readWholeList({
		key: 'customers',
		firstPage: 1,
		perPage: PAGE_SIZE,
		keep: (customer) => customer,
		fetchPage: async (page) => {
			const query = { product, status: 'enabled', sort: 'oldest', ...page };
			return await sendGet(request, '/customers', query);
		},
	}).catch((error: unknown) => {
		throw error instanceof InvalidResponseError ? unread(error) : error;
	});
	if (missing === 0) return records;
	throw new InvalidResponseError(
		`The list of the customers with access is not complete: ${missing} are missing`,
		'Nothing was changed. The service says that there are more than it gives: tell the service, and try again later.',
	);
}
