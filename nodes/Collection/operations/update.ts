import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { textField, updateFields } from '../../shared/properties/fields';
import { countryFields, filingFields } from '../../shared/properties/content';
import { route } from '../../shared/execution/run';
import { updateRecord } from '../../shared/execution/writes';
import { collectionFields } from '../fields';

export const option: INodePropertyOptions = {
	name: 'Update',
	value: 'update',
	action: 'Update a collection',
	description: 'Change a collection; the type cannot be changed',
	routing: route({ method: 'PUT', url: '/collections/:collection' }, updateRecord('collection')),
};

export const fields = (): INodeProperties[] => [
	updateFields(
		collectionFields([
			...countryFields(),
			...filingFields(),
			textField('Name', 'name', 'The name that viewers see'),
			textField('Slug', 'slug', "The last part of the address of the collection's page", {
				placeholder: 'e.g. yoga-by-the-sea',
			}),
		]),
	),
];

export const output = 'collection';
