import type { IDataObject, INodeProperties, PreSendAction } from 'n8n-workflow';

import { preSend } from '../shared/request/preSend';
import { assertRequired, requireChoice } from '../shared/values/checks';
import { isBlank } from '../shared/values/listEntries';
import { readText } from '../shared/values/readers';
import { apiName, byDisplayName } from '../shared/panel/fields';

const proof = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	description,
});

const secret = (...labels: Parameters<typeof proof>): INodeProperties => ({
	...proof(...labels),
	typeOptions: { password: true },
});

/** The fields that prove a purchase at each store (docs/developers/service.md, Billing). */
const STORES: Record<string, { name: string; value: string; proofs: INodeProperties[] }> = {
	apple: {
		name: 'Apple',
		value: 'apple',
		proofs: [secret('Receipt', 'receipt', 'The receipt that the app got from Apple')],
	},
	google: {
		name: 'Google',
		value: 'google',
		proofs: [
			proof('Package Name', 'packageName', 'The package name of the app at Google'),
			proof('Subscription ID', 'subscriptionId', 'The ID of the purchased subscription at Google'),
			secret('Token', 'token', 'The purchase token that the app got from Google'),
		],
	},
	roku: {
		name: 'Roku',
		value: 'roku',
		proofs: [
			secret('Transaction ID', 'transactionId', 'The purchase ID that the app got from Roku'),
		],
	},
};

const PROVIDER = 'Billing Provider';

/**
 * Sends the proof as one object. n8n's routing resolves display conditions from the root of the parameters and would
 * miss fields in a collection, so this step reads them.
 */
function sendBilling(collection?: string): PreSendAction {
	const path = collection ? `${collection}.` : '';
	return preSend((context, options) => {
		const provider: unknown = context.getNodeParameter(`${path}billingProvider`, null);
		if (collection === undefined) assertRequired(provider, { displayName: PROVIDER });
		if (isBlank(provider)) return;
		const { value, proofs } = requireChoice(provider, PROVIDER, STORES);
		const billing: IDataObject = { provider: value };
		for (const field of proofs) {
			billing[apiName(field.name)] = readText(context, path + field.name, field);
		}
		Object.assign(options.body ?? {}, { billing });
	});
}

/** Returns the fields of an in-app purchase: the provider and its proofs, which are required outside of a collection. */
export function billingFields(collection?: string): INodeProperties[] {
	const proofs = Object.entries(STORES).flatMap(([provider, store]) =>
		store.proofs.map((field) => ({
			...field,
			required: collection === undefined,
			displayOptions: { show: { billingProvider: [provider] } },
		})),
	);
	return [
		{
			displayName: PROVIDER,
			name: 'billingProvider',
			type: 'options',
			options: Object.values(STORES).map(({ name, value }) => ({ name, value })),
			default: 'apple',
			description: 'The store of the purchase. Add the fields of that store too.',
			routing: { send: { preSend: [sendBilling(collection)] } },
		},
		...proofs.sort(byDisplayName),
	];
}
