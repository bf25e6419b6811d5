import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { additionalFields } from '../../shared/panel/fields';
import { notice } from '../../shared/panel/notices';
import { route } from '../../shared/request/operation';
import { singleRequest } from '../../shared/request/writes';
import { isRentalField, customerPlanField } from '../fields';
import { customerPath } from '../customerPath';
import { rememberAccessFrom } from '../productWrites';

export const option: INodePropertyOptions = {
	name: 'Add Product',
	value: 'addProduct',
	action: 'Add a product to a customer',
	description: 'Grant a customer access to a product and everything in it',
	routing: route(
		{ method: 'PUT', url: '/customers/:customer/products' },
		singleRequest({ map: rememberAccessFrom(false), pathOf: customerPath }),
	),
};

export const fields = (): INodeProperties[] => [
	notice(
		'addProductNotice',
		'The service bills you for each active customer. To also create missing customers and skip those who have access, use Grant Access.',
	),
	additionalFields([isRentalField(), customerPlanField()]),
];

export const output = 'customer';
