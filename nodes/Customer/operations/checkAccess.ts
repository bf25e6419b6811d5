import {
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
import { view } from '../../shared/operation/output';
import { handledBy, operation } from '../../shared/operation/run';
import { findCustomer } from '../access';
import { findSubscription } from '../find';
import { anyCustomerField, identityOf } from '../identity';

/** By e-mail address, one request tells who has access; who it is otherwise takes another. */
async function checkAccess(
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
): Promise<IDataObject> {
	const identity = identityOf(context, options);
	const known = 'id' in identity ? await findCustomer([context, options], identity) : identity;
	const subscription =
		known && (await findSubscription(context, options, known, String(options.qs?.product)));
	const customer =
		subscription ?? ('id' in identity ? known : await findCustomer([context, options], identity));
	return {
		hasAccess: subscription !== undefined,
		plan: subscription?.plan ?? null,
		customer: customer ? view(context, 'customer')(customer) : null,
	};
}

export const option: INodePropertyOptions = {
	name: 'Check Access',
	value: 'checkAccess',
	action: 'Check whether a customer has access to a product',
	description:
		'Find out whether somebody may watch a product now; who is unknown, cancelled, paused or expired has no access',
	routing: {
		request: { method: 'GET', url: '/customers' },
		...handledBy(operation(async (context, options) => [await checkAccess(context, options)])),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['checkAccess'] } }, [
		anyCustomerField(),
		locatorAsHref('product', 'qs', { required: true, description: 'The product to be watched' }),
		...outputFields('customer'),
		optionsField(),
	]);
