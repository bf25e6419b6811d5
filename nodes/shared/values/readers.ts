import type { IExecuteSingleFunctions, INodePropertyOptions } from 'n8n-workflow';

import {
	assertRequired,
	booleanOr,
	type CheckedField,
	requireChoice,
	requireText,
	requireWholeNumberFrom,
} from './checks';
import { isBlank } from './listEntries';
import { trim } from './text';

export type ParameterSource = Pick<IExecuteSingleFunctions, 'getNodeParameter'>;

/** Reads a parameter that routing does not send; `undefined` when it is blank. */
function read(context: ParameterSource, name: string): unknown {
	const value: unknown = context.getNodeParameter(name, null);
	return isBlank(value) ? undefined : value;
}

/** Reads a switch, which is the fallback where it is blank. */
export function readBoolean(
	context: ParameterSource,
	name: string,
	displayName: string,
	fallback: boolean,
): boolean {
	return booleanOr(fallback, context.getNodeParameter(name, null), displayName);
}

/** Reads a whole number of at least 1; `undefined` when it is not set. */
export function readCount(
	context: ParameterSource,
	name: string,
	label: string,
): number | undefined {
	const value = read(context, name);
	return value === undefined ? undefined : requireWholeNumberFrom(value, label, 1);
}

/** A dropdown: its display name, and its choices where their labels are taken too. */
interface ChoiceField {
	displayName: string;
	options?: INodePropertyOptions[];
}

/** Reads a required choice, and returns the entry that it names. */
export function readChoice<T>(
	context: ParameterSource,
	name: string,
	{ displayName, options }: ChoiceField,
	entries: Record<string, T>,
): T {
	const value = read(context, name);
	assertRequired(value, { displayName });
	return requireChoice(value, displayName, entries, options);
}

/** Reads a required text that names something, such as a code or a token. */
export function readText(context: ParameterSource, name: string, field: CheckedField): string {
	const value = read(context, name);
	assertRequired(value, field);
	return trim(requireText(value, field));
}
