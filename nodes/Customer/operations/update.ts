import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { convert, password } from '../../shared/fields/convert';
import { optionsField } from '../../shared/fields/lists';
import { outputFields } from '../../shared/fields/output';
import { refuseEmptyUpdate } from '../../shared/operation/emptyUpdate';
import { handledBy } from '../../shared/operation/run';
import { writeRecord } from '../../shared/operation/writes';
import { customerField } from '../fields';

export const option: INodePropertyOptions = {
	name: 'Update',
	value: 'update',
	action: 'Update a customer',
	description: 'Change the name, e-mail address or password of a customer',
	routing: {
		request: { method: 'PUT', url: '/customers/:customer' },
		...handledBy(writeRecord('customer'), [refuseEmptyUpdate]),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['update'] } }, [
		customerField(),
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
					description: 'Not every account of the service may change e-mail addresses',
					routing: { send: { type: 'body', property: 'email' } },
				},
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					description: 'The name that the customer has from now on',
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
