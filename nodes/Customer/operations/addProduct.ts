import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { additionalFields } from '../../shared/properties/fields';
import { notice } from '../../shared/properties/notices';
import { writeRecord } from '../../shared/execution/writes';
import { route } from '../../shared/execution/run';
import { isRentalField, customerPlanField } from '../fields';

export const option: INodePropertyOptions = {
	name: 'Add Product',
	value: 'addProduct',
	action: 'Add a product to a customer',
	description: 'Give a customer access to a product and everything in it',
	routing: route({ method: 'PUT', url: '/customers/:customer/products' }, writeRecord('customer')),
};

export const fields = (): INodeProperties[] => [
	notice(
		'addProductNotice',
		'Billed to you per active customer. To create missing customers and skip those with access, use Grant Access.',
	),
	additionalFields([isRentalField(), customerPlanField()]),
];

export const output = 'customer';
