import type { IExecutePaginationFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { kindLabel } from '../validation/references';
import { type Kind, KINDS, parseId } from '../reference/reference';
import { customerId } from '../customer/customerByEmail';

function isKind(name: string): name is Kind {
	return name in KINDS;
}

async function idOf(
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
	kind: Kind,
): Promise<string> {
	const value = context.getNodeParameter(kind);
	const label = kindLabel(kind);
	return kind === 'customer'
		? await customerId(context, options, value, label)
		: parseId(value, kind, options.baseURL, label);
}

/**
 * The request with the ids of its locators in their places: `:customer` in the path stands for what the field
 * `customer` chooses. The field needs no routing for it, which n8n would evaluate twice more for each item.
 *
 * @throws UserError when a field holds no id, so that nothing can leave its path segment
 */
export async function withIdsInPath(
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const segments = await Promise.all(
		options.url.split('/').map(async (segment) => {
			const name = segment.slice(1);
			return segment.startsWith(':') && isKind(name) ? await idOf(context, options, name) : segment;
		}),
	);
	return { ...options, url: segments.join('/') };
}
