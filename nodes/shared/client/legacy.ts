import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { type Client, clientFor } from './client';
import type { ServiceContext } from './context';
import type { RequestOptions } from './request';
import type { ServiceResponse } from './response';

// What Customer/access and Collection still use. It goes when they have moved to the client.

export interface ItemRequest {
	context: IExecuteSingleFunctions;
	options: IHttpRequestOptions;
}

/** Returns the client of a request in n8n's options. */
export function clientOf({ context, options }: ItemRequest): Client {
	return clientFor(context, { ...options }).client;
}

export async function send(
	context: ServiceContext,
	{ options, ...others }: RequestOptions & { options: IHttpRequestOptions },
): Promise<ServiceResponse> {
	const { client, request } = clientFor(context, { ...options });
	return await client.send(request, others);
}
