import type {
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { convert, type Convert } from '../shared/fields/convert';
import { locator, locatorInPath } from '../shared/fields/locators';
import { parseBaseUrl } from '../shared/http/baseUrl';
import { bodyOf } from '../shared/json';
import {
	type CustomerReference,
	parseCustomer,
	parseEmail,
} from '../shared/operation/customerByEmail';

const emailAddress: Convert = (value, { label }) => parseEmail(value, label);

const sendEmail = convert('body', 'email', 'Email', emailAddress);

/** The e-mail address of a customer who may not exist yet. */
export function emailField(): INodeProperties {
	return {
		displayName: 'Email',
		name: 'email',
		type: 'string',
		placeholder: 'e.g. ada@example.com',
		default: '',
		required: true,
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

/** A customer who may not exist, so that the operation looks for them itself; by e-mail at first. */
export function anyCustomerField(): INodeProperties {
	return locator('customer', {
		required: true,
		default: { mode: 'email', value: '' },
		description: 'The customer, by e-mail address, ID or address of the API',
	});
}

/** The e-mail address that the field has put into the request. */
export function emailOf(options: IHttpRequestOptions): string {
	return parseEmail(bodyOf(options).email, 'Email');
}

/**
 * Which customer the person means.
 *
 * @throws UserError when the customer is empty or no such thing
 */
export function identityOf(
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
): CustomerReference {
	const value = context.getNodeParameter('customer', '');
	return parseCustomer(value, parseBaseUrl(options.baseURL), 'Customer');
}
