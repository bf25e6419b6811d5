import type { INodeProperties } from 'n8n-workflow';

import { RECORDS, type RecordKind } from '../operation/records';

/**
 * How records are given: short, whole, untouched, or only some fields. The operation reads them.
 *
 * @param kind what the operation gives; without it, rows that have names of their own
 */
export function outputFields(kind?: RecordKind): INodeProperties[] {
	const names = kind ? Object.keys(RECORDS[kind].fields) : [];
	return [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{
					name: 'Simplified',
					value: 'simplified',
					description: kind
						? `The fields that are used most: ${names.join(', ')}`
						: 'One item a row, with the columns side by side',
				},
				{
					name: 'Full',
					value: 'full',
					description: 'Everything that the service tells, tidied up',
				},
				{ name: 'Raw', value: 'raw', description: 'Exactly what the service sent' },
				{ name: 'Selected Fields', value: 'selected', description: 'Only fields that you name' },
			],
			default: 'simplified',
			description: 'How much of each record to return',
		},
		{
			displayName: 'Output Fields',
			name: 'outputFields',
			type: 'string',
			default: '',
			placeholder: `e.g. ${names.slice(0, 3).join(',') || 'type,from,to'}`,
			displayOptions: { show: { output: ['selected'] } },
			description:
				'The names of the fields to keep, separated by commas: any that Simplified or Full has, with a dot into those that hold others, such as links.items',
		},
	];
}
