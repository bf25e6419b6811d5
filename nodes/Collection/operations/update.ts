import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { countryFields, filingFields, textField } from '../../shared/fields/content';
import { optionsField } from '../../shared/fields/lists';
import { outputFields } from '../../shared/fields/output';
import { handledBy } from '../../shared/operation/run';
import { updateRecord } from '../../shared/operation/writes';
import { collectionFields } from '../fields';

export const option: INodePropertyOptions = {
	name: 'Update',
	value: 'update',
	action: 'Update a collection',
	description: 'Change a collection; the type cannot be changed',
	routing: {
		request: { method: 'PUT', url: '/collections/:collection' },
		...handledBy(updateRecord('collection')),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['update'] } }, [
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: collectionFields([
				...countryFields(),
				...filingFields(),
				textField({
					displayName: 'Name',
					name: 'name',
					property: 'name',
					description: 'The name that viewers see',
				}),
				textField({
					displayName: 'Slug',
					name: 'slug',
					property: 'slug',
					placeholder: 'e.g. yoga-by-the-sea',
					description: "The last part of the address of the collection's page",
				}),
			]),
		},
		...outputFields('collection'),
		optionsField(),
	]);
