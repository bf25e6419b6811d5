import { type INodeProperties, type NodeHint, UserError } from 'n8n-workflow';

export function notice(name: string, displayName: string): INodeProperties {
	return { displayName, name, type: 'notice', default: '' };
}

/**
 * What an agent's tool shows and answers in place of an operation whose routing n8n hides from it.
 *
 * @param sentence why it is not for agents; the description of the refusal is the remedy
 */
export function refusalForAgents(name: string, sentence: string, remedy: string): INodeProperties {
	const refuse = async () => await Promise.reject(new UserError(sentence, { description: remedy }));
	return {
		...notice(name, `${sentence}.`),
		displayOptions: { show: { '@tool': [true] } },
		routing: { send: { preSend: [refuse] } },
	};
}

/** Returns the hint after lists that were read up to Limit. For a single item n8n says itself that the limit was reached. */
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
