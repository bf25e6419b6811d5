import { UserError, type INodeProperties } from 'n8n-workflow';

import { customerHeader } from '../shared/fields/onBehalfOf';
import type { TraitsOf } from '../shared/operation/run';
import { customerField } from './fields';

/** Visible ASCII: whatever else could not travel in a header. */
const TOKEN = /^[!-~]+$/;

/**
 * With the customer's own access token no other credential is sent (spec, OAuth access tokens).
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

/**
 * Whose list is meant: that of a customer by id, or that of the customer whose access token is
 * given, through the alias `/me`.
 *
 * @param list the last segment of both addresses
 */
export function customerSourceFields(list: 'watching' | 'watchlist'): INodeProperties[] {
	return [
		{
			displayName: 'Customer Source',
			name: 'customerSource',
			type: 'options',
			options: [
				{
					name: 'Chosen Customer',
					value: 'customer',
					description: 'A customer that you choose below',
					routing: {
						request: { url: `/customers/:customer/${list}` },
						// Without it the service tells of the key's creator, whoever is in the path.
						send: { preSend: [customerHeader('customer', 'Customer')] },
					},
				},
				{
					name: 'Signed-In Customer',
					value: 'me',
					description:
						'The customer who is signed in on a paired device, known by the access token',
					routing: { request: { url: `/me/${list}` } },
				},
			],
			default: 'customer',
			description: 'Whose list it is',
		},
		customerField(),
		{
			displayName: 'Customer Access Token',
			name: 'customerAccessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			displayOptions: { show: { customerSource: ['me'] } },
			description: 'The access token of a paired customer, usually from Pairing Code > Get',
		},
	];
}
