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
	sortField,
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
		...outputFields('video'),
		filtersField([queryField('Only videos that match this text'), planFilter()]),
		listOptionsField([
			sortField([
				{ name: 'Alphabetical', value: 'alphabetical' },
				{ name: 'Duration', value: 'duration' },
				{
					name: 'Finishes',
					value: 'finishes',
					description: 'By how often they were watched to the end',
				},
				{ name: 'Newest', value: 'newest' },
				{ name: 'Oldest', value: 'oldest' },
				{ name: 'Plays', value: 'plays', description: 'By how often they were started' },
			]),
		]),
	]);
