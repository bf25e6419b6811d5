import {
	updateDisplayOptions,
	type IDataObject,
	type IHttpRequestOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { customerStatusOptions } from '../../shared/fields/customerStatus';
import {
	filtersField,
	listOptionsField,
	queryField,
	rangeFields,
	sortingField,
} from '../../shared/fields/lists';
import { locatorAsHref } from '../../shared/fields/locators';
import { notice } from '../../shared/fields/notice';
import { outputFields } from '../../shared/fields/output';
import { getList } from '../../shared/operation/reads';
import { handledBy } from '../../shared/operation/run';
import { convert } from '../../shared/validation/convert';
import { emailAddress } from '../../shared/validation/email';

/** A customer does not tell its status; a list of one status does. */
const statusAskedFor = ({ qs = {} }: IHttpRequestOptions): IDataObject =>
	typeof qs.status === 'string' && qs.status !== 'all' ? { status: qs.status } : {};

export const option: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many customers',
	description: 'Retrieve a list of customers',
	routing: {
		request: { method: 'GET', url: '/customers' },
		...handledBy(getList('customers', 'customer', { knownOf: statusAskedFor })),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['getAll'] } }, [
		...rangeFields(),
		{
			...notice(
				'statusNotice',
				'Only enabled customers are listed. For all customers, add the filter Status and choose All.',
			),
			displayOptions: { hide: { '/filters.status': [{ _cnd: { exists: true } }] } },
		},
		filtersField([
			{
				displayName: 'Email',
				name: 'email',
				type: 'string',
				default: '',
				placeholder: 'e.g. ada@example.com',
				description: 'Only the customer with this e-mail address',
				routing: {
					send: {
						type: 'query',
						property: 'email',
						preSend: [convert('qs', 'email', 'Email', emailAddress)],
					},
				},
			},
			locatorAsHref('product', 'qs', { description: 'Only customers of this product' }),
			queryField('Only customers that match this text, for example by name'),
			{
				displayName: 'Status',
				name: 'status',
				type: 'options',
				options: [{ name: 'All', value: 'all' }, ...customerStatusOptions()],
				default: 'all',
				description: 'Only customers whose subscription has this status',
				routing: { send: { type: 'query', property: 'status' } },
			},
		]),
		sortingField([
			{
				name: 'Latest',
				value: 'latest',
				description: "The service's own order",
			},
			{ name: 'Newest', value: 'newest', description: 'Created last, first' },
			{ name: 'Oldest', value: 'oldest', description: 'Created first, first' },
		]),
		...outputFields('customer'),
		listOptionsField(),
	]);
