import type { INodeProperties } from 'n8n-workflow';

import type { Transform } from '../shared/parameters/transform';
import { assertSet, requireType } from '../shared/parameters/values';
import { locatorAsHref, locatorInPath } from '../shared/properties/locators';
import { textField } from '../shared/properties/content';
import { customerPlanField } from '../shared/properties/plans';
import { emailAddress } from '../shared/parameters/email';
import { invalidParameter } from '../shared/parameters/errors';
import { isObject } from '../shared/json';
import { accessTokenField, customerSourceField } from './customerSource';
import { asInteger } from '../shared/parameters/numbers';
import { shownFor } from '../shared/properties/operations';
import { inBody, switchField } from '../shared/properties/routing';

export function emailField(description: string): INodeProperties {
	const placeholder = 'e.g. ada@example.com';
	return textField('Email', 'email', description, { placeholder, change: emailAddress });
}

const WATCHLIST_CHANGES = ['addToWatchlist', 'removeFromWatchlist'];
const LISTS_OF_CUSTOMER = ['getWatching', 'getWatchlist', ...WATCHLIST_CHANGES];
const OF_CUSTOMER_AND_PRODUCT = [
	'addProduct',
	'checkAccess',
	'grantAccess',
	'removeProduct',
	'revokeAccess',
];
const OF_EMAIL_AND_PRODUCT = ['create', 'createOrUpdate', 'syncAccess'];

/**
 * What the operations are about, at the top of each panel. Each field has one definition in the node, because n8n
 * evaluates an expression once for every definition of its name.
 */
export const requiredFields = (): INodeProperties[] => [
	...shownFor(LISTS_OF_CUSTOMER, customerSourceField()),
	...shownFor(
		['get', 'update', ...OF_CUSTOMER_AND_PRODUCT, ...LISTS_OF_CUSTOMER],
		// An operation without Customer Source shows it as well.
		locatorInPath('customer', { displayOptions: { hide: { customerSource: ['me'] } } }),
	),
	...shownFor(LISTS_OF_CUSTOMER, accessTokenField()),
	...shownFor(OF_EMAIL_AND_PRODUCT, {
		...emailField(
			'The address that the customer signs in with. Capitals from A to Z make no difference.',
		),
		required: true,
	}),
	...shownFor(
		[...OF_CUSTOMER_AND_PRODUCT, ...OF_EMAIL_AND_PRODUCT, 'findByBilling'],
		locatorAsHref('product', 'body', { required: true }),
	),
	...shownFor(WATCHLIST_CHANGES, locatorAsHref('video', 'body', { required: true })),
];

/** Who pays for access (docs/service.md, Products). */
export const BILLING = 'Active customers of a subscription product are billed to you.';

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
			description: 'What Amount counts',
		},
	];
}

/** A number, a hyphen, then a unit (docs/service.md, Customers): `3-months`. */
const expiry: Transform = (group, { label }) => {
	const entry: unknown = isObject(group) ? group.value : undefined;
	if (!isObject(entry)) {
		throw invalidParameter(label, 'is not complete', 'Give it an amount and a unit, or remove it.');
	}
	return expiryParts()
		.map((part) => {
			const cell: unknown = entry[part.name];
			const field = { ...part, displayName: label };
			assertSet(cell, field, true);
			return String(requireType(cell, field));
		})
		.join('-');
};

/** When access ends, in `additionalFields`: one group, so that no half of it can be set. */
export function expiresInField(): INodeProperties {
	return inBody(
		{
			displayName: 'Expires In',
			name: 'expiresIn',
			type: 'fixedCollection',
			placeholder: 'Add Time',
			default: { value: { amount: 1, unit: 'months' } },
			description: 'After how long the access of a new customer ends; it cannot be changed later',
			options: [{ displayName: 'Time', name: 'value', values: expiryParts() }],
		},
		expiry,
	);
}

export function isRentalField(description: string): INodeProperties {
	return inBody(switchField('Is Rental', 'isRental', description), asInteger);
}

export function nameField(description: string): INodeProperties {
	return textField('Name', 'name', description, { placeholder: 'e.g. Ada Example' });
}

/** Minimum length of a password (docs/service.md, Customers). */
const PASSWORD_MIN_LENGTH = 8;

/** Validates a password, which no error quotes. */
const password: Transform = (value, { label }) => {
	if (typeof value === 'string' && value.length >= PASSWORD_MIN_LENGTH) return value;
	throw invalidParameter(
		label,
		`is shorter than ${PASSWORD_MIN_LENGTH} characters`,
		`Give a password of at least ${PASSWORD_MIN_LENGTH} characters, or none.`,
	);
};

export function passwordField(description: string): INodeProperties {
	const typeOptions = { password: true };
	return textField('Password', 'password', description, { typeOptions, change: password });
}

export function sendEmailField(): INodeProperties {
	return inBody(
		switchField(
			'Send Email',
			'sendEmail',
			"Whether the service e-mails the new customer about the access. If not added, the service's default applies.",
		),
		asInteger,
	);
}

export function additionalAccessFields(): INodeProperties[] {
	return [
		expiresInField(),
		isRentalField('Whether the customer only rents the product'),
		nameField('The name of a new customer'),
		customerPlanField(
			'Whether the customer pays, or has free access after registration. Paid access includes free access.',
		),
		sendEmailField(),
	];
}
