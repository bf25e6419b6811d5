import {
	UserError,
	type IExecutePaginationFunctions,
	type IHttpRequestOptions,
	type INodeProperties,
} from 'n8n-workflow';

import { convert, type Convert } from '../shared/fields/convert';
import { locator, locatorInPath } from '../shared/fields/locators';
import { parseBaseUrl } from '../shared/http/baseUrl';
import { parseId } from '../shared/http/reference';
import { bodyOf } from '../shared/json';

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

const emailAddress: Convert = (value, { label }) => parseEmail(value, label);

const sendEmail = convert('body', 'email', 'Email', emailAddress);

/**
 * The e-mail address of a customer. Every operation has the same field, so that it stands once in
 * the node (see `joinFields`); one without Identify By shows it too.
 */
export function emailField(): INodeProperties {
	return {
		displayName: 'Email',
		name: 'email',
		type: 'string',
		placeholder: 'e.g. ada@example.com',
		default: '',
		required: true,
		displayOptions: { hide: { identifyBy: ['customer'] } },
		description: 'The address that the customer signs in with, in capital or small letters',
		routing: { send: { type: 'body', property: 'email', preSend: [sendEmail] } },
	};
}

/**
 * A customer, who takes the place of `:customer` in the URL. Every operation has the same field, so
 * that it stands once in the node; one without Customer Source shows it too.
 */
export function customerField(): INodeProperties {
	return locatorInPath('customer', { displayOptions: { hide: { customerSource: ['me'] } } });
}

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
		emailField(),
		// Not hidden for `email`, for n8n stores no default: it would be shown, and missing, with that.
		locator('customer', { required: true, displayOptions: { show: { identifyBy: ['customer'] } } }),
	];
}

/** The e-mail address that the field has put into the request. */
export function emailOf(options: IHttpRequestOptions): string {
	return parseEmail(bodyOf(options).email, 'Email');
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
	if (by === 'email') return { email: emailOf(options) };
	if (by === 'customer') {
		const value = context.getNodeParameter('customer', '');
		return { id: parseId(value, 'customer', parseBaseUrl(options.baseURL), 'Customer') };
	}
	throw new UserError(`The parameter "Identify By" is not known: "${String(by)}"`, {
		description: 'Use email or customer.',
	});
}
