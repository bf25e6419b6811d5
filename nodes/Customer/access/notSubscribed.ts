import {
	NodeApiError,
	type IDataObject,
	type IExecutePaginationFunctions,
	type IHttpRequestOptions,
} from 'n8n-workflow';

import { orRefusal } from '../../shared/http/nodeErrors';
import { send } from '../../shared/http/send';
import { bodyOf } from '../../shared/json';
import { recordOf } from '../../shared/operation/output';
import { retold } from '../retold';
import { findSubscription } from './find';

/** How the service may answer when there is nothing to remove, which is not documented. */
export const NOTHING_THERE = ['400', '404', '409', '422'];

async function recordAt(
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
	url: string,
): Promise<IDataObject | undefined> {
	const reading: IHttpRequestOptions = { ...options, method: 'GET', url, body: undefined, qs: {} };
	const answer = await orRefusal(send(context, { options: reading }), NOTHING_THERE);
	return answer instanceof NodeApiError ? undefined : recordOf(answer);
}

/**
 * What a refused removal of a product means: where the customer does not have the product, it says
 * so by name; the refusal as it is otherwise.
 *
 * @param options of the removal: the id in its path, the product in its body
 */
export async function explainRemoval(
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
	refusal: NodeApiError,
): Promise<NodeApiError> {
	if (!NOTHING_THERE.includes(String(refusal.httpCode))) return refusal;
	const href = String(bodyOf(options).product);
	const id = options.url.split('/')[2] ?? '';
	const customer = await recordAt(context, options, `/customers/${id}`);
	const product = await recordAt(context, options, href.slice(href.indexOf('/products/')));
	if (!customer || !product) return refusal;
	const request = { context, options, customer: { id }, product: href, given: {} };
	if (await findSubscription(request, customer, 'all')) return refusal;
	const name = String(customer.name ?? customer.email ?? id);
	return retold(
		refusal,
		`${name} does not have ${String(product.name ?? product.id)}`,
		'Nothing was removed. Revoke Access takes that for success.',
	);
}
