import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { customerStatusOptions } from '../../shared/panel/customerStatus';
import { filtersField, inQuery, switchField } from '../../shared/panel/fields';
import { listOptions, queryField, rangeFields, sortingField } from '../../shared/panel/listFields';
import { locatorAsHref } from '../../shared/panel/locators';
import { notice } from '../../shared/panel/notices';
import { route } from '../../shared/run/operation';
import { toEmail } from '../../shared/values/email';
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
	{
		...notice(
			'statusNotice',
			'Only enabled customers are listed. For all customers, add the filter Status and choose All.',
		),
		displayOptions: { hide: { '/filters.status': [{ _cnd: { exists: true } }] } },
	},
	filtersField([
		inQuery(
			{
				displayName: 'Email',
				name: 'email',
				type: 'string',
				default: '',
				placeholder: 'e.g. ada@example.com',
				description: 'Only the customer with this email address',
			},
			toEmail,
		),
		locatorAsHref('product', 'qs', {
			description: 'Only customers of this product. Without a Status, those who have access now.',
		}),
		queryField('Only customers that match this text, for example by name'),
		inQuery({
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [{ name: 'All', value: 'all' }, ...customerStatusOptions()],
			default: 'all',
			description: 'Only customers whose subscription has this status',
		}),
	]),
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
