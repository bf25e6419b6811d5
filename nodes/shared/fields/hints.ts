import type { NodeHint } from 'n8n-workflow';

/** After lists that were read up to Limit; of a single one, n8n itself says whether its limit was reached. */
export function limitHint(): NodeHint {
	return {
		message:
			'No more than <b>Limit</b> were read for each item, so there may be others: turn on <b>Return All</b> to read them all.',
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'afterExecution',
		displayCondition: '={{ $parameter["returnAll"] === false && $input.all().length > 1 }}',
	};
}
