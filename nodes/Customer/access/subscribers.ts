import type { IDataObject } from 'n8n-workflow';

import { type PageQuery, readList, readPage } from '../../shared/http/pagination';
import { InvalidResponseError, type ServiceResponse } from '../../shared/http/response';
import { sendGet } from '../../shared/http/requestSender';
import type { ProductRequest } from './request';

const PAGE_SIZE = 100;

/** Somebody who leaves the list while it is read moves another one out of sight: then it is read again. */
const ATTEMPTS = 3;

function unread({ message, remedy }: InvalidResponseError): InvalidResponseError {
	const problem = 'Nothing was changed: who has access could not be read.';
	return new InvalidResponseError(message, `${problem} ${remedy}`);
}

async function readOnce(request: ProductRequest) {
	// The lowest that a page gave.
	let total = Infinity;
	const { product, options } = request;
	const fetchPage = async (page: PageQuery): Promise<ServiceResponse> => {
		const query = { product, status: 'enabled', sort: 'oldest', ...page };
		const answer = await sendGet(request, '/customers', query);
		total = Math.min(total, readPage(answer.body, 'customers').total ?? total);
		return answer;
	};
	const subscribers = await readList({
		key: 'customers',
		firstPage: 1,
		perPage: PAGE_SIZE,
		baseUrl: options.baseURL,
		keep: (customer) => customer,
		fetchPage,
	}).catch((error: unknown) => {
		throw error instanceof InvalidResponseError ? unread(error) : error;
	});
	return { subscribers, total: total === Infinity ? 0 : total };
}

/** All who have access to a product now, on any plan, and never fewer than the service says that there are. */
export async function readSubscribers(request: ProductRequest): Promise<IDataObject[]> {
	let missing = 0;
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const { subscribers, total } = await readOnce(request);
		if (subscribers.length >= total) return subscribers;
		missing = total - subscribers.length;
	}
	throw new InvalidResponseError(
		`The list of the customers with access is not complete: ${missing} are missing`,
		'Nothing was changed. The service says that there are more than it gives: tell the service, and try again later.',
	);
}
