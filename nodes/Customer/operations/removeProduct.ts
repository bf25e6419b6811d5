import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { additionalFields } from '../../shared/panel/fields';
import { notice } from '../../shared/panel/notices';
import { route } from '../../shared/request/operation';
import { singleRequest } from '../../shared/request/writes';
import { customerPlanField } from '../fields';
import { customerPath } from '../customerPath';
import { explainRemoval, rememberAccessFrom, removalOptions } from '../productWrites';

export const option: INodePropertyOptions = {
	name: 'Remove Product',
	value: 'removeProduct',
	action: 'Remove a product from a customer',
	description: 'Revoke the access of a customer to a product and everything in it',
	routing: route(
		{ method: 'DELETE', url: '/customers/:customer/products' },
		singleRequest({
			map: rememberAccessFrom(true),
			options: removalOptions,
			explain: explainRemoval,
			pathOf: customerPath,
		}),
	),
};

export const fields = (): INodeProperties[] => [
	notice(
		'removeProductNotice',
		'Removes one plan. To remove both, or to ignore those without access, use Revoke Access.',
	),
	additionalFields([
		customerPlanField(
			'The plan to remove. Only needed if the customer has both. Remove one at a time.',
		),
	]),
];

export const output = 'customer';
