import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { wholeNumberFrom } from './numbers';
import { checkBoolean, checkText, entryOf, isSet, type Checked } from './values';

export type Reader = Pick<IExecuteSingleFunctions, 'getNodeParameter'>;

/**
 * A parameter that code reads, where routing sends nothing; `undefined` when it is not set. What is made of it below is
 * what its kind of field takes, or a refusal that names it.
 */
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
	return value === undefined ? fallback : checkBoolean(value, { displayName });
}

/** A whole number of at least 1; `undefined` when it is not set. */
export function readCount(context: Reader, name: string, label: string): number | undefined {
	const value = read(context, name);
	return value === undefined ? undefined : wholeNumberFrom(value, label, 1);
}

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

export function readText(context: Reader, name: string, field: Checked): string {
	const value = read(context, name);
	isSet(value, field, true);
	return checkText(value, field);
}
