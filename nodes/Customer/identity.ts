import {
	UserError,
	type IExecutePaginationFunctions,
	type IHttpRequestOptions,
	type INodeProperties,
} from 'n8n-workflow';

import { parseBaseUrl } from '../shared/baseUrl';
import type { Convert } from '../shared/fields/convert';
import { locator } from '../shared/fields/locators';
import { parseId } from '../shared/reference';

/** Which customer is meant. */
export type Identity = { email: string } | { id: string };

/** An e-mail address, without the spaces that lists and tables bring along. */
function parseEmail(value: unknown, label: string): string {
	const address = typeof value === 'string' ? value.trim() : value;
	if (typeof address === 'string' && /^[^\s@]+@[^\s@]+$/.test(address)) return address;
	const isEmpty = address === undefined || address === null || address === '';
	throw new UserError(
		`The parameter "${label}" is ${isEmpty ? 'empty' : 'not an e-mail address'}`,
		{
			description: `Give one address such as ada@example.com. If ${label} holds an expression, check that the item has the value.`,
		},
	);
}

export const emailAddress: Convert = (value, { label }) => parseEmail(value, label);

/** A customer by e-mail address or as a thing of the service; {@link identityOf} reads them. */
export function identityFields(): INodeProperties[] {
	return [
		{
			displayName: 'Identify By',
			name: 'identifyBy',
			type: 'options',
			options: [
				{
					name: 'Customer',
					value: 'customer',
					description: 'A customer that you choose from the list, or by ID or address',
				},
				{ name: 'Email', value: 'email', description: 'The e-mail address of the customer' },
			],
			default: 'email',
			description: 'How you tell which customer is meant',
		},
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			placeholder: 'e.g. ada@example.com',
			default: '',
			required: true,
			displayOptions: { show: { identifyBy: ['email'] } },
			description: 'The e-mail address of the customer, in capital or small letters',
		},
		locator('customer', {
			required: true,
			displayOptions: { show: { identifyBy: ['customer'] } },
		}),
	];
}

/**
 * Which customer the person means.
 *
 * @throws UserError when the e-mail address or the customer is empty or no such thing
 */
export function identityOf(
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
): Identity {
	const by = context.getNodeParameter('identifyBy', 'email');
	if (by === 'email') return { email: parseEmail(context.getNodeParameter('email', ''), 'Email') };
	if (by === 'customer') {
		const value = context.getNodeParameter('customer', '');
		return { id: parseId(value, 'customer', parseBaseUrl(options.baseURL), 'Customer') };
	}
	throw new UserError(`The parameter "Identify By" is not known: "${String(by)}"`, {
		description: 'Use email or customer.',
	});
}
