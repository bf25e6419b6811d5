import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { clearFieldsOption, type EmptyValues } from '../../shared/panel/clearFields';
import { textField, updateFields } from '../../shared/panel/fields';
import { countryFields, filingFields } from '../../shared/panel/content';
import { route } from '../../shared/request/operation';
import { updateRecord } from '../../shared/request/writes';
import { collectionFields } from '../fields';

export const option: INodePropertyOptions = {
	name: 'Update',
	value: 'update',
	action: 'Update a collection',
	description: 'Change a collection, except for its type',
	routing: route({ method: 'PUT', url: '/collections/:collection' }, updateRecord('collection')),
};

/** What clears each field (docs/developers/service.md, Collections). */
const COLLECTION_EMPTY_VALUES: EmptyValues = {
	description: '',
	geoAvailable: '',
	geoUnavailable: '',
	mediaId: '',
	plans: [],
	shortDescription: '',
	tags: '',
	thumbnailUrl: '',
};

const collectionUpdateFields = (): INodeProperties[] =>
	collectionFields([
		...countryFields(),
		...filingFields(),
		textField('Name', 'name', 'The name that viewers see'),
		textField('Slug', 'slug', "The last part of the URL of the collection's page", {
			placeholder: 'e.g. yoga-by-the-sea',
		}),
	]);

export const fields = (): INodeProperties[] => [updateFields(collectionUpdateFields())];

export const output = 'collection';

export const options = (): INodeProperties[] => [
	clearFieldsOption(collectionUpdateFields(), COLLECTION_EMPTY_VALUES),
];
