import type { INodeProperties, PreSendAction } from 'n8n-workflow';

import { customerHeader } from '../shared/customers/headers';
import type { RequestOverridesFor } from '../shared/execution/run';
import { invalidParameter } from '../shared/parameters/errors';
import { readChoice, type Reader, readText } from '../shared/parameters/values';
import { preSend } from '../shared/execution/preSend';

/** Visible ASCII: whatever else could not travel in a header. */
const TOKEN = /^[!-~]+$/;

function readToken(context: Reader): string {
	const [displayName, typeOptions] = ['Customer Access Token', { password: true }];
	const token = readText(context, 'customerAccessToken', { displayName, typeOptions });
	if (TOKEN.test(token)) return token;
	throw invalidParameter(
		displayName,
		'is no token',
		'Give the access token of a paired customer, usually as an expression on Pairing Code > Get.',
	);
}

/** With the access token of a customer, who is signed in, the lists stand under the alias `/me`. */
const asMe = preSend((context, options) => {
	readToken(context);
	options.url = options.url.replace('/customers/:customer', '/me');
});

const SOURCES: Record<string, PreSendAction> = {
	// Without it the service tells of the key's creator, whoever is in the path.
	customer: customerHeader('customer', 'Customer'),
	me: asMe,
};

const sendSource = preSend(async (context, options) => {
	await readChoice(context, 'customerSource', 'Customer Source', SOURCES).call(context, options);
});

/** With the customer's own access token no other credential is sent (docs/service.md, Access tokens). */
export const withCustomerSource: RequestOverridesFor = ({ context }) =>
	context.getNodeParameter('customerSource') === 'me' ? { customerToken: readToken(context) } : {};

export function customerSourceField(): INodeProperties {
	return {
		displayName: 'Customer Source',
		name: 'customerSource',
		type: 'options',
		options: [
			{ name: 'Chosen Customer', value: 'customer', description: 'The customer chosen below' },
			{
				name: 'Signed-In Customer',
				value: 'me',
				description: 'The customer whose access token is given below',
			},
		],
		default: 'customer',
		description: 'Whose list it is',
		routing: { send: { preSend: [sendSource] } },
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
