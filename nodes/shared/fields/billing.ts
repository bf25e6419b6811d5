import type { INodeProperties, PreSendAction } from 'n8n-workflow';

import { readText } from '../validation/readers';
import { preSend } from '../validation/refusal';
import { entryOf, isSet } from '../validation/values';

interface BillingField {
	displayName: string;
	name: string;
	/** The API's name (docs/service.md, Billing). */
	property: string;
	description: string;
	provider: string;
	secret?: boolean;
}

const FIELDS: BillingField[] = [
	{
		displayName: 'Package Name',
		name: 'packageName',
		property: 'package_name',
		description: 'The package name of the app, as Google has it',
		provider: 'google',
	},
	{
		displayName: 'Receipt',
		name: 'receipt',
		property: 'receipt',
		description: 'The receipt that Apple gave the app',
		provider: 'apple',
		secret: true,
	},
	{
		displayName: 'Subscription ID',
		name: 'subscriptionId',
		property: 'subscription_id',
		description: 'The ID of the subscription that was bought, as Google has it',
		provider: 'google',
	},
	{
		displayName: 'Token',
		name: 'token',
		property: 'token',
		description: 'The token of the purchase that Google gave the app',
		provider: 'google',
		secret: true,
	},
	{
		displayName: 'Transaction ID',
		name: 'transactionId',
		property: 'transaction_id',
		description: 'The ID of the purchase that Roku gave the app',
		provider: 'roku',
		secret: true,
	},
];

const PROVIDER = 'Billing Provider';
const PROVIDERS = { apple: 'Apple', google: 'Google', roku: 'Roku' };

/**
 * Sends the proof as one object. Routing looks up what is shown from the root of the parameters and would miss fields
 * in a collection, so they are read here.
 */
function sendBilling(collection?: string): PreSendAction {
	const path = collection ? `${collection}.` : '';
	return preSend((context, options) => {
		const provider: unknown = context.getNodeParameter(`${path}billingProvider`, null);
		if (!isSet(provider, { displayName: PROVIDER }, collection === undefined)) return;
		entryOf(provider, PROVIDER, PROVIDERS);
		const proof = FIELDS.filter((field) => field.provider === provider).map(
			({ name, property, displayName, secret = false }): [string, unknown] => {
				const field = { displayName, typeOptions: { password: secret } };
				return [property, readText(context, path + name, field)];
			},
		);
		Object.assign(options.body ?? {}, { billing: { provider, ...Object.fromEntries(proof) } });
	});
}

/**
 * The proof of an in-app purchase: the provider, and just its fields.
 *
 * @param collection the collection that the fields stand in; none where billing is required
 */
export function billingFields(collection?: string): INodeProperties[] {
	return [
		{
			displayName: PROVIDER,
			name: 'billingProvider',
			type: 'options',
			options: Object.entries(PROVIDERS).map(([value, name]) => ({ name, value })),
			default: 'apple',
			description: 'The store of the purchase. Add the fields of that store too.',
			routing: { send: { preSend: [sendBilling(collection)] } },
		},
		...FIELDS.map(
			({ displayName, name, description, provider, secret }): INodeProperties => ({
				displayName,
				name,
				description,
				type: 'string',
				...(secret && { typeOptions: { password: true } }),
				default: '',
				required: collection === undefined,
				displayOptions: { show: { billingProvider: [provider] } },
			}),
		),
	];
}
