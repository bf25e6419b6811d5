import {
	type IExecuteSingleFunctions,
	isResourceLocatorValue,
	type PreSendAction,
	UserError,
} from 'n8n-workflow';

import { type Client, clientFor } from '../client/client';
import { credentialData } from '../client/context';
import { preSend } from './preSend';
import { customerId } from '../customers/customerByEmail';
import { invalidParameter } from '../values/parameterErrors';
import { isBlank } from '../values/listEntries';
import { quote, trim } from '../values/text';

const DEFAULT_PREFIX = 'SVC';
const HEADER_PREFIX = /^[A-Za-z][A-Za-z0-9-]*(?<!-)$/;

/** Longest valid IP address; longer input is rejected before the regular expression runs. */
const MAX_IP_ADDRESS = 45;
const OCTET = '(25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const IP_ADDRESS = new RegExp(
	`^(${OCTET}(\\.${OCTET}){3}|[0-9A-Fa-f:]{0,45}:[0-9A-Fa-f:.]{1,45})$`,
);

/** The prefix that stands for the service's own name in its headers (docs/developers/service.md, API key). */
async function headerPrefix(context: IExecuteSingleFunctions): Promise<string> {
	const { headerPrefix: prefix = DEFAULT_PREFIX } = await credentialData(context);
	const name = typeof prefix === 'string' ? trim(prefix) : '';
	if (HEADER_PREFIX.test(name)) return name;
	throw new UserError('The Header Prefix of the credential is not a header name', {
		description: 'Open the credential and enter letters, digits and hyphens only, for example SVC.',
	});
}

type HeaderValue = (
	context: IExecuteSingleFunctions,
	client: Client,
) => string | undefined | Promise<string | undefined>;

/** Returns the header with a value; none without one. */
async function headerFor(
	context: IExecuteSingleFunctions,
	client: Client,
	[suffix, valueOf]: [string, HeaderValue],
): Promise<Record<string, string>> {
	const value = await valueOf(context, client);
	return value === undefined ? {} : { [`${await headerPrefix(context)}-${suffix}`]: value };
}

function headerStep(suffix: string, valueOf: HeaderValue): PreSendAction {
	return preSend(async (context, options) => {
		const { client } = clientFor(context, options);
		const header = await headerFor(context, client, [suffix, valueOf]);
		options.headers = { ...options.headers, ...header };
	});
}

/** Returns the address of the customer in a parameter. Looks up an email address. */
export async function customerHref(client: Client, value: unknown, label: string): Promise<string> {
	return client.hrefOf('customer', await customerId(client, value, label));
}

/** Names a customer in the header, as the service wants it of some requests (docs/developers/service.md, API key). */
export function customerHeader(parameter: string, label: string): PreSendAction {
	return headerStep('Customer', async (context, client) => {
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
	if (address.length <= MAX_IP_ADDRESS && IP_ADDRESS.test(address)) return address;
	throw invalidParameter(
		'Request: Client IP',
		`is not an IP address: ${quote(value)}`,
		'Enter the IP address of the viewer, such as 203.0.113.7 or 2001:db8::7.',
	);
}

const clientIp: HeaderValue = (context) => {
	const value = optionOf(context, 'clientIp');
	return value === undefined ? undefined : requireIpAddress(value);
};

const onBehalfOf: HeaderValue = async (context, client) => {
	const value = optionOf(context, 'onBehalfOfCustomer');
	if (value === undefined) return undefined;
	return await customerHref(client, value, 'Request: On Behalf Of Customer');
};

export const clientIpHeader = headerStep('Client-IP', clientIp);

export const onBehalfOfHeader = headerStep('Customer', onBehalfOf);

/** Returns the client of an item of a run, with the customer headers of its options. */
export async function clientOfItem(
	client: Client,
	context: IExecuteSingleFunctions,
): Promise<Client> {
	const itemClient = client.withContext(context);
	return itemClient.withHeaders({
		...(await headerFor(context, itemClient, ['Client-IP', clientIp])),
		...(await headerFor(context, itemClient, ['Customer', onBehalfOf])),
	});
}
