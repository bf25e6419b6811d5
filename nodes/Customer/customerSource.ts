import { UserError, type INodeProperties } from 'n8n-workflow';

import { customerHeader } from '../shared/customer/headers';
import type { TraitsOf } from '../shared/operation/run';
import { preSend } from '../shared/validation/refusal';

/** Visible ASCII: whatever else could not travel in a header. */
const TOKEN = /^[!-~]+$/;

/**
 * With the customer's own access token no other credential is sent (docs/service.md, Access
 * tokens).
 *
 * @throws UserError when the token is empty or none
 */
export const withCustomerSource: TraitsOf = (context) => {
	if (context.getNodeParameter('customerSource', 'customer') !== 'me') return {};
	const customerToken = context.getNodeParameter('customerAccessToken', '');
	if (typeof customerToken === 'string' && TOKEN.test(customerToken)) return { customerToken };
	throw new UserError('The parameter "Customer Access Token" is empty or no token', {
		description:
			'Give the access token of a paired customer, usually as an expression on Pairing Code > Get.',
	});
};

/** With the access token of a customer, who is signed in, the lists stand under the alias `/me`. */
const asMe = preSend((_, options) => {
	options.url = options.url.replace('/customers/:customer', '/me');
});

/** Whose list is meant: that of a chosen customer, or of the one whose access token is given. */
export function customerSourceField(): INodeProperties {
	return {
		displayName: 'Customer Source',
		name: 'customerSource',
		type: 'options',
		options: [
			{
				name: 'Chosen Customer',
				value: 'customer',
				description: 'The customer chosen below',
				// Without it the service tells of the key's creator, whoever is in the path.
				routing: { send: { preSend: [customerHeader('customer', 'Customer')] } },
			},
			{
				name: 'Signed-In Customer',
				value: 'me',
				description: 'The customer whose access token is given below',
				routing: { send: { preSend: [asMe] } },
			},
		],
		default: 'customer',
		description: 'Whose list it is',
	};
}

export function accessTokenField(): INodeProperties {
	return {
		displayName: 'Customer Access Token',
		name: 'customerAccessToken',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		required: true,
		displayOptions: { show: { customerSource: ['me'] } },
		description: 'The access token of a paired customer, usually from Pairing Code > Get',
	};
}
