import type { IDataObject } from 'n8n-workflow';

import { readList } from '../../shared/http/pagination';
import { InvalidResponseError } from '../../shared/http/response';
import { sendGet } from '../../shared/http/requestSender';
import type { ProductRequest } from './request';

const PAGE_SIZE = 100;

/** A customer who leaves the list while it is read shifts its pages, which hides another one: the list is read again. */
const ATTEMPTS = 3;

function unread({ message, remedy }: InvalidResponseError): InvalidResponseError {
	const problem = 'Nothing was changed: who has access could not be read.';
	return new InvalidResponseError(message, `${problem} ${remedy}`);
}

async function readOnce(request: ProductRequest) {
	const { product } = request;
	let missing = 0;
	const subscribers = await readList({
		key: 'customers',
		firstPage: 1,
		perPage: PAGE_SIZE,
		keep: (customer) => customer,
		fetchPage: async (page) => {
			const query = { product, status: 'enabled', sort: 'oldest', ...page };
			return await sendGet(request, '/customers', query);
		},
		onShortfall: ({ received, total }) => {
			missing = total - received;
		},
	}).catch((error: unknown) => {
		throw error instanceof InvalidResponseError ? unread(error) : error;
	});
	return { subscribers, missing };
}

/** Returns all customers with access to a product, on any plan: never fewer rows than the list's `total`. */
export async function readSubscribers(request: ProductRequest): Promise<IDataObject[]> {
	for (let attempt = 1; ; attempt++) {
		const { subscribers, missing } = await readOnce(request);
		if (missing === 0) return subscribers;
		if (attempt < ATTEMPTS) continue;
		throw new InvalidResponseError(
			`The list of the customers with access is not complete: ${missing} are missing`,
			'Nothing was changed. The service says that there are more than it gives: tell the service, and try again later.',
		);
	}
}
