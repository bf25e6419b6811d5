import {
	type IExecuteSingleFunctions,
	isResourceLocatorValue,
	type PreSendAction,
	UserError,
} from 'n8n-workflow';

import { type Client, clientFor } from '../client/client';
import { credentialData } from '../client/context';
import { preSend } from '../client/preSend';
import { invalidParameter } from '../values/errors';
import { isBlank } from '../values/lists';
import { quote, trim } from '../values/text';
import { customerId } from '../customers/customerByEmail';

const DEFAULT_PREFIX = 'SVC';
const HEADER_PREFIX = /^[A-Za-z][A-Za-z0-9-]*$/;

/** Longest valid IP address; longer input is rejected before the regular expression runs. */
const LONGEST_IP_ADDRESS = 45;
const IP_ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|[0-9A-Fa-f:]{0,45}:[0-9A-Fa-f:.]{1,45})$/;

/** The prefix that stands for the service's own name in its headers (docs/service.md, API key). */
async function headerPrefix(context: IExecuteSingleFunctions): Promise<string> {
	const { headerPrefix: prefix = DEFAULT_PREFIX } = await credentialData(context);
	const name = typeof prefix === 'string' ? trim(prefix) : '';
	if (HEADER_PREFIX.test(name)) return name;
	throw new UserError('The Header Prefix of the credential is not a header name', {
		description: 'Open the credential and type letters, digits and hyphens only, for example SVC.',
	});
}

type HeaderValue = (
	context: IExecuteSingleFunctions,
	client: Client,
) => string | undefined | Promise<string | undefined>;

function header(suffix: string, valueOf: HeaderValue): PreSendAction {
	return preSend(async (context, options) => {
		const value = await valueOf(context, clientFor(context, options).client);
		if (value === undefined) return;
		const name = `${await headerPrefix(context)}-${suffix}`;
		options.headers = { ...options.headers, [name]: value };
	});
}

export async function customerHref(client: Client, value: unknown, label: string): Promise<string> {
	return client.hrefOf('customer', await customerId(client, value, label));
}

/** Names a customer in the header, as the service wants it of some requests (docs/service.md, API key). */
export function customerHeader(parameter: string, label: string): PreSendAction {
	return header('Customer', async (context, client) => {
		return await customerHref(client, context.getNodeParameter(parameter, ''), label);
	});
}

/** Returns the value of an option; `undefined` when it, or the value of a locator, is blank. */
function optionOf(context: IExecuteSingleFunctions, name: string): unknown {
	const value: unknown = context.getNodeParameter(`options.${name}`, null);
	return isBlank(isResourceLocatorValue(value) ? value.value : value) ? undefined : value;
}

function requireIpAddress(value: unknown): string {
	const address = typeof value === 'string' ? trim(value) : '';
	if (address.length <= LONGEST_IP_ADDRESS && IP_ADDRESS.test(address)) return address;
	throw invalidParameter(
		'Request: Client IP',
		`is not an IP address: ${quote(value)}`,
		'Give the address of the person, such as 203.0.113.7 or 2001:db8::7.',
	);
}

export const clientIpHeader = header('Client-IP', (context) => {
	const value = optionOf(context, 'clientIp');
	return value === undefined ? undefined : requireIpAddress(value);
});

export const onBehalfOfHeader = header('Customer', async (context, client) => {
	const value = optionOf(context, 'onBehalfOfCustomer');
	if (value === undefined) return undefined;
	return await customerHref(client, value, 'Request: On Behalf Of Customer');
});
