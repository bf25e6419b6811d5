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
import { explainRemoval, removalTraits } from '../access/notSubscribed';

export const option: INodePropertyOptions = {
	name: 'Remove Product',
	value: 'removeProduct',
	action: 'Remove a product from a customer',
	description: 'End the access of a customer to a product and everything in it',
	routing: {
		request: { method: 'DELETE', url: '/customers/:customer/products' },
		...handledBy(writeRecord('customer', removalTraits, explainRemoval)),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['removeProduct'] } }, [
		notice(
			'removeProductNotice',
			'Removes one plan. To remove both, or to ignore those without access, use Revoke Access.',
		),
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				customerPlanField(
					'The plan to remove. Only needed if the customer has both; remove one at a time.',
				),
			],
		},
		...outputFields('customer'),
		optionsField(),
	]);
