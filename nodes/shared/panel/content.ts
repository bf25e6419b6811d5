import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { toCommaText, toShownText, toWebAddress } from '../values/transform';
import { inBody, inQuery, textField } from './fields';

/** The plans that make a video or collection available (docs/developers/service.md, States). */
const CONTENT_PLANS: INodePropertyOptions[] = [
	{ name: 'Free', value: 'free', description: 'Free after registration with an email address' },
	{ name: 'Public', value: 'public', description: 'Without registration or payment' },
	{ name: 'Standard', value: 'standard', description: 'Paying customers' },
];

/** Returns a field of several plans, which is not sent. */
export function planChoices(
	displayName: string,
	name: string,
	description: string,
): INodeProperties {
	const options = [...CONTENT_PLANS];
	return { displayName, name, type: 'multiOptions', options, default: [], description };
}

function plansField(): INodeProperties {
	return inBody(planChoices('Plans', 'plans', 'The plans that can watch'));
}

export function planFilter(): INodeProperties {
	return inQuery(
		planChoices(
			'Plan',
			'plan',
			'Only content whose plan is one of these. Paying customers can also watch free and public content.',
		),
		toCommaText,
	);
}

export function descriptionFields(): INodeProperties[] {
	return [
		textField('Description', 'description', 'A longer text for viewers', {
			typeOptions: { rows: 4 },
			transform: toShownText,
		}),
		plansField(),
		textField('Short Description', 'shortDescription', 'One sentence for viewers'),
		textField('Thumbnail URL', 'thumbnailUrl', 'The URL of a public image', {
			placeholder: 'e.g. https://files.example.com/still.jpg',
			transform: toWebAddress,
		}),
	];
}

function countriesField(displayName: string, name: string, verb: string): INodeProperties {
	const description = `The countries where viewers ${verb} watch: two-letter codes, separated by commas`;
	const details = { placeholder: 'e.g. US,CA', transform: toCommaText };
	return textField(displayName, name, description, details);
}

export function countryFields(): INodeProperties[] {
	return [
		countriesField('Geo Available', 'geoAvailable', 'can'),
		countriesField('Geo Unavailable', 'geoUnavailable', 'cannot'),
	];
}

/** @param theme the prefix of the display names, in a collection that groups its fields by theme */
export function filingFields(theme = ''): INodeProperties[] {
	return [
		textField(`${theme}Media ID`, 'mediaId', 'An identifier of your own'),
		textField(`${theme}Tags`, 'tags', 'Tags, separated by commas', { transform: toCommaText }),
	];
}
