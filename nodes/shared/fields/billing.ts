import type { IExecuteSingleFunctions, INodeProperties, PreSendAction } from 'n8n-workflow';

import { quote, refused } from '../validation/quote';
import { preSend } from '../validation/refusal';

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

function valueOf(
	context: IExecuteSingleFunctions,
	path: string,
	{ name, displayName }: BillingField,
) {
	const value: unknown = context.getNodeParameter(path + name, '');
	const text = typeof value === 'number' ? String(value) : value;
	if (typeof text === 'string' && text !== '') return text;
	const problem = (text ?? '') === '' ? 'is empty' : 'is not a text';
	throw refused(
		displayName,
		problem,
		'A purchase is proven by what its provider gave: for Apple the receipt; for Google the package name, subscription ID and token; for Roku the transaction ID.',
	);
}

/**
 * Sends the proof as one object. Routing looks up what is shown from the root of the parameters
 * and would miss fields in a collection, so they are read here.
 */
function sendBilling(path: string): PreSendAction {
	return preSend((context, options) => {
		const provider = context.getNodeParameter(`${path}billingProvider`, '');
		const own = FIELDS.filter((field) => field.provider === provider);
		if (own.length === 0) {
			throw refused(
				'Billing Provider',
				`is not known: ${quote(provider)}`,
				'Choose Apple, Google or Roku.',
			);
		}
		const proof = own.map((field): [string, unknown] => [
			field.property,
			valueOf(context, path, field),
		]);
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
			displayName: 'Billing Provider',
			name: 'billingProvider',
			type: 'options',
			options: [
				{ name: 'Apple', value: 'apple' },
				{ name: 'Google', value: 'google' },
				{ name: 'Roku', value: 'roku' },
			],
			default: 'apple',
			description: 'The shop of the purchase. Add the fields that belong to the shop as well.',
			routing: { send: { preSend: [sendBilling(collection ? `${collection}.` : '')] } },
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
