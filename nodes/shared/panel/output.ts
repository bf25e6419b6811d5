import type { IExecuteSingleFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { OUTPUT_OPTIONS, outputMode, projection, SUMMARY } from '../output/projection';
import type { RecordKind } from '../output/records';
import { fieldNames } from '../output/simplify';
import { preSend } from '../request/preSend';
import { invalidParameter } from '../values/parameterErrors';
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

/** The operations of a node whose Output has other choices than that of the others. */
interface OutputChoices {
	/** Those with the choice Summary. */
	summarizing: string[];
	/** Those of these that return rows of their own, and no records: they have Simplified and Summary only. */
	withoutRecords: string[];
}

/** Returns the condition that shows a choice for the operations that have it. */
function conditionOf(
	{ value }: INodePropertyOptions,
	{ summarizing, withoutRecords }: OutputChoices,
): Pick<INodePropertyOptions, 'displayOptions'> {
	if (value === SUMMARY) return { displayOptions: { show: { operation: summarizing } } };
	if (value === 'simplified' || withoutRecords.length === 0) return {};
	return { displayOptions: { hide: { operation: withoutRecords } } };
}

/** Throws where an expression asks an operation for a summary that it does not have. */
function assertOffered(context: IExecuteSingleFunctions, { summarizing }: OutputChoices): void {
	if (outputMode(context) !== SUMMARY) return;
	if (summarizing.includes(String(context.getNodeParameter('operation', '')))) return;
	throw invalidParameter(
		'Output',
		'is not one of its choices: "summary"',
		'Choose another Output.',
	);
}

/**
 * Returns Output, which the operation reads: one definition for all operations of a node, because n8n evaluates a
 * parameter once for each definition of its name.
 */
export function outputField(
	outputs: Output[],
	operations: OutputChoices = { summarizing: [], withoutRecords: [] },
): INodeProperties {
	const [first, ...rest] = outputs.map((output) => toOffer(output).simplified);
	const simplified = rest.length > 0 ? SIMPLIFIED_OF_SEVERAL : first;
	return {
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: OUTPUT_OPTIONS.map((option) => ({
			...option,
			...(option.value === 'simplified' && simplified !== undefined && { description: simplified }),
			...conditionOf(option, operations),
		})).filter(({ value }) => value !== SUMMARY || operations.summarizing.length > 0),
		default: 'simplified',
		description: outputs.includes('customer')
			? 'How much of each record to return. Full and Raw may contain a link that signs the customer in: keep it out of messages and sheets.'
			: 'How much of each record to return',
		// Validates the parameters before anything is sent.
		routing: {
			send: {
				preSend: [
					preSend((context) => {
						assertOffered(context, operations);
						projection(context);
					}),
				],
			},
		},
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
