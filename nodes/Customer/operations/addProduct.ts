import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { optionsField } from '../../shared/fields/lists';
import { locatorAsHref } from '../../shared/fields/locators';
import { notice } from '../../shared/fields/notice';
import { outputFields } from '../../shared/fields/output';
import { customerPlanField } from '../../shared/fields/plans';
import { handledBy } from '../../shared/operation/run';
import { writeRecord } from '../../shared/operation/writes';
import { BILLING, customerField } from '../fields';

export const option: INodePropertyOptions = {
	name: 'Add Product',
	value: 'addProduct',
	action: 'Add a product to a customer',
	description: 'Give a customer access to a product and everything in it',
	routing: {
		request: { method: 'PUT', url: '/customers/:customer/products' },
		...handledBy(writeRecord('customer')),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['addProduct'] } }, [
		customerField(),
		locatorAsHref('product', 'body', { required: true }),
		notice(
			'addProductNotice',
			`${BILLING} To leave alone who has access already, and to create who is no customer yet, use Grant Access.`,
		),
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					displayName: 'Is Rental',
					name: 'isRental',
					type: 'boolean',
					default: true,
					description: 'Whether the customer only rents the product',
					routing: {
						send: { type: 'body', property: 'is_rental', value: '={{ Number($value) }}' },
					},
				},
				customerPlanField('Whether the customer pays, or has it free after registration'),
			],
		},
		...outputFields('customer'),
		optionsField(),
	]);
