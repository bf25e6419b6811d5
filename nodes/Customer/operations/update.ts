import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { convert } from '../../shared/validation/convert';
import { password } from '../../shared/validation/text';
import { optionsField } from '../../shared/fields/lists';
import { outputFields } from '../../shared/fields/output';
import { handledBy } from '../../shared/operation/run';
import { updateRecord } from '../../shared/operation/writes';
import { emailAddress } from '../../shared/validation/email';

export const option: INodePropertyOptions = {
	name: 'Update',
	value: 'update',
	action: 'Update a customer',
	description: 'Change the name, e-mail address or password of a customer',
	routing: {
		request: { method: 'PUT', url: '/customers/:customer' },
		...handledBy(updateRecord('customer')),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['update'] } }, [
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					displayName: 'Email',
					name: 'email',
					type: 'string',
					default: '',
					placeholder: 'e.g. ada@example.com',
					description:
						'The new address of the customer. Not every account can change e-mail addresses.',
					routing: {
						send: {
							type: 'body',
							property: 'email',
							preSend: [convert('body', 'email', 'Email', emailAddress)],
						},
					},
				},
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					description: 'The new name of the customer',
					routing: { send: { type: 'body', property: 'name' } },
				},
				{
					displayName: 'Password',
					name: 'password',
					type: 'string',
					typeOptions: { password: true },
					default: '',
					description: 'At least 8 characters',
					routing: {
						send: {
							type: 'body',
							property: 'password',
							preSend: [convert('body', 'password', 'Password', password)],
						},
					},
				},
			],
		},
		...outputFields('customer'),
		optionsField(),
	]);
