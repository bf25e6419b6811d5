import type { INodeProperties } from 'n8n-workflow';

import { countryFields, descriptionFields, textField } from '../shared/fields/content';
import { convert, type Convert, timestamp, toId } from '../shared/fields/convert';
import { byDisplayName } from '../shared/fields/lists';
import { locator } from '../shared/fields/locators';
import { metadataFields } from '../shared/fields/metadata';

/** A pair with the key `id` (spec, Videos); an empty choice takes the video out of its place. */
const canonicalCollection: Convert = (value, surroundings) =>
	value === '' || value === null ? null : { id: toId('collection')(value, surroundings) };

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

interface Differences {
	/** What a person must know of giving a source. */
	sourceHint: string;
	/** Fields that only one of the two operations has. */
	others?: INodeProperties[];
}

/** The field stands open in the panel; one that nobody filled in sends nothing. */
function sourceField(hint: string): INodeProperties {
	const field = textField({
		displayName: 'Source URL',
		name: 'sourceUrl',
		property: 'source_url',
		placeholder: 'e.g. https://files.example.com/master.mp4',
		description: 'The address of the master video file, where the service can reach it',
		hint,
	});
	const whereGiven = convert('body', 'source_url', 'Source URL', (value) => value ?? undefined);
	return {
		...field,
		routing: { send: { ...field.routing?.send, preSend: [whereGiven] } },
	};
}

function canonicalCollectionField(): INodeProperties {
	return locator('collection', {
		displayName: 'Canonical Collection',
		name: 'canonicalCollection',
		description: 'The one collection that the video primarily belongs to; empty for none',
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
			'When the video becomes available; empty for no such time',
		),
		momentField(
			'Time Unavailable',
			'timeUnavailable',
			'time_unavailable',
			'When the video stops being available; empty for no such time',
		),
	];
}

/** What can be set when a video is created and later (spec, Videos), in the order of their names. */
export function videoFields({ sourceHint, others = [] }: Differences): INodeProperties[] {
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
				'Whether customers may comment. It has no effect while comments are off for the whole site.',
			routing: { send: { type: 'body', property: 'is_commenting_enabled' } },
		},
		...metadataFields('video'),
		sourceField(sourceHint),
		...scheduleFields(),
		textField({
			displayName: 'URL',
			name: 'url',
			property: 'url',
			placeholder: 'e.g. the-lighthouse-keeper',
			description:
				"The last part of the address of the video's page; made from the title if not set",
		}),
	];
	return [...fields, ...others].sort(byDisplayName);
}
