import {
	type INodeProperties,
	type INodePropertyOptions,
	updateDisplayOptions,
} from 'n8n-workflow';

import { onBehalfOfFields } from './customers';
import { optionsField, safeTextField } from './fields';
import { notice } from './notices';
import { type Output, outputField, selectedFields } from './output';
import { validatedProperties } from './validatedProperties';

/** The text below the name of a node on the canvas: its resource and its operation, as in "Customer: get many". */
export const SUBTITLE =
	'={{ ($parameter["resource"] + ": " + $parameter["operation"]).replace("getAll", "getMany").replace(/[A-Z]/g, " $&").toLowerCase().toSentenceCase() }}';

/** The exports of an operation file. */
export interface OperationFile {
	option: INodePropertyOptions;
	/** The fields that only this operation has, without the condition that shows them. */
	fields?: () => INodeProperties[];
	/** The kind of its items; none for a write whose items only confirm it. */
	output?: Output;
	/** The outcomes that it counts with Output > Summary, if it has that choice. */
	counters?: readonly string[];
	/** Whether its items begin with fields of the operation itself, such as `outcome`. */
	addsOutcome?: boolean;
	/** The fields under Options beside those of every operation. */
	options?: () => INodeProperties[];
}

/** Returns the resource field. Its only value tells apart operations of different nodes with the same name. */
function resourceField({ name, value }: INodePropertyOptions): INodeProperties {
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: [{ name, value }],
		default: value,
	};
}

function operationField(
	{ value: resource }: INodePropertyOptions,
	files: OperationFile[],
	usual: string,
): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: files.map(({ option }) => option),
		default: usual,
	};
}

/** Returns the fields with a condition that shows them for some operations only. */
export const shownFor = (operation: string[], ...fields: INodeProperties[]): INodeProperties[] =>
	updateDisplayOptions({ show: { operation } }, fields);

const valueOf = ({ option }: OperationFile) => String(option.value);

/** Returns the notice that the output Raw lacks the fields of the operation itself. */
function rawNotice(): INodeProperties {
	const sentence =
		'Raw lacks what this operation adds to the record of the service, such as outcome or hasAccess.';
	return { ...notice('rawNotice', sentence), displayOptions: { show: { output: ['raw'] } } };
}

/** Returns Output, Output Fields for each kind of record, and the notice about Raw. */
function outputsOf(files: OperationFile[]): INodeProperties[] {
	const kinds = new Set(files.flatMap(({ output }) => (output === undefined ? [] : [output])));
	const operationsOf = (kind: Output) => files.filter(({ output }) => output === kind).map(valueOf);
	const offers = [...kinds].map((output) => ({ output, operations: operationsOf(output) }));
	const recording = offers.flatMap(({ operations }) => operations);
	const summarizing = files.filter(({ counters }) => counters).map(valueOf);
	const withoutRecords = summarizing.filter((operation) => !recording.includes(operation));
	if (recording.length === 0) return [];
	const addingOutcome = files.filter(({ addsOutcome }) => addsOutcome).map(valueOf);
	return [
		...shownFor(
			[...recording, ...withoutRecords],
			outputField(
				offers.map(({ output }) => output),
				{ summarizing, withoutRecords },
			),
		),
		...offers.flatMap(({ output, operations }) => shownFor(operations, selectedFields(output))),
		...(addingOutcome.length > 0 ? shownFor(addingOutcome, rawNotice()) : []),
	];
}

/** Returns Options. A field that not every operation has is shown for those that have it. */
function optionsOf(files: OperationFile[]): INodeProperties {
	const shown = new Map<string, { field: INodeProperties; operations: string[] }>();
	for (const file of files) {
		const own = file.options?.() ?? [];
		for (const field of file.output === undefined ? own : [...own, safeTextField()]) {
			const { operations } = shown.get(field.name) ?? { operations: [] };
			shown.set(field.name, { field, operations: [...operations, valueOf(file)] });
		}
	}
	return optionsField(
		[...shown.values()].map(({ field, operations }) =>
			operations.length === files.length
				? field
				: { ...field, displayOptions: { show: { '/operation': operations } } },
		),
		onBehalfOfFields(),
	);
}

/**
 * Returns the fields of a node below Authentication, in the order of every panel. Operations share one definition of a
 * field where possible, because n8n evaluates the expression of a field once for each definition of its name.
 *
 * @param usual the operation of a new node
 * @param required the fields on top, shared by several operations, with the conditions that show them
 */
export function operationFields(
	resource: INodePropertyOptions,
	files: OperationFile[],
	usual: string,
	required: INodeProperties[] = [],
): INodeProperties[] {
	return [
		resourceField(resource),
		operationField(resource, files, usual),
		...validatedProperties([
			...required,
			...files.flatMap((file) => shownFor([valueOf(file)], ...(file.fields?.() ?? []))),
			...outputsOf(files),
			...shownFor(files.map(valueOf), optionsOf(files)),
		]),
	];
}
