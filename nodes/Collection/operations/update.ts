import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { countryFields, filingFields, textField } from '../../shared/fields/content';
import { optionsField } from '../../shared/fields/lists';
import { locatorInPath } from '../../shared/fields/locators';
import { outputFields } from '../../shared/fields/output';
import { refuseEmptyUpdate } from '../../shared/operation/emptyUpdate';
import { handledBy } from '../../shared/operation/run';
import { writeRecord } from '../../shared/operation/writes';
import { collectionFields } from '../fields';

export const option: INodePropertyOptions = {
	name: 'Update',
	value: 'update',
	action: 'Update a collection',
	description: 'Change what is known about a collection; its type cannot change',
	routing: {
		request: { method: 'PUT', url: '/collections/:collection' },
		...handledBy(writeRecord('collection'), [refuseEmptyUpdate]),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['update'] } }, [
		locatorInPath('collection'),
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
					description: 'What people read as its name',
				}),
				textField({
					displayName: 'Slug',
					name: 'slug',
					property: 'slug',
					placeholder: 'e.g. yoga-by-the-sea',
					description: 'The last part of the address of the page of the collection',
				}),
			]),
		},
		...outputFields('collection'),
		optionsField(),
	]);
