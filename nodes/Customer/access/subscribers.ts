import type { IDataObject } from 'n8n-workflow';

import { readList, type Shortfall } from '../../shared/http/pagination';
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
	const shortfalls: Shortfall[] = [];
	const subscribers = await readList({
		key: 'customers',
		firstPage: 1,
		perPage: PAGE_SIZE,
		keep: (customer) => customer,
		fetchPage: async (page) => {
			const query = { product, status: 'enabled', sort: 'oldest', ...page };
			return await sendGet(request, '/customers', query);
		},
		onShortfall: (shortfall) => shortfalls.push(shortfall),
	}).catch((error: unknown) => {
		throw error instanceof InvalidResponseError ? unread(error) : error;
	});
	return { subscribers, shortfalls };
}

/** Returns all customers with access to a product, on any plan: never fewer rows than the list's `total`. */
export async function readSubscribers(request: ProductRequest): Promise<IDataObject[]> {
	let missing = 0;
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const { subscribers, shortfalls } = await readOnce(request);
		const [shortfall] = shortfalls;
		if (!shortfall) return subscribers;
		missing = shortfall.total - shortfall.received;
	}
	throw new InvalidResponseError(
		`The list of the customers with access is not complete: ${missing} are missing`,
		'Nothing was changed. The service says that there are more than it gives: tell the service, and try again later.',
	);
}
