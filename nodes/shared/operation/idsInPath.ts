import type { IExecutePaginationFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { kindLabel } from '../fields/convert';
import { parseBaseUrl } from '../http/baseUrl';
import { type Kind, KINDS, parseId } from '../http/reference';

function isKind(name: string): name is Kind {
	return name in KINDS;
}

/**
 * The request with the ids of its locators in their places: `:customer` in the path stands for what
 * the field `customer` chooses. The field needs no routing for it, which n8n would evaluate twice
 * more for each item.
 *
 * @throws UserError when a field holds no id, so that nothing can leave its path segment
 */
export function withIdsInPath(
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
): IHttpRequestOptions {
	const url = options.url.replace(/:(\w+)/g, (placeholder, name: string) =>
		isKind(name)
			? parseId(
					context.getNodeParameter(name),
					name,
					parseBaseUrl(options.baseURL),
					kindLabel(name),
				)
			: placeholder,
	);
	return { ...options, url };
}
