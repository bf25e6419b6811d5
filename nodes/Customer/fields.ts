import type { INodeProperties } from 'n8n-workflow';

import { assertRequired, requireType } from '../shared/values/checks';
import { invalidParameter } from '../shared/values/errors';
import { toDecoded, toInteger, type Transform } from '../shared/values/transform';
import { toEmail } from '../shared/values/email';
import { isObject } from '../shared/json';
import { isBlank } from '../shared/values/lists';
import { inBody, switchField, textField } from '../shared/panel/fields';

export function emailField(description: string): INodeProperties {
	const placeholder = 'e.g. ada@example.com';
	return textField('Email', 'email', description, { placeholder, transform: toEmail });
}

/** The notice that says who pays for access (docs/service.md, Products). */
export const BILLING = 'The service bills you for each active customer of a subscription product.';

function expiryParts(): [amount: INodeProperties, unit: INodeProperties] {
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
			options: [
				{ name: 'Days', value: 'days' },
				{ name: 'Months', value: 'months' },
				{ name: 'Weeks', value: 'weeks' },
				{ name: 'Years', value: 'years' },
			],
			default: 'months',
			required: true,
			description: 'The unit of the amount',
		},
	];
}

/** Converts a group of amount and unit to the API's text (docs/service.md, Customers): `3-months`. */
const toExpiry: Transform = (group, { label }) => {
	const entry: unknown = isObject(group) ? group.value : undefined;
	if (!isObject(entry)) {
		throw invalidParameter(label, 'is not complete', 'Enter an amount and a unit, or remove it.');
	}
	const parts = expiryParts();
	if (parts.every(({ name }) => isBlank(entry[name]))) return undefined;
	return parts
		.map((part) => {
			const cell: unknown = entry[part.name];
			const field = { ...part, displayName: label };
			assertRequired(cell, field);
			return String(requireType(cell, field));
		})
		.join('-');
};

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
		toExpiry,
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
		transform: toDecoded,
	});
}

/** Minimum length of a password (docs/service.md, Customers). */
const PASSWORD_MIN_LENGTH = 8;

/** Validates a password, which no error quotes. */
const toPassword: Transform = (value, { label }) => {
	if (typeof value === 'string' && [...value].length >= PASSWORD_MIN_LENGTH) return value;
	throw invalidParameter(
		label,
		`is shorter than ${PASSWORD_MIN_LENGTH} characters`,
		`Enter a password of at least ${PASSWORD_MIN_LENGTH} characters, or leave it empty.`,
	);
};

export function passwordField(description: string): INodeProperties {
	const typeOptions = { password: true };
	return textField('Password', 'password', description, { typeOptions, transform: toPassword });
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

/** Returns the plan under which a customer has a product (docs/service.md, Customers). */
export function customerPlanField(
	description = 'Whether the customer pays, or has free access after registration',
): INodeProperties {
	return inBody({
		displayName: 'Plan',
		name: 'plan',
		type: 'options',
		options: [
			{ name: 'Free', value: 'free', description: 'Free after registration' },
			{ name: 'Standard', value: 'standard', description: 'A paying subscriber' },
		],
		default: 'standard',
		description,
	});
}

/** The descriptions of fields that differ between operations. */
interface Descriptions {
	name: string;
	/** Missing where a new customer gets no password. */
	password?: string;
	isRental?: string;
	plan?: string;
}

/** Returns the fields of a customer who may have to be created. */
export function newCustomerFields(descriptions: Descriptions): INodeProperties[] {
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
		plan: 'Whether the customer pays, or has free access after registration. Paid access includes free access.',
	});
}
