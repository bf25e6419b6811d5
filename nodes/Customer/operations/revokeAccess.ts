import {
	NodeApiError,
	updateDisplayOptions,
	type IDataObject,
	type IExecutePaginationFunctions,
	type IHttpRequestOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { optionsField } from '../../shared/fields/lists';
import { locatorAsHref } from '../../shared/fields/locators';
import { outputFields } from '../../shared/fields/output';
import { orRefusal } from '../../shared/http/nodeErrors';
import { send } from '../../shared/http/send';
import { bodyOf } from '../../shared/json';
import type { CustomerReference } from '../../shared/operation/customerByEmail';
import { view } from '../../shared/operation/output';
import { handledBy, operation } from '../../shared/operation/run';
import { findCustomer, inTurn } from '../access';
import { findSubscription } from '../find';
import { anyCustomerField, identityOf } from '../identity';

/** A customer may have both; they are removed one at a time (spec, Customers). */
const PLANS = ['standard', 'free'];

/** How the service may answer when there is nothing to remove, which is not documented. */
const NOTHING_THERE = ['404', '409', '422'];

async function revokeAccess(
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
	identity: CustomerReference,
): Promise<IDataObject> {
	const show = view(context, 'customer');
	const customer = await findCustomer([context, options], identity);
	if (!customer) {
		const asked = 'id' in identity ? { id: Number(identity.id) } : identity;
		return { outcome: 'unchanged', revoked: false, revokedPlans: [], ...asked };
	}
	const product = String(bodyOf(options).product);
	const held = await findSubscription(context, options, customer, product, 'all');
	const url = `/customers/${String(customer.id)}/products`;
	const removed = [];
	const refusals = [];
	for (const plan of PLANS) {
		const removal: IHttpRequestOptions = { ...options, url, body: { product, plan } };
		const answer = await orRefusal(send(context, { options: removal }), NOTHING_THERE);
		if (answer instanceof NodeApiError) refusals.push(answer);
		else if (held) removed.push(plan);
	}
	// All refused may mean that there was nothing any more, or that the access is still there.
	const isInDoubt = held && refusals.length === PLANS.length;
	if (isInDoubt && (await findSubscription(context, options, customer, product))) throw refusals[0];
	return show(customer, {
		outcome: removed.length > 0 ? 'revoked' : 'unchanged',
		revoked: removed.length > 0,
		revokedPlans: removed,
	});
}

export const option: INodePropertyOptions = {
	name: 'Revoke Access',
	value: 'revokeAccess',
	action: 'Revoke the access of a customer to a product',
	description:
		'End the access of a customer to a product, paid and free; where there is none, nothing is done and that is no error',
	routing: {
		request: { method: 'DELETE', url: '/customers' },
		...handledBy(
			operation(async (context, options) => {
				const identity = identityOf(context, options);
				return [
					await inTurn([context, options], identity, async () => {
						return await revokeAccess(context, options, identity);
					}),
				];
			}),
		),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['revokeAccess'] } }, [
		anyCustomerField(),
		locatorAsHref('product', 'body', {
			required: true,
			description: 'The product that the customer may no longer watch',
		}),
		...outputFields('customer'),
		optionsField(),
	]);
