import type { NodeApiError } from 'n8n-workflow';

import { hasStatus, withHeadline } from '../../shared/client/errors';
import type { ServiceRequest } from '../../shared/client/request';
import { NO_CONTENT } from '../../shared/client/response';
import type { OperationCall, RequestOptionsFor } from '../../shared/run/operation';
import { recordOrSuccess, type singleRequest } from '../../shared/run/writes';
import { bodyOf } from '../../shared/json';
import { Evidence, findSubscriber } from './evidence';
import { NOTHING_TO_REMOVE } from './revocation';
import { rememberAccess } from './writtenAccess';

const customerIn = ({ path }: ServiceRequest) => String(path.split('/')[2]);
const productIn = (request: ServiceRequest) => String(bodyOf(request).product);

/** Returns the mapping that remembers what Add Product has granted, or Remove Product has removed, until lists show it. */
export function rememberingAccess(isRemoval: boolean): Parameters<typeof singleRequest>[0]['map'] {
	return (call) => {
		const { client, request } = call;
		const toItems = recordOrSuccess('customer')(call);
		return (response) => {
			const granted = bodyOf(request).plan === 'free' ? 'free' : 'standard';
			const written = isRemoval ? 'none' : granted;
			rememberAccess(client, productIn(request), customerIn(request), written);
			return toItems(response);
		};
	};
}

/** A removal that is refused when it is sent again after a lost response is done if the own record shows no access. */
export const removalOptions: RequestOptionsFor = ({ client, request }) => ({
	reconcile: async () => {
		const asked = { client, product: productIn(request) };
		const subscriber = await findSubscriber(asked, customerIn(request));
		return subscriber ? undefined : NO_CONTENT;
	},
});

/** Explains a refused removal. The headline says when the customer does not have the product, with their names. */
export async function explainRemoval(
	{ client, request }: OperationCall,
	refusal: NodeApiError,
): Promise<NodeApiError> {
	if (!hasStatus(refusal, NOTHING_TO_REMOVE)) return refusal;
	const evidence = new Evidence('history');
	const asked = { client, product: productIn(request), customer: { id: customerIn(request) } };
	const [access] = (await evidence.access(asked)) ?? [];
	if (access?.state !== 'none') return refusal;
	const { name, email, id } = access.customer;
	const product = await evidence.product(asked);
	return withHeadline(
		refusal,
		`${String(name ?? email ?? id)} does not have ${String(product.name ?? product.id)}`,
		'Use Revoke Access to ignore customers without access. There is nothing to remove.',
	);
}
