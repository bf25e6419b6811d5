import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { billingFields } from '../../shared/fields/billing';
import { byDisplayName, optionsField } from '../../shared/fields/lists';
import { locatorAsHref } from '../../shared/fields/locators';
import { notice } from '../../shared/fields/notice';
import { outputFields } from '../../shared/fields/output';
import { customerPlanField } from '../../shared/fields/plans';
import { handledBy } from '../../shared/operation/run';
import { writeRecord } from '../../shared/operation/writes';
import { creationTraits, explainTaken } from '../creation';
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
	name: 'Create',
	value: 'create',
	action: 'Create a customer',
	description: 'Create a customer with access to a product',
	routing: {
		request: { method: 'POST', url: '/customers' },
		...handledBy(
			writeRecord(
				'customer',
				(context, options) =>
					creationTraits(
						context,
						options,
						'look for the e-mail address with Get Many and the status All before you create it again.',
					),
				explainTaken,
			),
		),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['create'] } }, [
		emailField(),
		locatorAsHref('product', 'body', {
			required: true,
			description: 'The product that the customer may watch from now on',
		}),
		notice('createNotice', `${BILLING} Expires In cannot be changed later.`),
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				...billingFields('additionalFields'),
				...expiryFields(),
				isRentalField(
					'Whether the customer only rents the product; add Expires In to end the rental',
				),
				nameField('The name of the customer'),
				passwordField(
					'At least 8 characters. Without one, the customer is asked to set it at the next sign-in.',
				),
				customerPlanField('Whether the customer pays, or has it free after registration'),
				sendEmailField(),
			].sort(byDisplayName),
		},
		...outputFields('customer'),
		optionsField(),
	]);
