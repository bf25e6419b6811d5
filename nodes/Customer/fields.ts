import { UserError, type INodeProperties } from 'n8n-workflow';

import { convert, password } from '../shared/fields/convert';
import { preSend } from '../shared/operation/refusal';

const EXPIRY = /^[1-9]\d*-(days|weeks|months|years)$/;

/**
 * Sends a number, a hyphen, then a unit (spec, Customers: `expires_in`). Both are read here, because
 * routing's `$parameter` does not resolve an expression in the other field.
 */
const sendExpiry = preSend((context, options) => {
	const amount = context.getNodeParameter('additionalFields.expiresInAmount', '');
	const unit = context.getNodeParameter('additionalFields.expiresInUnit', '');
	const expiry = `${String(amount)}-${String(unit)}`;
	if (!EXPIRY.test(expiry)) {
		throw new UserError('The parameters "Expires In" and "Expires In Unit" are not complete', {
			description: 'Add both: a whole number of at least 1, and a unit.',
		});
	}
	Object.assign(options.body ?? {}, { expires_in: expiry });
});

/** When access ends, in `additionalFields`. */
export function expiryFields(): INodeProperties[] {
	return [
		{
			displayName: 'Expires In',
			name: 'expiresInAmount',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1,
			description:
				'After how long the access of a new customer ends; add Expires In Unit as well. It cannot be changed later.',
			routing: { send: { preSend: [sendExpiry] } },
		},
		{
			displayName: 'Expires In Unit',
			name: 'expiresInUnit',
			type: 'options',
			options: [
				{ name: 'Days', value: 'days' },
				{ name: 'Months', value: 'months' },
				{ name: 'Weeks', value: 'weeks' },
				{ name: 'Years', value: 'years' },
			],
			default: 'months',
			description: 'The unit of Expires In',
			routing: { send: { preSend: [sendExpiry] } },
		},
	];
}

export function isRentalField(description: string): INodeProperties {
	return {
		displayName: 'Is Rental',
		name: 'isRental',
		type: 'boolean',
		default: true,
		description,
		routing: { send: { type: 'body', property: 'is_rental', value: '={{ Number($value) }}' } },
	};
}

export function nameField(description: string): INodeProperties {
	return {
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Ada Example',
		description,
		routing: { send: { type: 'body', property: 'name' } },
	};
}

export function passwordField(description: string): INodeProperties {
	return {
		displayName: 'Password',
		name: 'password',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description,
		routing: {
			send: {
				type: 'body',
				property: 'password',
				preSend: [convert('body', 'password', 'Password', password)],
			},
		},
	};
}

export function sendEmailField(): INodeProperties {
	return {
		displayName: 'Send Email',
		name: 'sendEmail',
		type: 'boolean',
		default: true,
		description: 'Whether the service tells a new customer about the access by e-mail',
		routing: { send: { type: 'body', property: 'send_email', value: '={{ Number($value) }}' } },
	};
}
