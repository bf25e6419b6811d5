import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { customerStatusOptions } from '../shared/panel/customerStatus';
import { inQuery } from '../shared/panel/fields';
import { queryField } from '../shared/panel/listFields';
import { locatorAsHref } from '../shared/panel/locators';
import { notice } from '../shared/panel/notices';
import { toEmail } from '../shared/values/email';

/** Returns the notice that the service lists only enabled customers, shown without the filter Status. */
export const enabledNotice = (
	sentence: string,
	hide: IDisplayOptions['hide'] = {},
): INodeProperties => ({
	...notice('statusNotice', `${sentence} For all customers, add the filter Status and choose All.`),
	displayOptions: { hide: { ...hide, '/filters.status': [{ _cnd: { exists: true } }] } },
});

/** Returns the filters of the list of customers. */
export const customerFilters = (): INodeProperties[] => [
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
];
