import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { catchStatus, hasStatus, withHeadline } from '../../shared/client/errors';
import { ambiguousHintOf, type RequestOptions } from '../../shared/client/request';
import type { ItemRequest } from '../../shared/client/legacy';
import { sendGet } from '../../shared/client/legacy';
import { NO_CONTENT } from '../../shared/client/response';
import { bodyOf } from '../../shared/json';
import { requireRecord } from '../../shared/output/projection';
import { findById, findByIdWithProduct, mayBeListed } from './find';

/** The statuses of a refusal when there is nothing to remove; which one is not documented. */
export const NOTHING_THERE = ['400', '404', '409', '422'];

/**
 * Finds the customer of a removal, and whether the product is left: the lists and the customer's own record must agree
 * that it is not.
 */
async function removalAt(request: ItemRequest) {
	const { context, options } = request;
	const customer = await findById(request, options.url.split('/')[2]);
	if (!customer) return undefined;
	const asked = { context, options, product: String(bodyOf(options).product) };
	const isLeft =
		(await mayBeListed(asked, customer, 'all')) ||
		(await findByIdWithProduct(asked, customer)) !== undefined;
	return { customer, isLeft };
}

/**
 * Returns the overrides for the request of a removal. After a lost response it is sent again; when that is refused because
 * nothing is left, the first one has succeeded.
 */
export function removalOverrides(request: ItemRequest): RequestOptions {
	return {
		reconcile: async () => {
			const removal = await removalAt(request);
			return removal && !removal.isLeft ? NO_CONTENT : undefined;
		},
	};
}

async function productAt(request: ItemRequest, href: string): Promise<IDataObject | undefined> {
	const path = href.slice(href.indexOf('/products/'));
	const response = await catchStatus(sendGet(request, path), NOTHING_THERE);
	return response instanceof NodeApiError ? undefined : requireRecord(response, 'product');
}

/** Explains a refused removal. The headline says when the customer does not have the product, with their names. */
export async function explainRemoval(
	request: ItemRequest,
	refusal: NodeApiError,
): Promise<NodeApiError> {
	if (!hasStatus(refusal, NOTHING_THERE)) return refusal;
	// After an earlier attempt, which may have removed the product, it is unknown whether there was anything to remove.
	const lost = ambiguousHintOf({ method: 'DELETE', path: '' }, {});
	if (lost !== undefined && refusal.description?.startsWith(lost)) return refusal;
	const product = await productAt(request, String(bodyOf(request.options).product));
	const removal = product && (await removalAt(request));
	if (!removal || removal.isLeft) return refusal;
	const { name, email, id } = removal.customer;
	return withHeadline(
		refusal,
		`${String(name ?? email ?? id)} does not have ${String(product.name ?? product.id)}`,
		'There is nothing to remove. Revoke Access takes that for success.',
	);
}
