import type { INodeProperties } from 'n8n-workflow';

import { OUTPUT_OPTIONS, projection } from '../output/projection';
import type { RecordKind } from '../output/records';
import { fieldNames } from '../output/simplify';
import { preSend } from '../run/preSend';
import { compareNames } from './fields';

/** The items of an operation: records of a kind, or rows with a description of Simplified and the names of their fields. */
export type Output = RecordKind | { simplified: string; names: string[] };

function toOffer(output: Output): { simplified: string; names: string[] } {
	if (typeof output !== 'string') return output;
	const { simplified, otherFields } = fieldNames(output);
	return {
		simplified: `The fields used most: ${simplified.join(', ')}`,
		names: [...simplified, ...otherFields],
	};
}

/** What Simplified returns where operations of one node return records of several kinds. */
const SIMPLIFIED_OF_SEVERAL =
	'The fields used most, about ten. The output panel lists them before the first run.';

/**
 * Returns Output, which the operation reads: one definition for all operations of a node, because n8n evaluates a
 * parameter once for each definition of its name.
 */
export function outputField(outputs: Output[]): INodeProperties {
	const [first, ...rest] = outputs.map((output) => toOffer(output).simplified);
	const simplified = rest.length > 0 ? SIMPLIFIED_OF_SEVERAL : first;
	return {
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: OUTPUT_OPTIONS.map((option) =>
			option.value === 'simplified' && simplified !== undefined
				? { ...option, description: simplified }
				: { ...option },
		),
		default: 'simplified',
		description: 'How much of each record to return',
		// Validates the parameters before anything is sent.
		routing: { send: { preSend: [preSend((context) => void projection(context))] } },
	};
}

/** Returns Output Fields. An expression in it may name fields that are not offered. */
export function selectedFields(output: Output): INodeProperties {
	return {
		displayName: 'Output Fields',
		name: 'outputFields',
		type: 'multiOptions',
		options: [...new Set(toOffer(output).names)]
			.sort(compareNames)
			.map((name) => ({ name, value: name })),
		default: [],
		displayOptions: { show: { output: ['selected'] } },
		description:
			'The fields to return. If the record has an ID, it is always included. In an expression, list any fields of Full, separated by commas.',
	};
}
