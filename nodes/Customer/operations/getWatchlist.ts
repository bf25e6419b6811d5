import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { filtersField, listOptionsField, rangeFields } from '../../shared/fields/lists';
import { outputFields } from '../../shared/fields/output';
import { getList } from '../../shared/operation/reads';
import { handledBy } from '../../shared/operation/run';
import { withCustomerSource } from '../customerSource';

export const option: INodePropertyOptions = {
	name: 'Get Watchlist',
	value: 'getWatchlist',
	action: 'Get the watchlist of a customer',
	description: 'Retrieve the videos that a customer wants to watch',
	routing: {
		request: { method: 'GET', url: '/customers/:customer/watchlist' },
		...handledBy(getList('items', 'item', { traits: withCustomerSource })),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['getWatchlist'] } }, [
		...rangeFields(),
		filtersField([
			{
				displayName: 'Show All',
				name: 'showAll',
				type: 'boolean',
				default: true,
				description: 'Whether to return collections too, and not only videos',
				routing: { send: { type: 'query', property: 'show_all' } },
			},
			{
				displayName: 'Source ID',
				name: 'sourceId',
				type: 'number',
				default: 0,
				description: 'Only the video or collection with this ID',
				routing: { send: { type: 'query', property: 'source_id' } },
			},
		]),
		...outputFields('item'),
		listOptionsField(),
	]);
