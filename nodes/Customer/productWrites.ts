import type { NodeApiError } from 'n8n-workflow';

import { hasStatus } from '../shared/client/errors';
import type { ServiceRequest } from '../shared/client/request';
import { NO_CONTENT } from '../shared/client/response';
import { findMember } from '../shared/customers/member';
import { rememberAccess } from '../shared/customers/recentWrites';
import { bodyOf } from '../shared/data/json';
import { type OperationCall, type RequestOptionsFor, withNote } from '../shared/request/operation';
import { recordOrSuccess, type singleRequest } from '../shared/request/writes';

const customerIn = ({ path }: ServiceRequest) => String(path.split('/')[2]);
const productIn = (request: ServiceRequest) => String(bodyOf(request).product);

/** Returns the mapping that remembers what Add Product has granted, or Remove Product has removed, until lists show it. */
export function rememberAccessFrom(isRemoval: boolean): Parameters<typeof singleRequest>[0]['map'] {
	return (call) => {
		const { client, request } = call;
		const toItems = recordOrSuccess('customer')(call);
		return (response) => {
			const granted = bodyOf(request).plan === 'free' ? 'free' : 'standard';
			const written = isRemoval ? 'none' : granted;
			if (!response.isTest) {
				rememberAccess(client, productIn(request), customerIn(request), written);
			}
			return toItems(response);
		};
	};
}

/** The statuses with which the service may refuse a removal when there is nothing to remove; which one is not documented. */
export const NOTHING_TO_REMOVE = ['400', '404', '409', '422'];

const MAY_BE_NOTHING =
	'There may be nothing to remove: the customer may not have the product on this plan. Revoke Access removes both plans, and ignores customers without access.';

/** Adds to a refused removal that there may be nothing to remove. */
export async function explainRemoval(_: OperationCall, refusal: NodeApiError) {
	if (hasStatus(refusal, NOTHING_TO_REMOVE)) withNote(refusal, MAY_BE_NOTHING);
	return await Promise.resolve(refusal);
}

/** A removal that is refused when it is sent again after a lost response is done if the own record shows no access. */
export const removalOptions: RequestOptionsFor = ({ client, request }) => ({
	reconcile: async () => {
		const member = await findMember(client, productIn(request), customerIn(request));
		return member ? undefined : NO_CONTENT;
	},
});
