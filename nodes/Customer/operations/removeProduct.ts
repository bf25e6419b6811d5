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
import { explainRemoval, removalTraits } from '../access/notSubscribed';
import { customerField } from '../fields';

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
		customerField(),
		locatorAsHref('product', 'body', { required: true }),
		notice(
			'removeProductNotice',
			'The customer loses everything that is in the product. To end the paid and the free access at once, and to take it for success when there is none, use Revoke Access.',
		),
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				customerPlanField(
					'Which access ends. Only needed when the customer has both: remove one at a time.',
				),
			],
		},
		...outputFields('customer'),
		optionsField(),
	]);
