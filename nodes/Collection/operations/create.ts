import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { requiredTextField } from '../../shared/fields/content';
import { convert } from '../../shared/validation/convert';
import { toHrefs, toId } from '../../shared/validation/references';
import { optionsField } from '../../shared/fields/lists';
import { locator } from '../../shared/fields/locators';
import { outputFields } from '../../shared/fields/output';
import type { Kind } from '../../shared/reference/reference';
import { handledBy } from '../../shared/operation/run';
import { writeRecord } from '../../shared/operation/writes';
import { collectionFields } from '../fields';
import { COLLECTION_TYPES } from '../types';

export const option: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create a collection',
	description: 'Create a collection, empty or with its first items',
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
			'The collections in the new one, for example of a category: IDs or URLs, separated by commas',
	}),
	severalField('file', {
		displayName: 'File IDs',
		name: 'fileIds',
		property: 'file_ids',
		description: 'The extras of the collection: IDs or URLs, separated by commas',
	}),
	locator('collection', {
		displayName: 'Series',
		name: 'seriesId',
		description: 'The series that a season belongs to. Only for seasons.',
		routing: {
			send: {
				type: 'body',
				property: 'series_id',
				preSend: [
					// This id is sent as text (docs/service.md, Collections).
					convert('body', 'series_id', 'Series', (value, context) =>
						String(toId('collection')(value, context)),
					),
				],
			},
		},
	}),
	severalField('video', {
		displayName: 'Video IDs',
		name: 'videoIds',
		property: 'video_ids',
		description: 'The videos of the collection: IDs or URLs, separated by commas',
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
			description: 'The name that viewers see',
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
