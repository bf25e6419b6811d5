import { type INodeProperties, type NodeHint, UserError } from 'n8n-workflow';

import { preSend } from '../run/preSend';
import { isObject } from '../json';

export function notice(name: string, displayName: string): INodeProperties {
	return { displayName, name, type: 'notice', default: '' };
}

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
		...notice(name, `${sentence}.`),
		displayOptions: { show: { '@tool': [true] } },
		routing: { send: { preSend: [refuse] } },
	};
}

/**
 * Returns a hidden group in place of one that went, because n8n drops what no field has before the node runs. A workflow
 * that was saved with a value in it fails with the sentence, and does not do something else in silence.
 *
 * @param name the name of the group that went
 * @param remedy the description of the error
 */
export function removedGroup(name: string, sentence: string, remedy: string): INodeProperties {
	const refuse = preSend((context) => {
		const saved = context.getNodeParameter(name, {});
		if (!isObject(saved) || Object.keys(saved).length === 0) return;
		throw new UserError(sentence, { description: remedy });
	});
	return {
		displayName: 'Removed',
		name,
		type: 'hidden',
		default: {},
		routing: { send: { preSend: [refuse] } },
	};
}

/** Returns the hint after a list that was read up to Limit for several items. For a single item n8n shows its own. */
export function limitHint(): NodeHint {
	return {
		message:
			'Up to <b>Limit</b> records were read for each item. There may be more. To read all, turn on <b>Return All</b>.',
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'afterExecution',
		displayCondition: '={{ $parameter["returnAll"] === false && $input.all().length > 1 }}',
	};
}
