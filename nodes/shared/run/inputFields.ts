import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { asObject } from '../json';
import { booleanOr } from '../values/checks';

/** The names of the option that adds the fields of the input row to the rows of an operation. */
export const INPUT_FIELDS = {
	displayName: 'Include Other Input Fields',
	name: 'includeInputFields',
} as const;

/** Whether the item's option is on. Throws UserError for a value that is neither true nor false. */
export function includesInputFields(context: IExecuteSingleFunctions): boolean {
	const { [INPUT_FIELDS.name]: value } = asObject(context.getNodeParameter('options', {}));
	return booleanOr(false, value, INPUT_FIELDS.displayName);
}

/**
 * Whether failed items must have no other fields than their own. n8n sends no others to the error output, and adds the
 * fields of the input row there by itself.
 */
export const hasErrorOutput = (context: IExecuteSingleFunctions): boolean =>
	context.getNode().onError === 'continueErrorOutput';

/**
 * Returns an output row followed by the fields of its input row that it does not have.
 *
 * @example withInputFields({ outcome: 'granted', id: 7 }, { id: 'A-1', note: 'x' }) // { outcome: 'granted', id: 7, note: 'x' }
 */
export function withInputFields(row: IDataObject, input: IDataObject): IDataObject {
	const merged = { ...row };
	for (const [name, value] of Object.entries(input)) {
		// An assignment to `__proto__`, here or where n8n copies the item, would set the prototype.
		if (name !== '__proto__' && !Object.hasOwn(merged, name)) merged[name] = value;
	}
	return merged;
}
