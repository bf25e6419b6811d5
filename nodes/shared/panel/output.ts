import type { INodeProperties } from 'n8n-workflow';

import { fieldNames, OUTPUT_OPTIONS, projection } from '../output/projection';
import type { RecordKind } from '../output/records';
import { preSend } from '../client/preSend';

/** The items of an operation: records of a kind, or rows with a description of Simplified and the names of their fields. */
export type Output = RecordKind | { simplified: string; names: string[] };

function toOffer(output: Output): { simplified: string; names: string[] } {
	if (typeof output !== 'string') return output;
	const { simplified, others } = fieldNames(output);
	return {
		simplified: `The fields used most: ${simplified.join(', ')}`,
		names: [...simplified, ...others],
	};
}

/**
 * Returns Output and Output Fields, which the operation reads. An expression in Output Fields may name fields that are
 * not offered.
 */
export function outputFields(output: Output): INodeProperties[] {
	const { simplified, names } = toOffer(output);
	return [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: OUTPUT_OPTIONS.map((option) =>
				option.value === 'simplified' ? { ...option, description: simplified } : { ...option },
			),
			default: 'simplified',
			description: 'How much of each record to return',
			// Validates the parameters before anything is sent.
			routing: { send: { preSend: [preSend((context) => void projection(context))] } },
		},
		{
			displayName: 'Output Fields',
			name: 'outputFields',
			type: 'multiOptions',
			options: [...new Set(names)]
				.sort((a, b) => a.localeCompare(b))
				.map((name) => ({ name, value: name })),
			default: [],
			displayOptions: { show: { output: ['selected'] } },
			description:
				'The fields to return. If the record has an ID, it is always included. In an expression, list any fields of Full, separated by commas.',
		},
	];
}
