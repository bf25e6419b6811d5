import {
	type IDataObject,
	type IExecuteSingleFunctions,
	type INode,
	type INodeProperties,
	type INodePropertyOptions,
	type NodePropertyTypes,
	UserError,
} from 'n8n-workflow';

import { isObject, listEntries } from '../json';
import type { Transform } from './transform';

/** Maximum number of characters that an error quotes. */
const LONGEST_QUOTE = 60;

/** Invisible characters, in place of which an error shows the code point. */
const INVISIBLE = /[\p{C}\u2028\u2029]/gu;

function codePoint(sign: string): string {
	return `<U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
}

function readable(value: unknown): string {
	if (typeof value === 'object' && value !== null) return String(JSON.stringify(value));
	return String(value);
}

export function quote(value: unknown): string {
	const text = readable(value);
	const shown = text.slice(0, LONGEST_QUOTE).replace(INVISIBLE, codePoint);
	return `"${shown}${text.length > LONGEST_QUOTE ? '…' : ''}"`;
}

/** Returns the error for an invalid value. `problem` follows the name and quotes the value unless it is a secret. */
export function invalidParameter(label: string, problem: string, remedy: string): UserError {
	return new UserError(`The parameter "${label}" ${problem}`, { description: remedy });
}

/** Returns the error for a parameter without a value. */
export function emptyParameter(label: string): UserError {
	return invalidParameter(
		label,
		'is empty',
		`Fill in ${label}. If it holds an expression, check that the item has the value.`,
	);
}

const DECIMAL = /^[+-]?\d{1,20}(\.\d{1,20})?$/;

/** Parses a finite number, also from decimal text; `undefined` for anything else. */
export function parseNumber(value: unknown): number | undefined {
	const isText = typeof value === 'string' && DECIMAL.test(value.trim());
	const number = isText ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Parses a whole number up to 2^53, also from text; `undefined` for anything else. */
export function parseWholeNumber(value: unknown): number | undefined {
	const number = parseNumber(value);
	return Number.isSafeInteger(number) ? number : undefined;
}

function rangeText(min?: number, max?: number): string {
	if (min === undefined) return '';
	return max === undefined ? ` of at least ${min}` : ` from ${min} to ${max}`;
}

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
		`Give a whole number${range}, such as ${Math.max(min ?? 1, 1)}. If ${label} holds an expression, check what the item has.`,
	);
}

/**
 * Validates the value of a field by its type. Converts a text or number for a switch, a text for a number, and a number
 * for a text. Throws for everything else, with the name of the field.
 */
type Check = (value: unknown, field: CheckedProperty) => unknown;

/** The parts of a field that validate its value. */
type CheckedProperty = Pick<INodeProperties, 'displayName' | 'typeOptions' | 'options'>;

const ON: unknown[] = [true, 'true', '1', 1];
const OFF: unknown[] = [false, 'false', '0', 0];

/** Returns the value as an error quotes it; the empty text for a secret. */
function shown(value: unknown, { typeOptions }: CheckedProperty): string {
	return typeOptions?.password === true ? '' : `: ${quote(value)}`;
}

export function requireBoolean(value: unknown, field: CheckedProperty): boolean {
	const plain = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (ON.includes(plain) || OFF.includes(plain)) return ON.includes(plain);
	throw invalidParameter(
		field.displayName,
		`is neither true nor false${shown(value, field)}`,
		'Switch it on or off. An expression gives true or false, also as text, or 1 or 0.',
	);
}

function checkNumber(value: unknown, { displayName, typeOptions }: CheckedProperty): number {
	return requireWholeNumberFrom(value, displayName, typeOptions?.minValue, typeOptions?.maxValue);
}

export function requireText(value: unknown, field: CheckedProperty): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) {
		return String(value);
	}
	throw invalidParameter(
		field.displayName,
		`is not a text${shown(value, field)}`,
		`Give ${field.displayName} as one text. If it holds an expression, check what the item has.`,
	);
}

function choicesOf({ options = [] }: CheckedProperty): Array<INodePropertyOptions['value']> {
	return options.flatMap((option) => ('value' in option ? [option.value] : []));
}

function noChoice(value: unknown, field: CheckedProperty, choices: unknown[]): UserError {
	return invalidParameter(
		field.displayName,
		`is not one of its choices${shown(value, field)}`,
		`Use one of these: ${choices.filter((known) => known !== '').join(', ')}.`,
	);
}

function checkChoice(value: unknown, field: CheckedProperty): INodePropertyOptions['value'] {
	const choices = choicesOf(field);
	const text = typeof value === 'number' ? String(value) : value;
	const choice = choices.find((known) => known === value || known === text);
	if (choice !== undefined) return choice;
	throw noChoice(value, field, choices);
}

/** Returns the entry whose name is the value. Throws for any other value. */
export function requireEntry<T>(
	value: unknown,
	displayName: string,
	entries: Record<string, T>,
): T {
	const entry = Object.entries(entries).find(([name]) => name === value);
	if (entry) return entry[1];
	throw noChoice(value, { displayName }, Object.keys(entries));
}

/** Returns several choices, from an array or a text separated by commas. */
export function requireChoices(value: unknown, field: CheckedProperty): unknown[] {
	return listEntries(value).map((entry) => checkChoice(entry, field));
}

const CHECKS: Partial<Record<NodePropertyTypes, Check>> = {
	boolean: requireBoolean,
	number: checkNumber,
	string: requireText,
	options: checkChoice,
	multiOptions: requireChoices,
};

/**
 * Returns the fields of a group that code reads, which may be the result of one expression. Throws for a value that is no
 * group, because its fields would be ignored, such as a limit.
 */
export function requireGroup(value: unknown, displayName: string): IDataObject {
	if (isObject(value)) return value;
	throw invalidParameter(
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
 * Returns whether a field has a value. An expression returns null or undefined where the item has none. Throws when a
 * required value is missing or blank. A filter requires one, because an empty filter would match every record.
 */
export function assertSet(
	value: unknown,
	{ displayName }: CheckedProperty,
	isNeeded: boolean,
): boolean {
	const isNothing = value === undefined || value === null;
	if (isNeeded && (isNothing || isBlank(value))) throw emptyParameter(displayName);
	return !isNothing;
}

/** Validates a value by the type of its field. Leaves types without a check to the field's own step. */
export function requireType(
	value: unknown,
	field: CheckedProperty & Pick<INodeProperties, 'type'>,
): unknown {
	const check = CHECKS[field.type];
	return check ? check(value, field) : value;
}

export type Reader = Pick<IExecuteSingleFunctions, 'getNodeParameter'>;

/** Reads a parameter that routing does not send; `undefined` when it is not set. */
function read(context: Reader, name: string): unknown {
	const value: unknown = context.getNodeParameter(name, null);
	return value ?? undefined;
}

export function readBoolean(
	context: Reader,
	name: string,
	displayName: string,
	fallback: boolean,
): boolean {
	const value = read(context, name);
	return value === undefined ? fallback : requireBoolean(value, { displayName });
}

/** Reads a whole number of at least 1; `undefined` when it is not set. */
export function readCount(context: Reader, name: string, label: string): number | undefined {
	const value = read(context, name);
	return value === undefined ? undefined : requireWholeNumberFrom(value, label, 1);
}

export function readChoice<T>(
	context: Reader,
	name: string,
	displayName: string,
	choices: Record<string, T>,
): T {
	const value = read(context, name);
	assertSet(value, { displayName }, true);
	return requireEntry(value, displayName, choices);
}

export function readText(context: Reader, name: string, field: CheckedProperty): string {
	const value = read(context, name);
	assertSet(value, field, true);
	return requireText(value, field);
}

/** Converts a switch or a number that the service takes as text (docs/service.md, Collections). */
export const asText: Transform = (value) => String(value);

/** Converts a switch to the 1 or 0 that the service takes (docs/service.md, Customers). */
export const asInteger: Transform = (value) => Number(value);

function isWord(value: unknown): boolean {
	return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

/** Joins words with commas, which may be given as one text or as an array. */
export function joinedWords(value: unknown, label: string): string {
	const words: unknown[] = Array.isArray(value) ? value : [value];
	if (words.every(isWord)) return words.join(',');
	throw invalidParameter(
		label,
		`is not a list of texts: ${quote(value)}`,
		'Give texts separated by commas, or an array of texts.',
	);
}

export const commaSeparated: Transform = (value, { label }) => joinedWords(value, label);

/** The display names of the collections of a panel, by their names. */
export const COLLECTIONS = {
	additionalFields: 'Additional Fields',
	filters: 'Filters',
	options: 'Options',
	sorting: 'Sorting',
	updateFields: 'Update Fields',
};

export type CollectionName = keyof typeof COLLECTIONS;

/**
 * Throws for a collection that is one expression. n8n's routing would find no field in it and ignore all of them, such as
 * a filter or Dry Run.
 */
export function assertNoCollectionExpression({ parameters }: INode): void {
	for (const [name, label] of Object.entries(COLLECTIONS)) {
		if (typeof parameters[name] !== 'string') continue;
		throw invalidParameter(
			label,
			'is an expression as a whole, of which nothing would be sent',
			`Add the fields that you need under ${label}, and give each of them an expression of its own.`,
		);
	}
}
