import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { convert } from '../validation/convert';
import { commaSeparated } from '../validation/text';

/** To whom a video or collection is available (docs/service.md, States). */
export const PLANS: INodePropertyOptions[] = [
	{ name: 'Free', value: 'free', description: 'Free after registration with an e-mail address' },
	{ name: 'Public', value: 'public', description: 'Without registration or payment' },
	{ name: 'Standard', value: 'standard', description: 'Paying subscribers' },
];

/** The availability of a video or collection, sent as an array. */
export function plansField(): INodeProperties {
	return {
		displayName: 'Plans',
		name: 'plans',
		type: 'multiOptions',
		options: [...PLANS],
		default: [],
		description: 'Who can watch',
		routing: { send: { type: 'body', property: 'plans' } },
	};
}

/** A filter of a list by availability. */
export function planFilter(): INodeProperties {
	return {
		displayName: 'Plan',
		name: 'plan',
		type: 'multiOptions',
		options: [...PLANS],
		default: [],
		description: 'Only what these plans can watch',
		routing: {
			send: {
				type: 'query',
				property: 'plan',
				preSend: [convert('qs', 'plan', 'Plan', commaSeparated)],
			},
		},
	};
}

/**
 * How a customer has a product: by paying, or free after registration (docs/service.md, Customers).
 */
export function customerPlanField(description: string): INodeProperties {
	return {
		displayName: 'Plan',
		name: 'plan',
		type: 'options',
		options: [
			{ name: 'Free', value: 'free', description: 'Free after registration' },
			{ name: 'Standard', value: 'standard', description: 'A paying subscriber' },
		],
		default: 'standard',
		description,
		routing: { send: { type: 'body', property: 'plan' } },
	};
}
