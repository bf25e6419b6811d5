import type { INodeProperties } from 'n8n-workflow';

import { countryFields, descriptionFields, textField } from '../shared/fields/content';
import { convert, type Convert } from '../shared/validation/convert';
import { timestamp } from '../shared/validation/dates';
import { toId } from '../shared/validation/references';
import { byDisplayName } from '../shared/fields/lists';
import { locator } from '../shared/fields/locators';
import { metadataFields } from '../shared/fields/metadata';

/**
 * A pair with the key `id` (docs/service.md, Videos); an empty choice takes the video out of its
 * place.
 */
const canonicalCollection: Convert = (value, context) =>
	value === '' ? null : { id: toId('collection')(value, context) };

function momentField(
	displayName: string,
	name: string,
	property: string,
	description: string,
): INodeProperties {
	return {
		displayName,
		name,
		type: 'dateTime',
		default: '',
		description,
		routing: {
			send: {
				type: 'body',
				property,
				preSend: [convert('body', property, displayName, timestamp)],
			},
		},
	};
}

/**
 * Where the service fetches the film.
 *
 * @param hint what a person must know of giving it
 */
export function sourceField(hint: string): INodeProperties {
	return textField({
		displayName: 'Source URL',
		name: 'sourceUrl',
		property: 'source_url',
		placeholder: 'e.g. https://files.example.com/master.mp4',
		description:
			'The address of the video file. The service must be able to fetch it without signing in.',
		hint,
	});
}

function canonicalCollectionField(): INodeProperties {
	return locator('collection', {
		displayName: 'Canonical Collection',
		name: 'canonicalCollection',
		description: 'The main collection of the video; empty for none',
		routing: {
			send: {
				type: 'body',
				property: 'canonical_collection',
				preSend: [
					convert('body', 'canonical_collection', 'Canonical Collection', canonicalCollection),
				],
			},
		},
	});
}

function scheduleFields(): INodeProperties[] {
	return [
		momentField(
			'Time Available',
			'timeAvailable',
			'time_available',
			'When the video becomes available; empty for no start',
		),
		momentField(
			'Time Unavailable',
			'timeUnavailable',
			'time_unavailable',
			'When the video stops being available; empty for no end',
		),
	];
}

/**
 * What can be set when a video is created and later (docs/service.md, Videos), in the order of
 * their names.
 *
 * @param others fields that only one of the two operations has
 */
export function videoFields(others: INodeProperties[] = []): INodeProperties[] {
	const fields: INodeProperties[] = [
		canonicalCollectionField(),
		...countryFields(),
		...descriptionFields(),
		{
			displayName: 'Is Commenting Enabled',
			name: 'isCommentingEnabled',
			type: 'boolean',
			default: true,
			description:
				'Whether customers can comment. No effect while comments are off for the whole site.',
			routing: { send: { type: 'body', property: 'is_commenting_enabled' } },
		},
		...metadataFields('video'),
		...scheduleFields(),
		textField({
			displayName: 'URL',
			name: 'url',
			property: 'url',
			placeholder: 'e.g. the-lighthouse-keeper',
			description:
				"The last part of the address of the video's page. If not added, made from the title.",
		}),
	];
	return [...fields, ...others].sort(byDisplayName);
}
