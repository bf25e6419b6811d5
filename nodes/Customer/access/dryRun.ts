import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { checkBoolean } from '../../shared/validation/values';
import { switchField } from '../../shared/fields/sent';

export function dryRunField(): INodeProperties {
	return switchField(
		'Dry Run',
		'dryRun',
		'Whether to show what would change, without changing anything',
	);
}

/** @throws UserError when it is added and gives neither true nor false: nothing is written on a guess */
export function isDryRun(context: IExecuteSingleFunctions): boolean {
	return checkBoolean(context.getNodeParameter('options.dryRun', false), dryRunField());
}
