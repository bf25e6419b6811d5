import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { listFields, listOptions } from '../../shared/panel/listFields';
import { getList } from '../../shared/request/getList';
import { route } from '../../shared/request/operation';
import { videoListFilters } from '../filters';

export const option: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many videos',
	description: 'Retrieve a list of videos',
	routing: route({ method: 'GET', url: '/videos' }, getList('videos', 'video')),
};

export const fields = (): INodeProperties[] =>
	listFields({
		filters: videoListFilters(),
		sorts: [
			{ name: 'Alphabetical', value: 'alphabetical' },
			{ name: 'Duration', value: 'duration' },
			{ name: 'Finishes', value: 'finishes', description: 'By views to the end' },
			{ name: 'Newest', value: 'newest' },
			{ name: 'Oldest', value: 'oldest' },
			{ name: 'Plays', value: 'plays', description: 'By number of plays' },
		],
	});

export const output = 'video';

export const options = listOptions;
