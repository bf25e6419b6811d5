import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { optionsField } from '../../shared/fields/lists';
import { notice } from '../../shared/fields/notice';
import { outputFields } from '../../shared/fields/output';
import { customerPlanField } from '../../shared/fields/plans';
import { handledBy } from '../../shared/operation/run';
import { writeRecord } from '../../shared/operation/writes';
import { convert } from '../../shared/validation/convert';
import { asInteger } from '../../shared/validation/numbers';

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
		notice(
			'addProductNotice',
			'Billed to you per active customer. To create missing customers and skip those with access, use Grant Access.',
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
						send: {
							type: 'body',
							property: 'is_rental',
							preSend: [convert('body', 'is_rental', 'Is Rental', asInteger)],
						},
					},
				},
				customerPlanField('Whether the customer pays, or has free access after registration'),
			],
		},
		...outputFields('customer'),
		optionsField(),
	]);
