import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** To whom a video or collection is available (spec, States and transitions). */
export const PLANS: INodePropertyOptions[] = [
	{ name: 'Free', value: 'free', description: 'Free after registration with an e-mail address' },
	{ name: 'Public', value: 'public', description: 'Neither registration nor payment is needed' },
	{ name: 'Standard', value: 'standard', description: 'Paying subscribers' },
];

/** The query takes an array or a comma separated text; an expression may give either. */
export const COMMA_SEPARATED = '={{ Array.isArray($value) ? $value.join(",") : $value }}';

/** The same for a filter: where nothing is chosen, nothing is filtered. */
export const COMMA_SEPARATED_FILTER =
	'={{ Array.isArray($value) ? $value.join(",") || undefined : $value }}';

/** The availability of a video or collection, sent as an array. */
export function plansField(): INodeProperties {
	return {
		displayName: 'Plans',
		name: 'plans',
		type: 'multiOptions',
		options: [...PLANS],
		default: [],
		description: 'To whom it is available',
		routing: {
			send: {
				type: 'body',
				property: 'plans',
				value: '={{ Array.isArray($value) ? $value : $value.split(",").filter(Boolean) }}',
			},
		},
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
		description: 'Only those that are available to these',
		routing: { send: { type: 'query', property: 'plan', value: COMMA_SEPARATED_FILTER } },
	};
}

/** How a customer has a product: by paying, or free after registration (spec, Customer). */
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
