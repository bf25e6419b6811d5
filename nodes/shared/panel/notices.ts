import { type INodeProperties, type NodeHint, UserError } from 'n8n-workflow';

export function notice(name: string, displayName: string): INodeProperties {
	return { displayName, name, type: 'notice', default: '' };
}

/** Returns a notice that only the tool of an agent shows. */
export const noticeForAgents = (name: string, displayName: string): INodeProperties => ({
	...notice(name, displayName),
	displayOptions: { show: { '@tool': [true] } },
});

/**
 * Returns the notice of an operation that agents cannot use, because n8n hides its routing from tools. As a tool, the
 * operation shows the sentence and always fails with it.
 *
 * @param sentence why agents cannot use the operation
 * @param remedy the description of the error
 */
export function refusalForAgents(name: string, sentence: string, remedy: string): INodeProperties {
	const refuse = async () => await Promise.reject(new UserError(sentence, { description: remedy }));
	return {
		...noticeForAgents(name, `${sentence}.`),
		routing: { send: { preSend: [refuse] } },
	};
}

/**
 * Returns the hint on Limit for several items, which n8n shows above an error, too: it says nothing of the run. For a single
 * item n8n shows its own.
 */
export function limitHint(): NodeHint {
	return {
		message:
			'<b>Limit</b> counts for each input item by itself. To read all records, turn on <b>Return All</b>.',
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'afterExecution',
		displayCondition: '={{ $parameter["returnAll"] === false && $input.all().length > 1 }}',
	};
}
