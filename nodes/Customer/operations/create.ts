import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { additionalFields } from '../../shared/properties/lists';
import { billingFields } from '../billing';
import { notice } from '../../shared/properties/notices';
import { customerPlanField } from '../../shared/properties/plans';
import { handledBy, operation } from '../../shared/execution/run';
import { createCustomer } from '../access/creation';
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
