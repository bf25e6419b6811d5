import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isTextSafe, outputMode, SUMMARY } from '../shared/output/projection';
import { safeRow } from '../shared/output/safeRecord';
import { switchField } from '../shared/panel/fields';
import type { ReadInputFields } from '../shared/request/operation';
import { readBoolean } from '../shared/values/readers';

const INPUT_FIELDS = { displayName: 'Include Other Input Fields', name: 'includeInputFields' };

/** Returns the option that adds the fields of the input row to the rows of an operation. */
export function inputFieldsField(): INodeProperties {
	const description =
		'Whether to add the fields of the input row after those of the operation. A field whose name the operation uses follows as input_id, input_error and so on.';
	const { displayName, name } = INPUT_FIELDS;
	return { ...switchField(displayName, name, description), default: false };
}

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
 * `input_<name>`, unless the input has such a field already. A failed row has the email address of its input as its own.
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
		const isTaken = OWN_NAMES.includes(name) || Object.hasOwn(row, name);
		const free = isTaken ? `input_${name}` : name;
		// What an operation before this one has renamed stays as it is: the key of a CRM in `input_id`.
		if (!isTaken || !Object.hasOwn(input, free)) merged[free] = value;
	}
	return merged;
}

/** Reads Include Other Input Fields of an item. */
export const inputFieldsAdder: ReadInputFields = (context) => {
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
};
