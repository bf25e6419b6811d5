import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { filtersField, inQuery, switchField } from '../../shared/panel/fields';
import { listOptions, rangeFields } from '../../shared/panel/listFields';
import { getList } from '../../shared/request/getList';
import { route } from '../../shared/request/operation';
import { withCustomerSource } from '../customerSource';
import { customerPath } from '../customerPath';

export const option: INodePropertyOptions = {
	name: 'Get Watchlist',
	value: 'getWatchlist',
	action: 'Get the watchlist of a customer',
	description: 'Retrieve the videos that a customer wants to watch',
	routing: route(
		{ method: 'GET', url: '/customers/:customer/watchlist' },
		getList('items', 'item', { options: withCustomerSource, pathOf: customerPath }),
	),
};

export const fields = (): INodeProperties[] => [
	...rangeFields(),
	filtersField([
		inQuery(
			switchField(
				'Show All',
				'showAll',
				'Whether to include collections. If off, only videos are returned.',
			),
		),
		inQuery({
			displayName: 'Source ID',
			name: 'sourceId',
			type: 'number',
			default: 0,
			description: 'Only the video or collection with this ID',
		}),
	]),
];

export const output = 'item';

export const options = listOptions;
