import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { filtersField } from '../../shared/panel/fields';
import { countList } from '../../shared/request/countList';
import { route } from '../../shared/request/operation';
import { liveEventFilters } from '../filters';

export const option: INodePropertyOptions = {
	name: 'Count',
	value: 'count',
	action: 'Count live events',
	description: 'Count the live events of a product, without reading them',
	routing: route({ method: 'GET', url: '/live_events' }, countList('live_events')),
};

export const fields = (): INodeProperties[] => [filtersField(liveEventFilters())];
