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

/**
 * Counts the rows of pages, which are lists of ids. A customer may be listed once for each plan (docs/service.md, Lists), so that a total counts
 * rows, not customers. A page that is the same as another one was served twice.
 */
function countRows(pages: Map<number, unknown[]>): number {
	const distinct = new Map([...pages.values()].map((rows) => [rows.join(), rows]));
	return [...distinct.values()].reduce((sum, { length }) => sum + length, 0);
}

/** Reads the list once; `missing` is how many rows its pages lack of the lowest total that one of them gave. */
async function readOnce(request: ProductRequest) {
	let total = Infinity;
	const pages = new Map<number, unknown[]>();
	const { product, options } = request;
	const fetchPage = async (page: PageQuery): Promise<ServiceResponse> => {
		const query = { product, status: 'enabled', sort: 'oldest', ...page };
		const response = await sendGet(request, '/customers', query);
		const read = readPage(response.body, 'customers');
		total = Math.min(total, read.total ?? total);
		const ids = read.records.map(({ id }) => id);
		pages.set(page.page, ids);
		return response;
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
	return { subscribers, missing: total === Infinity ? 0 : total - countRows(pages) };
}

/** Reads all who have access to a product now, each once, and never fewer than the service says that there are. */
export async function readSubscribers(request: ProductRequest): Promise<IDataObject[]> {
	let fewest = Infinity;
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const { subscribers, missing } = await readOnce(request);
		if (missing <= 0) return subscribers;
		fewest = Math.min(fewest, missing);
	}
	throw new InvalidResponseError(
		`The list of the customers with access is not complete: ${fewest} are missing`,
		'Nothing was changed. The service says that there are more than it gives: tell the service, and try again later.',
	);
}
