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
import { accessRequestByEmail } from '../access/request';
import {
	BILLING,
	emailField,
	expiryFields,
	isRentalField,
	nameField,
	passwordField,
	sendEmailField,
} from '../fields';

export const option: INodePropertyOptions = {
	name: 'Create or Update',
	value: 'createOrUpdate',
	action: 'Create or update a customer',
	description:
		'Create a customer, or bring the one with this e-mail address up to date: the name, and access to the product',
	routing: {
		request: { method: 'POST', url: '/customers' },
		...handledBy(
			operation(async (context, options) => [
				await ensureAccess(accessRequestByEmail(context, options), ['name']),
			]),
		),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['createOrUpdate'] } }, [
		emailField(),
		locatorAsHref('product', 'body', {
			required: true,
			description: 'The product that the customer may watch from now on',
		}),
		notice(
			'createOrUpdateNotice',
			`${BILLING} The customer is found by the e-mail address, whatever the status; of one who exists, only the name and the access to the product change; a customer whose access has lapsed gets it again.`,
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
				nameField('The name that the customer has from now on'),
				passwordField(
					'At least 8 characters, for a new customer; that of a customer who exists is left alone',
				),
				customerPlanField('Whether the customer pays, or has it free after registration'),
				sendEmailField(),
			],
		},
		...outputFields('customer'),
		optionsField([dryRunField()]),
	]);
