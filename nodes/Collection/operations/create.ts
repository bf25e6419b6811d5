import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { additionalFields, inBody, requiredTextField, textField } from '../../shared/panel/fields';
import { toHrefs, toId } from '../../shared/ids/transforms';
import { locator } from '../../shared/panel/locators';
import type { ResourceName } from '../../shared/ids/resources';
import { route } from '../../shared/request/operation';
import { writeRecord } from '../../shared/request/writes';
import { collectionFields } from '../fields';
import { COLLECTION_TYPES } from '../types';

export const option: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create a collection',
	description: 'Create a collection, empty or with its first items',
	routing: route(
		{ method: 'POST', url: '/collections' },
		writeRecord('collection', {
			ambiguousHint:
				'The collection may have been created anyway. Before you create it again, search for its name with Get Many and "Sort" set to "Newest".',
		}),
	),
};

/** A field that takes several IDs or addresses, and sends addresses. */
const several = (kind: ResourceName) => ({
	placeholder: 'e.g. 12345,12346',
	transform: toHrefs(kind),
});

const memberFields = (): INodeProperties[] => [
	textField(
		'Collection IDs',
		'collectionIds',
		'The collections in the new one, for example of a category: IDs or URLs, separated by commas',
		several('collection'),
	),
	textField(
		'File IDs',
		'fileIds',
		'The extras of the collection: IDs or URLs, separated by commas',
		several('file'),
	),
	inBody(
		locator('collection', {
			displayName: 'Series',
			name: 'seriesId',
			description: 'The series that a season belongs to. Only for seasons.',
		}),
		// This id is sent as text (docs/developers/service.md, Collections).
		(value, context) => String(toId('collection')(value, context)),
	),
	textField(
		'Video IDs',
		'videoIds',
		'The videos of the collection: IDs or URLs, separated by commas',
		several('video'),
	),
];

export const fields = (): INodeProperties[] => [
	inBody({
		displayName: 'Type',
		name: 'type',
		type: 'options',
		options: [...COLLECTION_TYPES],
		default: 'playlist',
		required: true,
		description: 'The kind of collection',
		hint: 'The type can’t be changed later',
	}),
	requiredTextField('Name', 'name', 'The name that viewers see', {
		placeholder: 'e.g. Yoga by the Sea',
	}),
	additionalFields(collectionFields(memberFields())),
];

export const output = 'collection';
