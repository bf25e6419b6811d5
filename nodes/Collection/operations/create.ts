import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { requiredTextField } from '../../shared/fields/content';
import { convert, required, toHrefs, toId } from '../../shared/fields/convert';
import { optionsField } from '../../shared/fields/lists';
import { locator } from '../../shared/fields/locators';
import { outputFields } from '../../shared/fields/output';
import type { Kind } from '../../shared/http/reference';
import { handledBy } from '../../shared/operation/run';
import { writeRecord } from '../../shared/operation/writes';
import { collectionFields } from '../fields';
import { COLLECTION_TYPES } from '../types';

export const option: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create a collection',
	description: 'Create a collection, empty or with what belongs in it',
	routing: {
		request: { method: 'POST', url: '/collections' },
		...handledBy(
			writeRecord('collection', {
				ifLost:
					'The collection may have been created all the same: look for its name with Get Many and the sort Newest before you create it again.',
			}),
		),
	},
};

/** Several things at once, sent as their addresses. */
function severalField(
	kind: Kind,
	labels: Pick<INodeProperties, 'displayName' | 'name' | 'description'> & { property: string },
): INodeProperties {
	const { property, ...field } = labels;
	return {
		...field,
		type: 'string',
		default: '',
		placeholder: 'e.g. 12345,12346',
		routing: {
			send: {
				type: 'body',
				property,
				preSend: [convert('body', property, field.displayName, toHrefs(kind))],
			},
		},
	};
}

const memberFields = (): INodeProperties[] => [
	severalField('collection', {
		displayName: 'Collection IDs',
		name: 'collectionIds',
		property: 'collection_ids',
		description:
			'The collections that belong to it, useful for a category: IDs or addresses, separated by commas, or an array',
	}),
	severalField('file', {
		displayName: 'File IDs',
		name: 'fileIds',
		property: 'file_ids',
		description: 'Its extras: IDs or addresses, separated by commas, or an array',
	}),
	locator('collection', {
		displayName: 'Series',
		name: 'seriesId',
		description: 'The series that a season belongs to; only for seasons',
		routing: {
			send: {
				type: 'body',
				property: 'series_id',
				preSend: [
					// The spec has this id as text.
					convert('body', 'series_id', 'Series', (value, surroundings) =>
						String(toId('collection')(value, surroundings)),
					),
				],
			},
		},
	}),
	severalField('video', {
		displayName: 'Video IDs',
		name: 'videoIds',
		property: 'video_ids',
		description: 'The videos in it: IDs or addresses, separated by commas, or an array',
	}),
];

function typeField(): INodeProperties {
	return {
		displayName: 'Type',
		name: 'type',
		type: 'options',
		options: [...COLLECTION_TYPES],
		default: 'playlist',
		required: true,
		description: 'What the collection is for',
		hint: 'The type cannot be changed later',
		routing: {
			send: {
				type: 'body',
				property: 'type',
				preSend: [convert('body', 'type', 'Type', required)],
			},
		},
	};
}

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['create'] } }, [
		typeField(),
		requiredTextField({
			displayName: 'Name',
			name: 'name',
			property: 'name',
			placeholder: 'e.g. Yoga by the Sea',
			description: 'What people read as its name',
		}),
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: collectionFields(memberFields()),
		},
		...outputFields('collection'),
		optionsField(),
	]);
