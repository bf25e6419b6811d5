import type { INodeProperties } from 'n8n-workflow';

import { countryFields, descriptionFields } from '../shared/panel/content';
import { toWebAddress, type Transform } from '../shared/values/transform';
import { toId } from '../shared/ids/transforms';
import { toTimestamp } from '../shared/values/dates';
import { locator } from '../shared/panel/locators';
import { metadataFields } from '../shared/panel/metadata';
import { inBody, switchField, textField } from '../shared/panel/fields';

/** Converts to an object with the `id` (docs/developers/service.md, Videos). */
const toCanonicalCollection: Transform = (value, context) => ({
	id: toId('collection')(value, context),
});

function momentField(displayName: string, name: string, description: string): INodeProperties {
	return inBody({ displayName, name, type: 'dateTime', default: '', description }, toTimestamp);
}

export function sourceField(hint: string): INodeProperties {
	return textField(
		'Source URL',
		'sourceUrl',
		'The URL of the video file, which the service can fetch without signing in. For a Google Drive file that anyone with the link can open: https://drive.google.com/uc?export=download&id=FILE_ID',
		{
			placeholder: 'e.g. https://files.example.com/master.mp4',
			hint,
			transform: toWebAddress,
		},
	);
}

/**
 * Returns the fields that creating and updating a video share (docs/developers/service.md, Videos).
 *
 * @param urlHint what the description of URL adds
 */
export function videoFields(urlHint = ''): INodeProperties[] {
	return [
		inBody(
			locator('collection', {
				displayName: 'Canonical Collection',
				name: 'canonicalCollection',
				description: 'The main collection of the video',
			}),
			toCanonicalCollection,
		),
		...countryFields(),
		...descriptionFields(),
		inBody(
			switchField(
				'Is Commenting Enabled',
				'isCommentingEnabled',
				'Whether customers can comment. No effect while comments are off for the whole site.',
			),
		),
		...metadataFields('video'),
		momentField('Time Available', 'timeAvailable', 'When the video becomes available'),
		momentField('Time Unavailable', 'timeUnavailable', 'When the video stops being available'),
		textField('URL', 'url', `The last part of the URL of the video's page${urlHint}`, {
			placeholder: 'e.g. the-lighthouse-keeper',
		}),
	];
}
