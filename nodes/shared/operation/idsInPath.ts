import type { IHttpRequestOptions } from 'n8n-workflow';

import { customerId } from '../customer/customerByEmail';
import type { ItemRequest } from '../http/request';
import { isKind, type Kind, parseId } from '../reference/reference';
import { kindLabel } from '../validation/references';

async function idOf(request: ItemRequest, kind: Kind): Promise<string> {
	const value = request.context.getNodeParameter(kind);
	const label = kindLabel(kind);
	return kind === 'customer'
		? await customerId(request, value, label)
		: parseId(value, kind, request.options.baseURL, label);
}

/**
 * The request with the ids of its locators in their places, which none can leave: `:customer` in the path stands for
 * what the field `customer` chooses. It needs no routing for that, which n8n would evaluate twice more for each item.
 */
export async function withIdsInPath(request: ItemRequest): Promise<IHttpRequestOptions> {
	const { options } = request;
	const segments = await Promise.all(
		options.url.split('/').map(async (segment) => {
			const name = segment.slice(1);
			return segment.startsWith(':') && isKind(name) ? await idOf(request, name) : segment;
		}),
	);
	return { ...options, url: segments.join('/') };
}
