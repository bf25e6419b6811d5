import {
	type IDataObject,
	type IExecuteFunctions,
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
	type INodeExecutionData,
	type INodeProperties,
	UnexpectedError,
	UserError,
} from 'n8n-workflow';

import { clock } from '../concurrency/clock';
import { settleAll } from '../concurrency/semaphore';
import { clientIpHeader, onBehalfOfHeader } from '../customers/headers';
import { credentialData } from '../http/credential';
import type { ItemRequest } from '../http/request';
import { asObject, bodyOf } from '../json';
import { assertNotRefused } from './preSend';
import { assertNoCollectionExpression } from '../parameters/collections';
import { requireGroup } from '../parameters/values';
import { catchAsItem, toItems } from './run';
import { otherRowsNote, withRowContext } from './rowContext';

/** To answer somebody else, n8n needs its event loop some times in a row: each turn is a small part of a second. */
const LONGEST_TURN_MS = 20;

/** Does something for one value after the other; n8n's event loop is free in between. */
export async function mapYielding<T, R>(values: T[], step: (value: T) => R): Promise<R[]> {
	const results: R[] = [];
	let turnBegan = clock.monotonic();
	for (const value of values) {
		if (clock.monotonic() - turnBegan >= LONGEST_TURN_MS) {
			await clock.sleep(0);
			turnBegan = clock.monotonic();
		}
		results.push(step(value));
	}
	return results;
}

function isOfOneItem(context: unknown): context is IExecuteSingleFunctions {
	return typeof context === 'object' && context !== null && 'getItemIndex' in context;
}

/** The context of one item, as n8n's routing gives it. */
function contextOfItem(context: IExecuteFunctions, item: number): IExecuteSingleFunctions {
	const getNodeParameter = (name: string, fallback?: unknown, options?: object): unknown =>
		context.getNodeParameter(name, item, fallback, options);
	const single: unknown = Object.create(context, {
		getItemIndex: { value: () => item },
		getNodeParameter: { value: getNodeParameter },
	});
	if (isOfOneItem(single)) return single;
	throw new UnexpectedError('The context of an item could not be made');
}

function proxyOf(address: unknown): NonNullable<IHttpRequestOptions['proxy']> {
	if (typeof address !== 'string' || !URL.canParse(address)) {
		throw new UserError('The parameter "Proxy" is not an address', {
			description: 'Give one such as http://myproxy:3128, or remove the option.',
		});
	}
	const { protocol, hostname, port, username, password } = new URL(address);
	return {
		protocol: protocol.slice(0, -1),
		host: hostname,
		port: Number(port),
		...(username !== '' && { auth: { username, password } }),
	};
}

/** What n8n's routing makes of the settings that say how each request of a run is sent. */
export async function requestOptionsOf(
	context: IExecuteSingleFunctions,
): Promise<IHttpRequestOptions> {
	assertNoCollectionExpression(context.getNode());
	const { proxy, timeout, allowUnauthorizedCerts } = asObject(
		context.getNodeParameter('requestOptions', {}),
	);
	const { baseUrl } = await credentialData(context);
	return {
		url: '',
		baseURL: String(baseUrl),
		...(proxy !== undefined && proxy !== '' && { proxy: proxyOf(proxy) }),
		...(typeof timeout === 'number' && { timeout }),
		...(Boolean(allowUnauthorizedCerts) && { skipSslCertificateValidation: true }),
	};
}

/**
 * Does for the fields of a group what n8n's routing does: puts their values into the body, and takes their steps
 * before sending.
 */
export async function applyFields(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	{ name, displayName }: Pick<INodeProperties, 'name' | 'displayName'>,
	fields: INodeProperties[],
): Promise<void> {
	const values = requireGroup(context.getNodeParameter(name, {}), displayName);
	options.body ??= {};
	for (const { name: field, routing } of fields) {
		if (!Object.hasOwn(values, field)) continue;
		const { property, preSend: steps = [] } = routing?.send ?? {};
		if (property !== undefined) options.body = { ...bodyOf(options), [property]: values[field] };
		for (const step of steps) await step.call(context, options);
	}
	assertNotRefused(options);
}

/** The request of an item, with the headers that its options ask for. */
export async function withCustomerHeaders(request: ItemRequest): Promise<ItemRequest> {
	const { context } = request;
	const options = { ...request.options };
	for (const step of [clientIpHeader, onBehalfOfHeader]) await step.call(context, options);
	assertNotRefused(options);
	return { context, options };
}

/** Gives the work for each item, in their order. What it throws fails all of them. */
export type WorkForAll = (
	contexts: IExecuteSingleFunctions[],
	options: IHttpRequestOptions,
) => Promise<Array<() => Promise<IDataObject[]>>>;

export function contextsOf(context: IExecuteFunctions): IExecuteSingleFunctions[] {
	return context.getInputData().map((_, item) => contextOfItem(context, item));
}

/**
 * Carries out an idempotent write over all items of a run. Each item returns its own items or fails by itself, as with
 * n8n's routing. The work gets the contexts of all items and the options of their requests before any of it begins.
 */
export function overAllItems(
	workFor: WorkForAll,
	isDry: (context: IExecuteSingleFunctions) => boolean,
) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const contexts = contextsOf(this);
		const preparing = requestOptionsOf(contextOfItem(this, 0)).then(
			async (options) => await workFor(contexts, options),
		);
		const items = contexts.map(async (context, index) => {
			return await catchAsItem(context, async () => {
				const work = (await preparing)[index];
				const others = () => (isDry(context) ? undefined : otherRowsNote(true));
				return work ? toItems(context, await withRowContext(context, others, work)) : [];
			});
		});
		return [(await settleAll(items)).flat()];
	};
}
