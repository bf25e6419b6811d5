import type { INodeProperties } from 'n8n-workflow';

import { commaSeparated } from '../validation/text';
import { plansField } from './plans';
import { inBody } from './sent';

type TextField = Pick<
	INodeProperties,
	'displayName' | 'name' | 'description' | 'hint' | 'placeholder' | 'typeOptions'
> & {
	/** Whether it takes several, separated by commas or as an array. */
	isList?: boolean;
};

/** A text that is sent in the body. */
export function textField({ isList, ...labels }: TextField): INodeProperties {
	const field: INodeProperties = { ...labels, type: 'string', default: '' };
	return inBody(field, isList ? commaSeparated : undefined);
}

/** A text that is needed, also where an expression gives it. */
export function requiredTextField(labels: TextField): INodeProperties {
	return { ...textField(labels), required: true };
}

/** What both a video and a collection are described with, at any time. */
export function descriptionFields(): INodeProperties[] {
	return [
		textField({
			displayName: 'Description',
			name: 'description',
			description: 'A longer text for viewers',
			typeOptions: { rows: 4 },
		}),
		plansField(),
		textField({
			displayName: 'Short Description',
			name: 'shortDescription',
			description: 'One sentence for viewers',
		}),
		textField({
			displayName: 'Thumbnail URL',
			name: 'thumbnailUrl',
			placeholder: 'e.g. https://files.example.com/still.jpg',
			description: 'The address of a public image',
		}),
	];
}

const COUNTRIES = {
	placeholder: 'e.g. US,CA',
	isList: true,
};

/** In which countries a video or collection is to be seen. */
export function countryFields(): INodeProperties[] {
	return [
		textField({
			displayName: 'Geo Available',
			name: 'geoAvailable',
			description: 'The countries where viewers can watch: two-letter codes, separated by commas',
			...COUNTRIES,
		}),
		textField({
			displayName: 'Geo Unavailable',
			name: 'geoUnavailable',
			description:
				'The countries where viewers cannot watch: two-letter codes, separated by commas',
			...COUNTRIES,
		}),
	];
}

/** What the update of a video or collection can file it under. */
export function filingFields(): INodeProperties[] {
	return [
		textField({
			displayName: 'Media ID',
			name: 'mediaId',
			description: 'An identifier of your own',
		}),
		textField({
			displayName: 'Tags',
			name: 'tags',
			description: 'Tags, separated by commas',
			isList: true,
		}),
	];
}
