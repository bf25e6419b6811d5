import type { INodeProperties } from 'n8n-workflow';

import { convert, required } from './convert';
import { COMMA_SEPARATED, plansField } from './plans';

type TextField = Pick<
	INodeProperties,
	'displayName' | 'name' | 'description' | 'hint' | 'placeholder' | 'typeOptions'
> & {
	/** The API's name. */
	property: string;
	/** An expression, where the text is not sent as it is. */
	value?: string;
};

/** A text that is sent in the body. */
export function textField({ property, value, ...labels }: TextField): INodeProperties {
	return {
		...labels,
		type: 'string',
		default: '',
		routing: { send: { type: 'body', property, ...(value !== undefined && { value }) } },
	};
}

/** A text that is needed, also where an expression gives it. */
export function requiredTextField(
	labels: Omit<TextField, 'value'> & Pick<INodeProperties, 'placeholder'>,
): INodeProperties {
	const { property, displayName } = labels;
	return {
		...textField(labels),
		required: true,
		routing: {
			send: {
				type: 'body',
				property,
				preSend: [convert('body', property, displayName, required)],
			},
		},
	};
}

/** What both a video and a collection are described with, at any time. */
export function descriptionFields(): INodeProperties[] {
	return [
		textField({
			displayName: 'Description',
			name: 'description',
			property: 'description',
			description: 'What it is about',
			typeOptions: { rows: 4 },
		}),
		plansField(),
		textField({
			displayName: 'Short Description',
			name: 'shortDescription',
			property: 'short_description',
			description: 'What it is about, in a sentence',
		}),
		textField({
			displayName: 'Thumbnail URL',
			name: 'thumbnailUrl',
			property: 'thumbnail_url',
			placeholder: 'e.g. https://files.example.com/still.jpg',
			description: 'The address of a public image',
		}),
	];
}

const COUNTRIES = {
	placeholder: 'e.g. US,CA',
	value: COMMA_SEPARATED,
};

/** In which countries a video or collection is to be seen. */
export function countryFields(): INodeProperties[] {
	return [
		textField({
			displayName: 'Geo Available',
			name: 'geoAvailable',
			property: 'geo_available',
			description: 'The countries to show it in: two letter codes, separated by commas',
			...COUNTRIES,
		}),
		textField({
			displayName: 'Geo Unavailable',
			name: 'geoUnavailable',
			property: 'geo_unavailable',
			description: 'The countries not to show it in: two letter codes, separated by commas',
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
			property: 'media_id',
			description: 'Your own identifier of it',
		}),
		textField({
			displayName: 'Tags',
			name: 'tags',
			property: 'tags',
			description: 'Tags, separated by commas',
			value: COMMA_SEPARATED,
		}),
	];
}
