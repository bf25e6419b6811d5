import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { catchStatus } from '../../shared/http/errors';
import type { ItemRequest } from '../../shared/http/request';
import { sendGet } from '../../shared/http/requestSender';
import { NO_CONTENT } from '../../shared/http/response';
import { bodyOf } from '../../shared/json';
import { requireRecord } from '../../shared/output/projection';
import type { RequestOverrides } from '../../shared/execution/run';
import { withHeadline } from '../withHeadline';
import { findSubscription } from './find';

/** How the service may answer when there is nothing to remove, which is not documented. */
export const NOTHING_THERE = ['400', '404', '409', '422'];

async function recordAt(
	request: ItemRequest,
	url: string,
	kind: 'customer' | 'product',
): Promise<IDataObject | undefined> {
	const answer = await catchStatus(sendGet(request, url), NOTHING_THERE);
	return answer instanceof NodeApiError ? undefined : requireRecord(answer, kind);
}

/** Of whom a product is removed, and how they are subscribed to it, where it is still there. */
async function removalAt(request: ItemRequest) {
	const { context, options } = request;
	const id = options.url.split('/')[2] ?? '';
	const customer = await recordAt(request, `/customers/${id}`, 'customer');
	if (!customer) return undefined;
	const product = String(bodyOf(options).product);
	const subscription = await findSubscription({ context, options, product }, customer, 'all');
	return { customer, subscription };
}

/**
 * How a removal is sent. One whose answer was lost is sent again; where that is refused because nothing is left, the
 * first one has done it.
 */
export function removalOverrides(request: ItemRequest): RequestOverrides {
	return {
		reconcile: async () => {
			const removal = await removalAt(request);
			return removal && !removal.subscription ? NO_CONTENT : undefined;
		},
	};
}

/**
 * What a refused removal means, with the id in its path and the product in its body: where the customer does not have
 * the product, it says so by name; the refusal as it is otherwise.
 */
export async function explainRemoval(
	request: ItemRequest,
	refusal: NodeApiError,
): Promise<NodeApiError> {
	if (!NOTHING_THERE.includes(String(refusal.httpCode))) return refusal;
	const href = String(bodyOf(request.options).product);
	const path = href.slice(href.indexOf('/products/'));
	const product = await recordAt(request, path, 'product');
	const removal = product && (await removalAt(request));
	if (!removal || removal.subscription) return refusal;
	const { name, email, id } = removal.customer;
	return withHeadline(
		refusal,
		`${String(name ?? email ?? id)} does not have ${String(product.name ?? product.id)}`,
		'There is nothing to remove. Revoke Access takes that for success.',
	);
}
