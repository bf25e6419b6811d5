import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { updateFields } from '../../shared/properties/fields';
import { updateRecord } from '../../shared/execution/writes';
import { route } from '../../shared/execution/run';
import { emailField, nameField, passwordField } from '../fields';

export const option: INodePropertyOptions = {
	name: 'Update',
	value: 'update',
	action: 'Update a customer',
	description: 'Change the name, e-mail address or password of a customer',
	routing: route({ method: 'PUT', url: '/customers/:customer' }, updateRecord('customer')),
};

export const fields = (): INodeProperties[] => [
	updateFields([
		emailField('The new address of the customer. Not every account can change e-mail addresses.'),
		nameField('The new name of the customer'),
		passwordField('At least 8 characters'),
	]),
];

export const output = 'customer';
