import type {
	IDataObject,
	INodeProperties,
	INodePropertyOptions,
	NodePropertyTypes,
	UserError,
} from 'n8n-workflow';

import { isObject } from '../json';
import { wholeNumberFrom } from './numbers';
import { empty, quote, refused } from './quote';

/**
 * What each type of field takes. A value of the right kind in another form is converted: texts and numbers for a
 * switch, a text for a number, a number for a text. Everything else is refused by the field's name.
 */
type Check = (value: unknown, field: Checked) => unknown;

/** What is to be known of a field to check its value. */
export type Checked = Pick<INodeProperties, 'displayName' | 'typeOptions' | 'options'>;

const ON: unknown[] = [true, 'true', '1', 1];
const OFF: unknown[] = [false, 'false', '0', 0];

/** The value in an error, unless the field holds a secret. */
function shown(value: unknown, { typeOptions }: Checked): string {
	return typeOptions?.password === true ? '' : `: ${quote(value)}`;
}

export function checkBoolean(value: unknown, field: Checked): boolean {
	const plain = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (ON.includes(plain) || OFF.includes(plain)) return ON.includes(plain);
	throw refused(
		field.displayName,
		`is neither true nor false${shown(value, field)}`,
		'Switch it on or off. An expression gives true or false, also as text, or 1 or 0.',
	);
}

function checkNumber(value: unknown, { displayName, typeOptions }: Checked): number {
	return wholeNumberFrom(value, displayName, typeOptions?.minValue, typeOptions?.maxValue);
}

export function checkText(value: unknown, field: Checked): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) {
		return String(value);
	}
	throw refused(
		field.displayName,
		`is not a text${shown(value, field)}`,
		`Give ${field.displayName} as one text. If it holds an expression, check what the item has.`,
	);
}

function choicesOf({ options = [] }: Checked): Array<INodePropertyOptions['value']> {
	return options.flatMap((option) => ('value' in option ? [option.value] : []));
}

function noChoice(value: unknown, field: Checked, choices: unknown[]): UserError {
	return refused(
		field.displayName,
		`is not one of its choices${shown(value, field)}`,
		`Use one of these: ${choices.filter((known) => known !== '').join(', ')}.`,
	);
}

function checkChoice(value: unknown, field: Checked): INodePropertyOptions['value'] {
	const choices = choicesOf(field);
	const text = typeof value === 'number' ? String(value) : value;
	const choice = choices.find((known) => known === value || known === text);
	if (choice !== undefined) return choice;
	throw noChoice(value, field, choices);
}

/** What stands under the name that a value is; another value is refused. */
export function entryOf<T>(value: unknown, displayName: string, entries: Record<string, T>): T {
	const entry = Object.entries(entries).find(([name]) => name === value);
	if (entry) return entry[1];
	throw noChoice(value, { displayName }, Object.keys(entries));
}

/** Several choices: an array, or a text separated by commas. */
export function checkChoices(value: unknown, field: Checked): unknown[] {
	const texts = typeof value === 'string' ? value.split(',').map((text) => text.trim()) : value;
	const entries: unknown[] = Array.isArray(texts) ? texts : [value];
	const isNothing = entries.length === 1 && entries[0] === '';
	return isNothing ? [] : entries.map((entry) => checkChoice(entry, field));
}

const CHECKS: Partial<Record<NodePropertyTypes, Check>> = {
	boolean: checkBoolean,
	number: checkNumber,
	string: checkText,
	options: checkChoice,
	multiOptions: checkChoices,
};

/**
 * The fields of a group, which may be one expression as a whole where code reads them. What is no group is refused:
 * fields in it would get lost, a limit among them.
 */
export function groupOf(value: unknown, displayName: string): IDataObject {
	if (isObject(value)) return value;
	throw refused(
		displayName,
		`is not a group of fields: ${quote(value)}`,
		'Add the fields that you need, and give each of them an expression of its own.',
	);
}

function isBlank(value: unknown): boolean {
	return Array.isArray(value)
		? value.every(isBlank)
		: typeof value === 'string' && value.trim() === '';
}

/**
 * Whether a field has a value: null and undefined are none, which an expression gives where an item lacks it. One is
 * needed where the field is required, or a filter: one that vanished would widen the list.
 */
export function isSet(value: unknown, { displayName }: Checked, isNeeded: boolean): boolean {
	const isNothing = value === undefined || value === null;
	if (isNeeded && (isNothing || isBlank(value))) throw empty(displayName);
	return !isNothing;
}

/** A value of the type of its field; fields of other types have steps of their own. */
export function checkType(value: unknown, field: Checked & Pick<INodeProperties, 'type'>): unknown {
	const check = CHECKS[field.type];
	return check ? check(value, field) : value;
}
