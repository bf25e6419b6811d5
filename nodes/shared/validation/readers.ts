import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { wholeNumberFrom } from './numbers';
import { checkBoolean, checkText, entryOf, isSet, type Checked } from './values';

/** What reads a parameter of an item. */
export type Reader = Pick<IExecuteSingleFunctions, 'getNodeParameter'>;

/** A parameter that code reads, where routing sends nothing; `undefined` when it is not set. */
function read(context: Reader, name: string): unknown {
	const value: unknown = context.getNodeParameter(name, null);
	return value ?? undefined;
}

/**
 * A switch.
 *
 * @param name the path of the parameter
 * @param displayName its display name
 * @param fallback where it is not set
 * @throws UserError when it is neither on nor off
 */
export function readBoolean(
	context: Reader,
	name: string,
	displayName: string,
	fallback: boolean,
): boolean {
	const value = read(context, name);
	return value === undefined ? fallback : checkBoolean(value, { displayName });
}

/**
 * A whole number of at least 1; `undefined` when it is not set.
 *
 * @throws UserError when it is another one, or none
 */
export function readCount(context: Reader, name: string, label: string): number | undefined {
	const value = read(context, name);
	return value === undefined ? undefined : wholeNumberFrom(value, label, 1);
}

/**
 * What belongs to the value that is chosen.
 *
 * @param choices what there is, by value
 * @throws UserError when nothing is chosen, or none of them
 */
export function readChoice<T>(
	context: Reader,
	name: string,
	displayName: string,
	choices: Record<string, T>,
): T {
	const value = read(context, name);
	isSet(value, { displayName }, true);
	return entryOf(value, displayName, choices);
}

/**
 * A text, which must be set.
 *
 * @throws UserError when it is empty or none
 */
export function readText(context: Reader, name: string, field: Checked): string {
	const value = read(context, name);
	isSet(value, field, true);
	return checkText(value, field);
}
