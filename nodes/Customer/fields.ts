import { UserError, type INodeProperties } from 'n8n-workflow';

import { convert, type Convert, password } from '../shared/fields/convert';
import { locator, locatorInPath } from '../shared/fields/locators';
import { parseEmail } from '../shared/operation/customerByEmail';
import { preSend } from '../shared/operation/refusal';

const emailAddress: Convert = (value, { label }) => parseEmail(value, label);

/** The e-mail address of a customer who may not exist yet. */
export function emailField(): INodeProperties {
	return {
		displayName: 'Email',
		name: 'email',
		type: 'string',
		placeholder: 'e.g. ada@example.com',
		default: '',
		required: true,
		description: 'The address that the customer signs in with, in capital or small letters',
		routing: {
			send: {
				type: 'body',
				property: 'email',
				preSend: [convert('body', 'email', 'Email', emailAddress)],
			},
		},
	};
}

/**
 * A customer, who takes the place of `:customer` in the URL. Every operation has the same field, so
 * that it stands once in the node; one without Customer Source shows it too.
 */
export function customerField(): INodeProperties {
	return locatorInPath('customer', { displayOptions: { hide: { customerSource: ['me'] } } });
}

/** A customer who may not exist, so that the operation looks for them itself; by e-mail at first. */
export function anyCustomerField(): INodeProperties {
	return locator('customer', {
		required: true,
		default: { mode: 'email', value: '' },
	});
}

/** Who pays for access (spec, Products). */
export const BILLING = 'Each active customer of a subscription product is billed to your account.';

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
		description:
			'Whether the service tells a new customer about the access by e-mail. Where it is not set, the service decides, and the documentation does not say how.',
		routing: { send: { type: 'body', property: 'send_email', value: '={{ Number($value) }}' } },
	};
}
