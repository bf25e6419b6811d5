import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { isTextSafe, outputMode, SUMMARY } from '../output/projection';
import { safeRow } from '../output/safeRecord';
import { readBoolean } from '../values/readers';

/** The names of the option that adds the fields of the input row to the rows of an operation. */
export const INPUT_FIELDS = {
	displayName: 'Include Other Input Fields',
	name: 'includeInputFields',
} as const;

/**
 * The names that the rows of these operations use themselves. A field of the input with one of them is renamed in every row,
 * so that the columns depend neither on the outcome nor on the customer, and an old error is never taken for a new one.
 */
const OWN_NAMES = [
	...['outcome', 'hasAccess', 'reason', 'changes', 'similarTo', 'stopped', 'success'],
	...['id', 'name', 'email', 'plan', 'product_name', 'products'],
	...['href', 'created_at', 'updated_at'],
	...['error', 'message', 'details'],
];

/**
 * Returns an output row followed by the fields of its input row. A field whose name the operation uses follows as
 * `input_<name>`. A failed row has the email address of its input as its own.
 *
 * @example withInputFields({ outcome: 'granted', id: 7 }, { id: 'A-1', note: 'x' }) // { outcome: 'granted', id: 7, input_id: 'A-1', note: 'x' }
 */
function withInputFields(row: IDataObject, input: IDataObject, hasFailed = false): IDataObject {
	const merged: IDataObject = {
		...row,
		...(hasFailed && Object.hasOwn(input, 'email') && { email: input.email }),
	};
	for (const [name, value] of Object.entries(input)) {
		// An assignment to `__proto__`, here or where n8n copies the item, would set the prototype.
		if (name === '__proto__') continue;
		let free = OWN_NAMES.includes(name) ? `input_${name}` : name;
		while (Object.hasOwn(merged, free)) free = `input_${free}`;
		merged[free] = value;
	}
	return merged;
}

/** Adds the fields of an input row to an output row of its item. */
export type InputFieldsAdder = (
	row: IDataObject,
	input: IDataObject,
	hasFailed: boolean,
) => IDataObject;

/** Returns the function that adds the fields of the input where the item's option is on. Throws UserError for a wrong value. */
export function inputFieldsAdder(context: IExecuteSingleFunctions): InputFieldsAdder {
	const { displayName, name } = INPUT_FIELDS;
	if (!readBoolean(context, `options.${name}`, displayName, false)) return (row) => row;
	const isSafe = isTextSafe(context);
	// n8n sends no item with other fields to the error output, and adds those of the input row there by itself.
	const hasErrorOutput = context.getNode().onError === 'continueErrorOutput';
	const isErrorAlone = hasErrorOutput && outputMode(context) !== SUMMARY;
	return (row, input, hasFailed) =>
		hasFailed && isErrorAlone
			? row
			: withInputFields(row, isSafe ? safeRow(input) : input, hasFailed);
}
