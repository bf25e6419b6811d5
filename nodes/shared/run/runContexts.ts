import {
	type IExecuteFunctions,
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
	UnexpectedError,
	UserError,
} from 'n8n-workflow';

import { Client } from '../client/client';
import { credentialData } from '../client/context';
import { asObject } from '../data/json';
import { type ReadItem, itemReaderOf } from '../request/plainExpressions';

function isOfOneItem(context: unknown): context is IExecuteSingleFunctions {
	return typeof context === 'object' && context !== null && 'getItemIndex' in context;
}

/** Returns the context of one item, like the one that n8n's routing passes. */
function contextOfItem(
	context: IExecuteFunctions,
	item: number,
	getNodeParameter: (name: string, fallback?: unknown, options?: object) => unknown,
): IExecuteSingleFunctions {
	const single: unknown = Object.create(context, {
		getItemIndex: { value: () => item },
		getNodeParameter: { value: getNodeParameter },
	});
	if (isOfOneItem(single)) return single;
	throw new UnexpectedError('The context of an item could not be made');
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };

/** Returns the proxy of Request Options. A URL has no port where it is the default one of its protocol. */
function proxyOf(address: unknown): NonNullable<IHttpRequestOptions['proxy']> {
	const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined;
	const port = Number(url?.port) || DEFAULT_PORTS[url?.protocol ?? ''];
	if (!url || port === undefined) {
		throw new UserError('The parameter "Proxy" is not a URL', {
			description: 'Enter one such as http://myproxy:3128, or remove the option.',
		});
	}
	const { protocol, hostname: host, username, password } = url;
	return {
		protocol: protocol.slice(0, -1),
		host,
		port,
		...(username !== '' && { auth: { username, password } }),
	};
}

/** Returns the client of a run, from the credential and Request Options as n8n's routing reads them. */
export async function clientOfRun(context: IExecuteSingleFunctions): Promise<Client> {
	const { proxy, timeout, allowUnauthorizedCerts } = asObject(
		context.getNodeParameter('requestOptions', {}),
	);
	const { baseUrl } = await credentialData(context);
	return new Client(context, {
		baseURL: String(baseUrl),
		...(proxy !== undefined && proxy !== '' && { proxy: proxyOf(proxy) }),
		...(typeof timeout === 'number' && { timeout }),
		...(Boolean(allowUnauthorizedCerts) && { skipSslCertificateValidation: true }),
	});
}

/** Returns a context for each item of a run. What was typed, and what is the same for all items, is read once for all of them. */
export function contextsOf(context: IExecuteFunctions): IExecuteSingleFunctions[] {
	const readers = new Map<string, ReadItem | undefined>();
	const readerOf = (name: string): ReadItem | undefined => {
		const typed: unknown = context.getNodeParameter(name, 0, null, { rawExpressions: true });
		if (typed === null) return undefined;
		try {
			return itemReaderOf(typed, () => context.getNodeParameter(name, 0, null));
		} catch {
			// An expression that fails does so for each item, with the message that n8n has for it.
			return undefined;
		}
	};
	const readerFor = (name: string) => {
		if (!readers.has(name)) readers.set(name, readerOf(name));
		return readers.get(name);
	};
	return context.getInputData().map(({ json }, item) =>
		contextOfItem(context, item, (name: string, fallback?: unknown, options?: object): unknown => {
			const read = options ? undefined : readerFor(name);
			return read ? read(json) : context.getNodeParameter(name, item, fallback, options);
		}),
	);
}
