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
import { handledBy, operation } from '../../shared/operation/run';
import { dryRunField } from '../access/dryRun';
import { ensureAccess } from '../access/ensureAccess';
import { accessRequest } from '../access/request';
import {
	anyCustomerField,
	BILLING,
	expiryFields,
	isRentalField,
	nameField,
	sendEmailField,
} from '../fields';

export const option: INodePropertyOptions = {
	name: 'Grant Access',
	value: 'grantAccess',
	action: 'Grant access to a product',
	description:
		'Give a customer access to a product; someone with a new e-mail address becomes a customer, and access that is there already is left alone',
	routing: {
		request: { method: 'POST', url: '/customers' },
		...handledBy(
			operation(async (context, options) => [await ensureAccess(accessRequest(context, options))]),
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
		notice(
			'grantAccessNotice',
			`${BILLING} Name, Send Email and Expires In count only when the customer is created. To give a product to somebody who certainly exists, without looking first, use Add Product.`,
		),
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
		...outputFields('customer'),
		optionsField([dryRunField()]),
	]);
