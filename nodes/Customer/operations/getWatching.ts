import type { INodePropertyOptions } from 'n8n-workflow';

import { listOptions, rangeFields } from '../../shared/panel/listFields';
import { getList } from '../../shared/request/getList';
import { route } from '../../shared/request/operation';
import { withCustomerSource } from '../customerSource';
import { customerPath } from '../customerPath';

export const option: INodePropertyOptions = {
	name: 'Get Watching',
	value: 'getWatching',
	action: 'Get the videos a customer is watching',
	description: 'Retrieve the videos that a customer has in progress',
	routing: route(
		{ method: 'GET', url: '/customers/:customer/watching' },
		getList('items', 'item', { options: withCustomerSource, pathOf: customerPath }),
	),
};

export const fields = rangeFields;

export const output = 'item';

export const options = listOptions;
