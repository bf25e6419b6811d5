import {
	UserError,
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
	type INodeProperties,
	type PreSendAction,
} from 'n8n-workflow';

import { parseBaseUrl } from '../http/baseUrl';
import { credentialData } from '../http/credential';
import { hrefOf } from '../http/reference';
import { customerId } from '../operation/customerByEmail';
import { preSend } from '../operation/refusal';
import { locator } from './locators';

const DEFAULT_PREFIX = 'SVC';
const HEADER_PREFIX = /^[A-Za-z][A-Za-z0-9-]*$/;

/** The longest address: IPv6 with an IPv4 address at its end. Longer texts never reach the expression. */
const LONGEST_IP_ADDRESS = 45;
const IP_ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|[0-9A-Fa-f:]{0,45}:[0-9A-Fa-f:.]{1,45})$/;

/** The prefix that stands for the service's own name in its headers (spec, Authentication). */
async function headerPrefix(context: IExecuteSingleFunctions): Promise<string> {
	const { headerPrefix: prefix = DEFAULT_PREFIX } = await credentialData(context);
	if (typeof prefix === 'string' && HEADER_PREFIX.test(prefix)) return prefix;
	throw new UserError('The Header Prefix of the credential is not a header name', {
		description: 'Open the credential and type letters, digits and hyphens only, for example SVC.',
	});
}

type HeaderValue = (
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
) => string | Promise<string>;

function header(suffix: string, valueOf: HeaderValue): PreSendAction {
	return preSend(async (context, options) => {
		const name = `${await headerPrefix(context)}-${suffix}`;
		const value = await valueOf(context, options);
		options.headers = { ...options.headers, [name]: value };
	});
}

/**
 * Names a customer in the header, as the service wants it of some requests (spec, API key 3).
 *
 * @param parameter the locator, from the top level
 * @param label its display name
 */
export function customerHeader(parameter: string, label: string): PreSendAction {
	return header('Customer', async (context, options) => {
		const value = context.getNodeParameter(parameter, '');
		const id = await customerId(context, options, value, label);
		return hrefOf(id, 'customer', parseBaseUrl(options.baseURL));
	});
}

function ipAddress(value: unknown): string {
	const isShort = typeof value === 'string' && value.length <= LONGEST_IP_ADDRESS;
	if (isShort && IP_ADDRESS.test(value)) return value;
	throw new UserError('The parameter "Client IP" is not an IP address', {
		description: 'Give the address of the person, such as 203.0.113.7 or 2001:db8::7.',
	});
}

const clientIpHeader = header('Client-IP', (context) =>
	ipAddress(context.getNodeParameter('options.clientIp', '')),
);
const onBehalfOfHeader = customerHeader('options.onBehalfOfCustomer', 'On Behalf of Customer');

/** The options of every operation for requests made for a customer (spec, API key 3). */
export function onBehalfOfFields(): INodeProperties[] {
	return [
		{
			displayName: 'Client IP',
			name: 'clientIp',
			type: 'string',
			default: '',
			placeholder: 'e.g. 203.0.113.7',
			description:
				'The IP address of the person for whom the request is made, for geo-blocking and analytics',
			routing: {
				send: {
					preSend: [clientIpHeader],
				},
			},
		},
		locator('customer', {
			displayName: 'On Behalf of Customer',
			name: 'onBehalfOfCustomer',
			description:
				'The customer for whom the request is made, so that answers and analytics are theirs',
			routing: {
				send: {
					preSend: [onBehalfOfHeader],
				},
			},
		}),
	];
}
