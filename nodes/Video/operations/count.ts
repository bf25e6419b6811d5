import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { filtersField } from '../../shared/panel/fields';
import { countList } from '../../shared/request/countList';
import { route } from '../../shared/request/operation';
import { videoListFilters } from '../filters';

export const option: INodePropertyOptions = {
	name: 'Count',
	value: 'count',
	action: 'Count videos',
	description: 'Count the videos, without reading them',
	routing: route({ method: 'GET', url: '/videos' }, countList('videos')),
};

export const fields = (): INodeProperties[] => [filtersField(videoListFilters())];
