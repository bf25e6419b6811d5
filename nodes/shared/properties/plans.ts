import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { commaSeparated } from '../parameters/values';
import { inBody, inQuery } from './routing';

/** The plans that make a video or collection available (docs/service.md, States). */
export const PLANS: INodePropertyOptions[] = [
	{ name: 'Free', value: 'free', description: 'Free after registration with an e-mail address' },
	{ name: 'Public', value: 'public', description: 'Without registration or payment' },
	{ name: 'Standard', value: 'standard', description: 'Paying subscribers' },
];

function planChoices(displayName: string, name: string, description: string): INodeProperties {
	const options = [...PLANS];
	return { displayName, name, type: 'multiOptions', options, default: [], description };
}

export function plansField(): INodeProperties {
	return inBody(planChoices('Plans', 'plans', 'Who can watch'));
}

export function planFilter(): INodeProperties {
	return inQuery(planChoices('Plan', 'plan', 'Only what these plans can watch'), commaSeparated);
}
