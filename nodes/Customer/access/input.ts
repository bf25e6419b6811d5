import type { IDataObject, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { requireCustomer } from '../../shared/customers/customerByEmail';
import type { Client } from '../../shared/client/client';
import { assertNotRefused } from '../../shared/client/preSend';
import { requireId } from '../../shared/ids/resources';
import { requireEmail } from '../../shared/values/email';
import { outputMode, projection } from '../../shared/output/projection';
import { clientOfItem } from '../../shared/run/customerHeaders';
import { requireBoolean, requireGroup } from '../../shared/values/checks';
import { dryRunField } from '../../shared/panel/fields';
import { rowOf, type Subject } from '../../shared/run/allItems';
import { StopTime } from '../../shared/run/stopAfter';
import type { AccessLookUp } from './evidence';
import type { Wish } from './plan';

/** The validated input of an operation on access, for one person. */
export interface AccessInput extends Subject, AccessLookUp, Wish {
	/** Whether nothing may be written. */
	isDry: boolean;
	/** When nothing more is begun. */
	stopTime: StopTime;
	project: AccessProjection;
}

/** Reads the input of one item of a run. */
export type ReadAccess = (context: IExecuteSingleFunctions, run: Client) => Promise<AccessInput>;

/** Reads the customer whom the field `email` names, as for the locator `customer`. */
export const readEmail = (context: IExecuteSingleFunctions): AccessInput['customer'] => ({
	email: requireEmail(context.getNodeParameter('email', ''), 'Email'),
});

const readCustomer = (context: IExecuteSingleFunctions) =>
	requireCustomer(context.getNodeParameter('customer', ''), 'Customer');

/** Reads an item of an operation with the locator `product`. */
export async function readAccess(
	context: IExecuteSingleFunctions,
	run: Client,
	customerOf: typeof readEmail = readCustomer,
): Promise<AccessInput> {
	const client = await clientOfItem(run, context);
	const customer = customerOf(context);
	const id = requireId(context.getNodeParameter('product', ''), 'product', 'Product');
	const { stopAfter } = requireGroup(context.getNodeParameter('options', {}), 'Options');
	return {
		...rowOf(context),
		client,
		customer,
		product: client.hrefOf('product', id),
		given: {},
		// A value that is neither true nor false is refused, because a wrong guess could write.
		isDry: requireBoolean(context.getNodeParameter('options.dryRun', false), dryRunField()),
		stopTime: StopTime.parse(stopAfter),
		project: accessProjection(context),
	};
}

/**
 * Reads Additional Fields as n8n's routing does: copies their values, and runs their steps before sending.
 *
 * @param fields with their checks, see `validatedProperties`
 * @returns the values by the API's names
 */
export async function readAdditionalFields(
	context: IExecuteSingleFunctions,
	client: Client,
	fields: INodeProperties[],
): Promise<IDataObject> {
	const values = requireGroup(
		context.getNodeParameter('additionalFields', {}),
		'Additional Fields',
	);
	const body: IDataObject = {};
	const sent = { url: '', baseURL: client.baseUrl, body, qs: {} };
	for (const { name, routing } of fields) {
		if (!Object.hasOwn(values, name)) continue;
		const { property, preSend: steps = [] } = routing?.send ?? {};
		if (property !== undefined) sent.body = { ...sent.body, [property]: values[name] };
		for (const step of steps) await step.call(context, sent);
	}
	assertNotRefused(sent);
	return sent.body;
}

type AccessProjection = (customer: IDataObject, told: IDataObject) => IDataObject;

/** What an operation says first, before the customer. */
const FIRST = ['outcome', 'hasAccess', 'reason'];

/**
 * Returns the function that formats customers for the operations on access: first what the operation itself says
 * (`outcome`), then address, name and ID, then lists and changes. With Output on Raw, it returns the record as the service
 * sent it.
 */
export function accessProjection(context: IExecuteSingleFunctions): AccessProjection {
	const project = projection(context, 'customer');
	if (outputMode(context) === 'raw') return (customer) => project(customer);
	return (customer, told) => {
		const shown = project(customer);
		const identity = ['email', 'name', 'id'].filter((name) => Object.hasOwn(shown, name));
		const first = Object.fromEntries(identity.map((name) => [name, shown[name]]));
		const words = Object.fromEntries(Object.entries(told).filter(([name]) => FIRST.includes(name)));
		return { ...words, ...first, ...told, ...shown, ...told };
	};
}
