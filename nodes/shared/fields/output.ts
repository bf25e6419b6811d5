import type { INodeProperties } from 'n8n-workflow';

import { view } from '../operation/output';
import { fieldNames, type RecordKind } from '../operation/records';
import { preSend } from '../validation/refusal';

/**
 * How an answer is given: short, whole, untouched, or only some fields. The operation reads them.
 *
 * @param simplified what Simplified gives
 * @param names the fields that are offered one by one; an expression may give others
 */
export function rowOutputFields(simplified: string, names: string[]): INodeProperties[] {
	return [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{ name: 'Simplified', value: 'simplified', description: simplified },
				{
					name: 'Full',
					value: 'full',
					description: 'All fields, without the envelope around them',
				},
				{ name: 'Raw', value: 'raw', description: 'Exactly what the service sent' },
				{ name: 'Selected Fields', value: 'selected', description: 'Only the fields you choose' },
			],
			default: 'simplified',
			description: 'How much of each record to return',
			// Refused before anything is sent.
			routing: { send: { preSend: [preSend((context) => void view(context))] } },
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
				'The fields to return; the ID is always among them. An expression can give other names of Full, separated by commas.',
		},
	];
}

/**
 * The same for records.
 *
 * @param kind what they are
 */
export function outputFields(kind: RecordKind): INodeProperties[] {
	const { simplified, others } = fieldNames(kind);
	return rowOutputFields(`The fields used most: ${simplified.join(', ')}`, [
		...simplified,
		...others,
	]);
}
