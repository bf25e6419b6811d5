import {
	type IDataObject,
	type IExecuteFunctions,
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
	UnexpectedError,
	UserError,
} from 'n8n-workflow';

import { Client } from '../client/client';
import { credentialData } from '../client/context';
import { asObject, isObject } from '../json';

function isOfOneItem(context: unknown): context is IExecuteSingleFunctions {
	return typeof context === 'object' && context !== null && 'getItemIndex' in context;
}

/** What n8n enters when a field is dragged from the input: `{{ $json.email }}`, `{{ $json['E-mail'] }}`. */
const INPUT_FIELD = /^=\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\['([^'\\]+)'\]|\["([^"\\]+)"\])\s*\}\}$/;

type ReadItem = (json: IDataObject) => unknown;

/**
 * Returns the function that reads a typed value for an item where that takes none of n8n's evaluation, which is 0.4 ms an
 * item: one without expressions, or only with those of {@link INPUT_FIELD}. `undefined` for any other.
 */
function readerOf(typed: unknown): ReadItem | undefined {
	if (typeof typed === 'string' && typed.startsWith('=')) {
		const name = INPUT_FIELD.exec(typed)?.slice(1).find(Boolean);
		if (name === undefined) return undefined;
		return (json) => (Object.hasOwn(json, name) ? json[name] : undefined);
	}
	if (!isObject(typed)) return Array.isArray(typed) ? undefined : () => typed;
	const fields: Array<[string, ReadItem]> = [];
	for (const [name, value] of Object.entries(typed)) {
		const read = readerOf(value);
		if (!read) return undefined;
		fields.push([name, read]);
	}
	return (json) => Object.fromEntries(fields.map(([name, read]) => [name, read(json)]));
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

/** Returns a context for each item of a run. What was typed is read once for all of them. */
export function contextsOf(context: IExecuteFunctions): IExecuteSingleFunctions[] {
	const readers = new Map<string, ReadItem | undefined>();
	const readerFor = (name: string) => {
		if (!readers.has(name)) {
			const typed: unknown = context.getNodeParameter(name, 0, null, { rawExpressions: true });
			readers.set(name, typed === null ? undefined : readerOf(typed));
		}
		return readers.get(name);
	};
	return context.getInputData().map(({ json }, item) =>
		contextOfItem(context, item, (name: string, fallback?: unknown, options?: object): unknown => {
			const read = options ? undefined : readerFor(name);
			return read ? read(json) : context.getNodeParameter(name, item, fallback, options);
		}),
	);
}
