import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { isObject } from '../shared/data/json';
import {
	assertRequired,
	requireBoolean,
	requireGroup,
	requireText,
	requireType,
	requireWholeNumberFrom,
} from '../shared/values/checks';
import { invalidParameter } from '../shared/values/parameterErrors';
import { isBlank } from '../shared/values/listEntries';
import { trim } from '../shared/values/text';
import { requireShownText } from '../shared/values/transform';

export const EXPIRY_UNITS: INodePropertyOptions[] = [
	{ name: 'Days', value: 'days' },
	{ name: 'Months', value: 'months' },
	{ name: 'Weeks', value: 'weeks' },
	{ name: 'Years', value: 'years' },
];

/** The plans under which a customer has a product (docs/developers/service.md, Customers). */
export const CUSTOMER_PLANS: INodePropertyOptions[] = [
	{ name: 'Free', value: 'free', description: 'Free after registration' },
	{ name: 'Standard', value: 'standard', description: 'Paid access' },
];

const toChoice = (value: unknown, displayName: string, options: INodePropertyOptions[]) =>
	String(requireType(value, { displayName, type: 'options', options }));

/** Converts a group of amount and unit to the API's text (docs/developers/service.md, Customers): `3-months`. */
export function toExpiry(group: unknown, label: string): string | undefined {
	const entry: unknown = isObject(group) ? group.value : undefined;
	if (!isObject(entry)) {
		throw invalidParameter(label, 'is not complete', 'Enter an amount and a unit, or remove it.');
	}
	const { amount, unit } = entry;
	if (isBlank(amount) && isBlank(unit)) return undefined;
	for (const part of [amount, unit]) assertRequired(part, { displayName: label });
	return `${requireWholeNumberFrom(amount, label, 1)}-${toChoice(unit, label, EXPIRY_UNITS)}`;
}

/** Returns a name as people read it. */
export const toName = (value: unknown, label: string): string =>
	trim(requireShownText(value, label));

/** Minimum length of a password (docs/developers/service.md, Customers). */
const PASSWORD_MIN_LENGTH = 8;

/** Validates a password, which no error quotes. */
export function toPassword(value: unknown, label: string): string {
	const text = requireText(value, { displayName: label, typeOptions: { password: true } });
	if ([...text].length >= PASSWORD_MIN_LENGTH) return text;
	throw invalidParameter(
		label,
		`is shorter than ${PASSWORD_MIN_LENGTH} characters`,
		`Enter a password of at least ${PASSWORD_MIN_LENGTH} characters, or leave it empty.`,
	);
}

type ReadValue = (value: unknown, label: string) => string | number | undefined;

const toSwitch: ReadValue = (value, displayName) => Number(requireBoolean(value, { displayName }));

/** The fields of a customer who may have to be created: their labels, their names in the API, and how they are read. */
const FIELDS: Record<string, [label: string, property: string, read: ReadValue]> = {
	expiresIn: ['Expires In', 'expires_in', toExpiry],
	isRental: ['Is Rental', 'is_rental', toSwitch],
	name: ['Name', 'name', toName],
	password: ['Password', 'password', toPassword],
	plan: ['Plan', 'plan', (value, label) => toChoice(value, label, CUSTOMER_PLANS)],
	sendEmail: ['Send Email', 'send_email', toSwitch],
};

/**
 * Reads Additional Fields. A blank value is not sent.
 *
 * @param names the fields that the operation has
 * @returns the values by the API's names
 */
export function readNewCustomer(group: unknown, names: string[]): IDataObject {
	const values = requireGroup(group, 'Additional Fields');
	const body: IDataObject = {};
	for (const [name, [label, property, read]] of Object.entries(FIELDS)) {
		if (!names.includes(name) || isBlank(values[name])) continue;
		const value = read(values[name], label);
		if (value !== undefined) body[property] = value;
	}
	return body;
}
