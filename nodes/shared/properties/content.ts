import type { INodeProperties } from 'n8n-workflow';

import { commaSeparated } from '../parameters/values';
import { plansField } from './plans';
import { textField } from './routing';

export function descriptionFields(): INodeProperties[] {
	return [
		textField('Description', 'description', 'A longer text for viewers', {
			typeOptions: { rows: 4 },
		}),
		plansField(),
		textField('Short Description', 'shortDescription', 'One sentence for viewers'),
		textField('Thumbnail URL', 'thumbnailUrl', 'The address of a public image', {
			placeholder: 'e.g. https://files.example.com/still.jpg',
		}),
	];
}

const COUNTRIES = { placeholder: 'e.g. US,CA', change: commaSeparated };

export function countryFields(): INodeProperties[] {
	return [
		textField(
			'Geo Available',
			'geoAvailable',
			'The countries where viewers can watch: two-letter codes, separated by commas',
			COUNTRIES,
		),
		textField(
			'Geo Unavailable',
			'geoUnavailable',
			'The countries where viewers cannot watch: two-letter codes, separated by commas',
			COUNTRIES,
		),
	];
}

/** @param theme what stands in front of the names where fields are grouped by theme */
export function filingFields(theme = ''): INodeProperties[] {
	return [
		textField(`${theme}Media ID`, 'mediaId', 'An identifier of your own'),
		textField(`${theme}Tags`, 'tags', 'Tags, separated by commas', { change: commaSeparated }),
	];
}
