import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { wholeNumberFrom } from './numbers';
import { checkBoolean } from './values';

/** What reads a parameter of an item. */
type Reader = Pick<IExecuteSingleFunctions, 'getNodeParameter'>;

/** A parameter that code reads, where routing sends nothing; `undefined` when it is not set. */
function read(context: Reader, name: string): unknown {
	const value: unknown = context.getNodeParameter(name, null);
	return value ?? undefined;
}

function field(displayName: string, type: INodeProperties['type']): INodeProperties {
	return { displayName, name: '', type, default: '' };
}

/**
 * A switch.
 *
 * @param name the path of the parameter
 * @param label its display name
 * @param fallback where it is not set
 * @throws UserError when it is neither on nor off
 */
export function readBoolean(
	context: Reader,
	name: string,
	label: string,
	fallback: boolean,
): boolean {
	const value = read(context, name);
	return value === undefined ? fallback : checkBoolean(value, field(label, 'boolean'));
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
