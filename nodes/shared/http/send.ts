import type { IDataObject } from 'n8n-workflow';

import { parseBaseUrl } from '../reference/baseUrl';
import type { ServiceContext } from './credential';
import { Exchange } from './exchange';
import { asNodeError, plainError } from './nodeErrors';
import type { ItemRequest, ServiceRequest } from './request';
import type { ServiceResponse } from './response';

/**
 * Sends one request: in its turn, with retries where repeating is safe, to the base address and nowhere else.
 *
 * @returns the answer, its status between 200 and 299
 * @throws NodeApiError with cause, remedy and the service's words, free of secrets; the item named
 */
export async function send(
	context: ServiceContext,
	request: ServiceRequest,
): Promise<ServiceResponse> {
	const { url, baseURL } = request.options;
	if (!url.startsWith('/') || url.includes('/:')) {
		throw plainError(
			context,
			'The request has no complete address',
			'Check that every required parameter of the operation is filled in.',
		);
	}
	return await asNodeError(context, async () => {
		const options = { ...request.options, baseURL: parseBaseUrl(baseURL) };
		return await new Exchange(context, { ...request, options }).response();
	});
}

/** Reads something beside what an operation asks for, with its base address and headers. */
export async function sendGet(
	{ context, options }: ItemRequest,
	url: string,
	qs: IDataObject = {},
): Promise<ServiceResponse> {
	return await send(context, { options: { ...options, method: 'GET', url, body: undefined, qs } });
}
