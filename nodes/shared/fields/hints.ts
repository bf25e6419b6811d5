import type { NodeHint } from 'n8n-workflow';

/** After a list that was read up to Limit. */
export function limitHint(): NodeHint {
	return {
		message:
			'No more than <b>Limit</b> were read, so there may be others: turn on <b>Return All</b> to read them all.',
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'afterExecution',
		displayCondition: '={{ $parameter["returnAll"] === false }}',
	};
}
