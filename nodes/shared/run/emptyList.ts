import { type IExecuteSingleFunctions, type INodeExecutionData, UserError } from 'n8n-workflow';

import { isObject } from '../data/json';
import { isExpression } from '../request/plainExpressions';
import { isBlank } from '../values/listEntries';

/** Whether an expression names nobody or nothing. */
function isBlankExpression(context: IExecuteSingleFunctions, name: string): boolean {
	if (!isExpression(context, name)) return false;
	const value: unknown = context.getNodeParameter(name, null);
	return isBlank(isObject(value) ? value.value : value);
}

/**
 * Throws where a list is empty: n8n's Always Output Data gives one item without fields in place of none.
 *
 * @param rowFields the fields of which one names the person or thing of each row
 */
export function assertNotEmpty(
	[context, ...others]: IExecuteSingleFunctions[],
	[item]: INodeExecutionData[],
	rowFields: string[],
): void {
	if (!context || others.length > 0 || Object.keys(item?.json ?? {}).length > 0) return;
	if (!rowFields.some((name) => isBlankExpression(context, name))) return;
	throw new UserError('The list is empty', {
		description: 'If the list should have rows, check the node before this one.',
	});
}
