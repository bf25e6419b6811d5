import type {
	IDataObject,
	INodeProperties,
	INodePropertyOptions,
	NodePropertyTypes,
	UserError,
} from 'n8n-workflow';

import { isObject } from '../data/json';
import { emptyParameter, invalidParameter } from './parameterErrors';
import { isBlank, listEntries } from './listEntries';
import { quote, trim, trimText, withoutHalves } from './text';

/** The parts of a field that validate its value. */
export type CheckedField = Pick<INodeProperties, 'displayName' | 'typeOptions' | 'options'>;

/** Throws when a required value is missing or blank. An empty filter would match every record. */
export function assertRequired(value: unknown, { displayName }: CheckedField): void {
	if (isBlank(value)) throw emptyParameter(displayName);
}

const DECIMAL = /^[+-]?\d{1,20}(\.\d{1,20})?$/;

/** Parses a finite number, also from decimal text; `undefined` for anything else. */
export function parseNumber(value: unknown): number | undefined {
	const text = trimText(value);
	const number = typeof text === 'string' && DECIMAL.test(text) ? Number(text) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Parses a whole number up to 2^53, also from text; `undefined` for anything else, and for 1.000, a thousand to many. */
export function parseWholeNumber(value: unknown): number | undefined {
	const number = /\.(?!0$)/.test(String(trimText(value))) ? undefined : parseNumber(value);
	return Number.isSafeInteger(number) ? number : undefined;
}

function rangeText(min?: number, max?: number): string {
	if (min === undefined) return '';
	return max === undefined ? ` of at least ${min}` : ` from ${min} to ${max}`;
}

/** Returns a whole number, also from text. Throws for anything else, and for one beyond the bounds. */
export function requireWholeNumberFrom(
	value: unknown,
	label: string,
	min?: number,
	max?: number,
): number {
	const number = parseWholeNumber(value);
	if (number !== undefined && number >= (min ?? number) && number <= (max ?? number)) return number;
	const range = rangeText(min, max);
	throw invalidParameter(
		label,
		`is not a whole number${range}: ${quote(value)}`,
		`Enter a whole number${range}, such as ${Math.max(min ?? 1, 1)}. If "${label}" is an expression, check the value in the row.`,
	);
}

const ON: unknown[] = [true, 'true', 'yes', '1', 1];
const OFF: unknown[] = [false, 'false', 'no', '0', 0];

/** Returns a switch, also from text or a number. Throws for anything else: a wrong guess could write. */
export function requireBoolean(value: unknown, field: CheckedField): boolean {
	const plain = typeof value === 'string' ? trim(value).toLowerCase() : value;
	if (ON.includes(plain) || OFF.includes(plain)) return ON.includes(plain);
	throw invalidParameter(
		field.displayName,
		`is neither true nor false: ${quote(value)}`,
		'Turn it on or off. An expression returns true or false, also as text, yes or no, or 1 or 0.',
	);
}

/** Returns a switch that may be blank, which leaves it as it is by default. */
export function booleanOr(fallback: boolean, value: unknown, displayName: string): boolean {
	return isBlank(value) ? fallback : requireBoolean(value, { displayName });
}

function checkNumber(value: unknown, { displayName, typeOptions }: CheckedField): number {
	return requireWholeNumberFrom(value, displayName, typeOptions?.minValue, typeOptions?.maxValue);
}

/** Returns a text, also from a number. Throws for anything else, without quoting a secret. */
export function requireText(value: unknown, field: CheckedField): string {
	if (typeof value === 'string') return withoutHalves(value);
	if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) {
		return String(value);
	}
	const isSecret = field.typeOptions?.password === true;
	throw invalidParameter(
		field.displayName,
		isSecret ? 'is not a text' : `is not a text: ${quote(value)}`,
		`Enter "${field.displayName}" as one text. If it is an expression, check the value in the row.`,
	);
}

function noChoice(value: unknown, field: CheckedField, choices: unknown[]): UserError {
	return invalidParameter(
		field.displayName,
		`is not one of its choices: ${quote(value)}`,
		`Use one of these: ${choices.filter((choice) => choice !== '').join(', ')}.`,
	);
}

/** Returns a choice by its value or else by its label, whatever the case. */
function checkChoice(value: unknown, field: CheckedField): INodePropertyOptions['value'] {
	const choices = (field.options ?? []).flatMap((option) => ('value' in option ? [option] : []));
	const isText = typeof value === 'string' || typeof value === 'number';
	const text = isText ? trim(String(value)).toLowerCase() : undefined;
	const hasName = (name: unknown) => String(name).toLowerCase() === text;
	const choice =
		choices.find((option) => option.value === value) ??
		choices.find((option) => hasName(option.value)) ??
		choices.find((option) => hasName(option.name));
	if (choice) return choice.value;
	throw noChoice(
		value,
		field,
		choices.map((option) => option.value),
	);
}

/**
 * Returns the entry that a choice names.
 *
 * @param options the choices of the field, where their labels are not just the names of the entries
 */
export function requireChoice<T>(
	value: unknown,
	displayName: string,
	entries: Record<string, T>,
	options?: INodePropertyOptions[],
): T {
	const names = Object.keys(entries).map((name) => ({ name, value: name }));
	const name = checkChoice(value, { displayName, options: options ?? names });
	const entry = Object.entries(entries).find(([entryName]) => entryName === name);
	if (entry) return entry[1];
	throw noChoice(value, { displayName }, Object.keys(entries));
}

/** Returns several choices from a list. */
export function requireChoices(
	value: unknown,
	field: CheckedField,
): Array<INodePropertyOptions['value']> {
	return listEntries(value).map((entry) => checkChoice(entry, field));
}

/**
 * The checks by type of field. They convert a text or number for a switch, a text for a number, and a number for a text, and
 * throw for everything else, with the name of the field.
 */
const CHECKS: Partial<Record<NodePropertyTypes, (value: unknown, field: CheckedField) => unknown>> =
	{
		boolean: requireBoolean,
		number: checkNumber,
		string: requireText,
		options: checkChoice,
		multiOptions: requireChoices,
	};

/** Validates a value by the type of its field. Leaves types without a check to the field's own step. */
export function requireType(
	value: unknown,
	field: CheckedField & Pick<INodeProperties, 'type'>,
): unknown {
	const check = CHECKS[field.type];
	return check ? check(value, field) : value;
}

/**
 * Returns the fields of a group that code reads, which may be the result of one expression. Throws for a value that is no
 * group, because its fields would be ignored, such as a limit.
 */
export function requireGroup(value: unknown, displayName: string): IDataObject {
	if (isObject(value)) return value;
	throw invalidParameter(
		displayName,
		`is not a group of fields: ${quote(value)}`,
		'Add the fields that you need, and enter an expression in each of them.',
	);
}
