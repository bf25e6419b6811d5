import type { INodeProperties, NodeHint } from 'n8n-workflow';

export function notice(name: string, displayName: string): INodeProperties {
	return { displayName, name, type: 'notice', default: '' };
}

/** After lists that were read up to Limit; of a single one, n8n itself says whether its limit was reached. */
export function limitHint(): NodeHint {
	return {
		message:
			'Up to <b>Limit</b> records were read for each item; there may be more. To read all, turn on <b>Return All</b>.',
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'afterExecution',
		displayCondition: '={{ $parameter["returnAll"] === false && $input.all().length > 1 }}',
	};
}
