import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { additionalFields } from '../../shared/fields/lists';
import { billingFields } from '../../shared/fields/billing';
import { notice } from '../../shared/fields/notice';
import { customerPlanField } from '../../shared/fields/plans';
import { handledBy, operation } from '../../shared/operation/run';
import { createCustomer } from '../creation';
import {
	BILLING,
	expiresInField,
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
	routing: handledBy({ method: 'POST', url: '/customers' }, operation(createCustomer)),
};

export const fields = (): INodeProperties[] => [
	notice('createNotice', `${BILLING} Expires In cannot be changed later.`),
	additionalFields([
		...billingFields('additionalFields'),
		expiresInField(),
		isRentalField('Whether the customer only rents the product; add Expires In to end the rental'),
		nameField('The name of the customer'),
		passwordField(
			'At least 8 characters. If not added, the customer is asked to set a password at the next sign-in.',
		),
		customerPlanField('Whether the customer pays, or has free access after registration'),
		sendEmailField(),
	]),
];

export const output = 'customer';
