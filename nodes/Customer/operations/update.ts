import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { clearFieldsOption } from '../../shared/panel/clearFields';
import { updateFields } from '../../shared/panel/fields';
import { updateRecord } from '../../shared/request/writes';
import { route } from '../../shared/request/operation';
import { emailField, nameField, passwordField } from '../fields';
import { customerPath } from '../customerPath';

export const option: INodePropertyOptions = {
	name: 'Update',
	value: 'update',
	action: 'Update a customer',
	description: 'Change the name, email address or password of a customer',
	routing: route(
		{ method: 'PUT', url: '/customers/:customer' },
		updateRecord('customer', { pathOf: customerPath }),
	),
};

const customerUpdateFields = (): INodeProperties[] => [
	emailField('The new email address of the customer. Not every account can change it.'),
	nameField('The new name of the customer'),
	passwordField('At least 8 characters'),
];

export const fields = (): INodeProperties[] => [updateFields(customerUpdateFields())];

export const output = 'customer';

export const options = (): INodeProperties[] => [
	clearFieldsOption(customerUpdateFields(), { name: '' }),
];
