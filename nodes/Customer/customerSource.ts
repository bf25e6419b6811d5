import { UserError, type INodeProperties } from 'n8n-workflow';

import { preSend } from '../shared/operation/refusal';
import { customerField } from './identity';

/** Sends the customer's own access token, and so no other credential (spec, OAuth access tokens). */
const withCustomerToken = preSend((context, options) => {
	const token = context.getNodeParameter('customerAccessToken', '');
	if (typeof token !== 'string' || !/^\S+$/.test(token)) {
		throw new UserError('The parameter "Customer Access Token" is empty or no token', {
			description:
				'Give the access token of a paired customer, usually as an expression on Pairing Code > Get.',
		});
	}
	options.headers = { ...options.headers, Authorization: `Bearer ${token}` };
});

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
					name: 'Customer',
					value: 'customer',
					description: 'A customer that you choose',
					routing: { request: { url: `/customers/:customer/${list}` } },
				},
				{
					name: 'Owner of an Access Token',
					value: 'me',
					description: 'The customer who is signed in on a paired device',
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
			routing: { send: { preSend: [withCustomerToken] } },
		},
	];
}
