import type {
	IDataObject,
	IHttpRequestOptions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { customerStatusOptions } from '../../shared/properties/customers';
import {
	filtersField,
	listOptions,
	queryField,
	rangeFields,
	sortingField,
} from '../../shared/properties/lists';
import { locatorAsHref } from '../../shared/properties/locators';
import { notice } from '../../shared/properties/notices';
import { getList } from '../../shared/execution/reads';
import { handledBy } from '../../shared/execution/run';
import { emailAddress } from '../../shared/parameters/email';
import { inQuery } from '../../shared/properties/routing';

/** A customer does not tell its status; a list of one status does. */
const statusAskedFor = ({ qs = {} }: IHttpRequestOptions): IDataObject =>
	typeof qs.status === 'string' && qs.status !== 'all' ? { status: qs.status } : {};

export const option: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many customers',
	description: 'Retrieve a list of customers',
	routing: handledBy(
		{ method: 'GET', url: '/customers' },
		getList('customers', 'customer', { knownOf: statusAskedFor }),
	),
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
				description: 'Only the customer with this e-mail address',
			},
			emailAddress,
		),
		locatorAsHref('product', 'qs', { description: 'Only customers of this product' }),
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
		{ name: 'Latest', value: 'latest', description: "The service's own order" },
		{ name: 'Newest', value: 'newest', description: 'The newest first' },
		{ name: 'Oldest', value: 'oldest', description: 'The oldest first' },
	]),
];

export const output = 'customer';

export const options = listOptions;
