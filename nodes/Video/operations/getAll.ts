import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import {
	filtersField,
	listOptionsField,
	queryField,
	rangeFields,
	sortingField,
} from '../../shared/fields/lists';
import { outputFields } from '../../shared/fields/output';
import { planFilter } from '../../shared/fields/plans';
import { getList } from '../../shared/operation/reads';
import { handledBy } from '../../shared/operation/run';

export const option: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many videos',
	description: 'Retrieve a list of videos',
	routing: {
		request: { method: 'GET', url: '/videos' },
		...handledBy(getList('videos', 'video')),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['getAll'] } }, [
		...rangeFields(),
		filtersField([queryField('Only videos that match this text'), planFilter()]),
		sortingField([
			{ name: 'Alphabetical', value: 'alphabetical' },
			{ name: 'Duration', value: 'duration' },
			{
				name: 'Finishes',
				value: 'finishes',
				description: 'By views to the end',
			},
			{ name: 'Newest', value: 'newest' },
			{ name: 'Oldest', value: 'oldest' },
			{ name: 'Plays', value: 'plays', description: 'By number of plays' },
		]),
		...outputFields('video'),
		listOptionsField(),
	]);
