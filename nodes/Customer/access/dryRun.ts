import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { checkBoolean } from '../../shared/validation/values';

/** The option to read and check everything, and write nothing. */
export function dryRunField(): INodeProperties {
	return {
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: true,
		description: 'Whether to show what would change, without changing anything',
	};
}

/** @throws UserError when it is added and gives neither true nor false: nothing is written on a guess */
export function isDryRun(context: IExecuteSingleFunctions): boolean {
	return checkBoolean(context.getNodeParameter('options.dryRun', false), dryRunField());
}
