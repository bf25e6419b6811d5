import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { filtersField, switchField } from '../../shared/panel/fields';
import { listOptions, rangeFields, sortingField } from '../../shared/panel/listFields';
import { route } from '../../shared/request/operation';
import { customerFilters, enabledNotice } from '../filters';
import { getCustomers } from '../getCustomers';

export const option: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many customers',
	description: 'Retrieve a list of customers',
	routing: route({ method: 'GET', url: '/customers' }, getCustomers),
};

export const fields = (): INodeProperties[] => [
	...rangeFields(),
	enabledNotice('Only enabled customers are listed.'),
	filtersField(customerFilters()),
	sortingField([
		{ name: 'Newest', value: 'newest', description: 'The newest first' },
		{ name: 'Oldest', value: 'oldest', description: 'The oldest first' },
		{
			name: "Service's Order",
			value: 'latest',
			description: 'As the service sorts without a choice',
		},
	]),
];

export const output = 'customer';

/** n8n cannot show an option of one collection by a filter of another one: it would drop its value. */
const includeStatusField = (): INodeProperties =>
	switchField(
		'Include Status',
		'includeStatus',
		'Whether to add the status to each customer, with the filter Status set to All. Reads one list for each status, so with Limit it takes up to seven times as many requests.',
	);

export const options = (): INodeProperties[] => [includeStatusField(), ...listOptions()];
