import type { INodeProperties } from 'n8n-workflow';

import { toEmail } from '../shared/values/email';
import { toInteger, type Transform } from '../shared/values/transform';
import { dryRunField, inBody, switchField, textField } from '../shared/panel/fields';
import { limitField } from '../shared/panel/runOptions';
import { GRANT_LIMIT, REVOCATION_LIMIT } from './limitFields';
import { CUSTOMER_PLANS, EXPIRY_UNITS, toExpiry, toName, toPassword } from './newCustomer';
import { inputFieldsField } from './inputFields';

export function emailField(description: string): INodeProperties {
	const placeholder = 'e.g. ada@example.com';
	return textField('Email', 'email', description, { placeholder, transform: toEmail });
}

/** What every operation that grants access says about it. */
export const GRANTING =
	'A row grants access again to a customer whose access was paused, canceled, expired, refunded or disabled. Granting takes no payment from the customer.';

/** The description of the fields of a customer who may have to be created. */
export const OF_NEW_CUSTOMERS =
	'For customers who are created or get access. Name, Send Email and Expires In apply only to new customers.';

/** The notice that says who pays for access (docs/developers/service.md, Products). */
export const BILLING = 'The service bills you for each active customer of a subscription product.';

function expiryParts(): INodeProperties[] {
	return [
		{
			displayName: 'Amount',
			name: 'amount',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1,
			required: true,
			description: 'The number of units, for example 3 months',
		},
		{
			displayName: 'Unit',
			name: 'unit',
			type: 'options',
			options: [...EXPIRY_UNITS],
			default: 'months',
			required: true,
			description: 'The unit of the amount',
		},
	];
}

/** Returns the field for the end of access: one group, so that no half of it can be set. */
function expiresInField(): INodeProperties {
	return inBody(
		{
			displayName: 'Expires In',
			name: 'expiresIn',
			type: 'fixedCollection',
			placeholder: 'Add Time',
			default: { value: { amount: 1, unit: 'months' } },
			description:
				'The time after which the access of a new customer ends. It can’t be changed later.',
			options: [{ displayName: 'Time', name: 'value', values: expiryParts() }],
		},
		(value, { label }) => toExpiry(value, label),
	);
}

export function isRentalField(
	description = 'Whether the customer only rents the product',
): INodeProperties {
	return inBody(switchField('Is Rental', 'isRental', description), toInteger);
}

export function nameField(description: string): INodeProperties {
	return textField('Name', 'name', description, {
		placeholder: 'e.g. Ada Example',
		transform: (value, { label }) => toName(value, label),
	});
}

export function passwordField(description: string): INodeProperties {
	const typeOptions = { password: true };
	const transform: Transform = (value, { label }) => toPassword(value, label);
	return textField('Password', 'password', description, { typeOptions, transform });
}

function sendEmailField(): INodeProperties {
	return inBody(
		switchField(
			'Send Email',
			'sendEmail',
			"Whether the service emails the new customer about the access. If not added, the service's default applies.",
		),
		toInteger,
	);
}

const CUSTOMER_PLAN =
	'Whether the access is paid (Standard), or free after registration. Granting takes no payment from the customer.';

/** Returns the plan under which a customer has a product (docs/developers/service.md, Customers). */
export function customerPlanField(description = CUSTOMER_PLAN): INodeProperties {
	return inBody({
		displayName: 'Plan',
		name: 'plan',
		type: 'options',
		options: [...CUSTOMER_PLANS],
		default: 'standard',
		description,
	});
}

/**
 * Returns the fields of a customer who may have to be created.
 *
 * @param descriptions the descriptions that differ between operations; without one of a password, a new customer gets none
 */
export function newCustomerFields(
	descriptions: Partial<Record<'password' | 'isRental' | 'plan', string>> & { name: string },
): INodeProperties[] {
	const { name, password: hint, isRental, plan } = descriptions;
	return [
		expiresInField(),
		isRentalField(isRental),
		nameField(name),
		...(hint === undefined ? [] : [passwordField(hint)]),
		customerPlanField(plan),
		sendEmailField(),
	];
}

export function additionalAccessFields(): INodeProperties[] {
	return newCustomerFields({
		name: 'The name of a new customer',
		plan: `${CUSTOMER_PLAN} Paid access includes free access. If not added, free access counts as access too.`,
	});
}

/**
 * Returns the limit on the customers who lose access, with the value that it begins with.
 *
 * @param note what else is true of the operation
 */
export const removalLimitField = (usual: string, note = ''): INodeProperties =>
	limitField(REVOCATION_LIMIT, usual, {
		hint: 'Customers who may lose access in one execution',
		description: `The maximum number or percentage of customers who may lose access in one execution. If more would, the node stops and changes nothing more. A percentage is of those who have access now, and always allows one, except 0%.${note}`,
	});

export const grantLimitField = (note = ''): INodeProperties =>
	limitField(GRANT_LIMIT, '100', {
		hint: 'Customers who may get access in one execution',
		description: `The maximum number of customers who may get access in one execution, whether they are created or granted it. If more would, the node stops and changes nothing more. The service bills you for each of them.${note}`,
	});

/** Returns the options of the operations that grant access to the customers of their items. */
export const grantOptions = (): INodeProperties[] => [
	dryRunField(),
	inputFieldsField(),
	grantLimitField(),
];
