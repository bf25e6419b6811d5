import type { INodeProperties, INodePropertyOptions, PreSendAction } from 'n8n-workflow';

import { customerHeader } from '../shared/request/customerHeaders';
import { preSend } from '../shared/request/preSend';
import type { RequestOptionsFor } from '../shared/request/operation';
import { invalidParameter } from '../shared/values/parameterErrors';
import { readChoice, type ParameterSource, readText } from '../shared/values/readers';

/** Visible ASCII, the only characters that a header can contain. */
const TOKEN = /^[!-~]+$/;

function readToken(context: ParameterSource): string {
	const displayName = 'Customer Access Token';
	const field = { displayName, typeOptions: { password: true } };
	const token = readText(context, 'customerAccessToken', field);
	if (TOKEN.test(token)) return token;
	throw invalidParameter(
		displayName,
		'is not a token',
		'Enter the access token of a paired customer, usually an expression on Pairing Code > Get.',
	);
}

/** Sends the request to `/me`, the alias of the customer whose access token is sent. */
const toSignedInCustomer = preSend((_, options) => {
	options.url = options.url.replace('/customers/:customer', '/me');
});

const SOURCES: Record<string, PreSendAction> = {
	// Without the header the request counts for the creator of the key instead of the customer in the path.
	customer: customerHeader('customer', 'Customer'),
	me: toSignedInCustomer,
};

const SOURCE_OPTIONS: INodePropertyOptions[] = [
	{ name: 'Chosen Customer', value: 'customer', description: 'The customer chosen below' },
	{ name: 'Signed-In Customer', value: 'me', description: 'The customer with the token below' },
];

const readSource = (context: ParameterSource): PreSendAction =>
	readChoice(
		context,
		'customerSource',
		{ displayName: 'Customer Source', options: SOURCE_OPTIONS },
		SOURCES,
	);

const sendSource = preSend(async (context, options) => {
	await readSource(context).call(context, options);
});

/** Sends the customer's own access token in place of the node's credential (docs/developers/service.md, Access tokens). */
export const withCustomerSource: RequestOptionsFor = ({ context }) =>
	readSource(context) === SOURCES.me ? { customerToken: readToken(context) } : {};

/** Returns the field that says whose list an operation uses. */
export function customerSourceField(): INodeProperties {
	return {
		displayName: 'Customer Source',
		name: 'customerSource',
		type: 'options',
		options: [...SOURCE_OPTIONS],
		default: 'customer',
		description: 'How to identify the customer whose list to use',
		routing: { send: { preSend: [sendSource] } },
	};
}

/** Returns the field for the token of the signed-in customer. */
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
