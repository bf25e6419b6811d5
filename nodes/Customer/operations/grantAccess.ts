import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { optionsField } from '../../shared/fields/lists';
import { locatorAsHref } from '../../shared/fields/locators';
import { outputFields } from '../../shared/fields/output';
import { customerPlanField } from '../../shared/fields/plans';
import { handledBy, operation } from '../../shared/operation/run';
import { ensureAccess } from '../access';
import { expiryFields, isRentalField, nameField, sendEmailField } from '../fields';
import { anyCustomerField, identityOf } from '../identity';

export const option: INodePropertyOptions = {
	name: 'Grant Access',
	value: 'grantAccess',
	action: 'Grant a customer access to a product',
	description:
		'Give a customer access to a product; someone with a new e-mail address becomes a customer, and access that is there already is left alone',
	routing: {
		request: { method: 'POST', url: '/customers' },
		...handledBy(
			operation(async (context, options) => [
				await ensureAccess([context, options], identityOf(context, options), []),
			]),
		),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['grantAccess'] } }, [
		anyCustomerField(),
		locatorAsHref('product', 'body', {
			required: true,
			description: 'The product that the customer may watch from now on',
		}),
		{
			displayName:
				'Each active customer of a subscription product is billed to your account. Name, Send Email and Expires In count only when the customer is created.',
			name: 'grantAccessNotice',
			type: 'notice',
			default: '',
		},
		...outputFields('customer'),
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				...expiryFields(),
				isRentalField('Whether the customer only rents the product'),
				nameField('The name of a new customer'),
				customerPlanField(
					'Whether the customer pays, or has it free after registration; a paid plan stands for the free one too',
				),
				sendEmailField(),
			],
		},
		optionsField(),
	]);
