import { UserError, type IExecuteSingleFunctions, type INodeProperties } from 'n8n-workflow';

/** The option to read and check everything, and write nothing. */
export function dryRunField(): INodeProperties {
	return {
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: true,
		description:
			'Whether to read and check everything but change nothing: the item tells what would have been done and which fields would change',
	};
}

const ANSWERS: Record<string, boolean> = { true: true, false: false };

/** @throws UserError when an expression gives neither true nor false: nothing is written on a guess */
export function isDryRun(context: IExecuteSingleFunctions): boolean {
	const value = context.getNodeParameter('options.dryRun', false);
	const answer = ANSWERS[String(value)];
	if (answer !== undefined) return answer;
	throw new UserError('The parameter "Dry Run" is neither true nor false', {
		description: 'Switch it on or off. If it holds an expression, check what it gives.',
	});
}
