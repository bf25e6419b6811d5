import type { INodeProperties } from 'n8n-workflow';

import { descriptionFields } from '../shared/fields/content';
import { convert, wholeNumber } from '../shared/fields/convert';
import { byDisplayName } from '../shared/fields/lists';
import { metadataFields } from '../shared/fields/metadata';

/** A switch that the API takes as text (spec, Collections). */
const AS_TEXT = '={{ String($value) }}';

/**
 * What can be set when a collection is created and later (spec, Collections), in the order of
 * their names.
 *
 * @param others fields that only one of the two operations has
 */
export function collectionFields(others: INodeProperties[]): INodeProperties[] {
	const fields: INodeProperties[] = [
		...descriptionFields(),
		{
			displayName: 'Is Automatic',
			name: 'isAutomatic',
			type: 'boolean',
			default: true,
			description:
				'Whether the carousel of the featured category scrolls by itself; only for a category with Is Featured',
			routing: { send: { type: 'body', property: 'is_automatic', value: AS_TEXT } },
		},
		{
			displayName: 'Is Featured',
			name: 'isFeatured',
			type: 'boolean',
			default: true,
			description: 'Whether this is the featured category; only for categories',
			routing: { send: { type: 'body', property: 'is_featured', value: AS_TEXT } },
		},
		...metadataFields('collection'),
		{
			displayName: 'Season Number',
			name: 'seasonNumber',
			type: 'number',
			default: 1,
			description: 'The place of a season in its series; only for seasons',
			routing: {
				send: {
					type: 'body',
					property: 'season_number',
					preSend: [convert('body', 'season_number', 'Season Number', wholeNumber)],
				},
			},
		},
	];
	return [...fields, ...others].sort(byDisplayName);
}
