import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { filtersField } from '../../shared/panel/fields';
import { route } from '../../shared/request/operation';
import { countCustomers, GROUP_BY } from '../countCustomers';
import { customerFilters, enabledNotice } from '../filters';

export const option: INodePropertyOptions = {
	name: 'Count',
	value: 'count',
	action: 'Count customers',
	description: 'Count the customers, also by status, without reading them',
	routing: route({ method: 'GET', url: '/customers' }, countCustomers),
};

export const fields = (): INodeProperties[] => [
	{
		...GROUP_BY,
		options: [...GROUP_BY.options],
		type: 'options',
		default: 'none',
		description: 'Whether to return one number, or one for each status of a subscription',
	},
	enabledNotice('Only enabled customers are counted.', { groupBy: ['status'] }),
	filtersField(customerFilters()),
];
