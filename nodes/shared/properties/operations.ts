import {
	type INodeProperties,
	type INodePropertyOptions,
	updateDisplayOptions,
} from 'n8n-workflow';

import { validatedProperties } from '../parameters/validatedProperties';
import { optionsField } from './lists';
import { type Output, outputFields } from './output';

/** What the file of an operation holds, beside what it does. */
export interface OperationFile {
	option: INodePropertyOptions;
	/** What only this operation has, without the condition that shows it. */
	fields?: () => INodeProperties[];
	/** What its items are; none where they say only that it is done. */
	output?: Output;
	/** What stands under Options, where there is more than every operation has. */
	options?: () => INodeProperties[];
}

/** What a node is about; with the one resource n8n can tell operations of different nodes apart. */
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

/** One definition for several operations. */
export const shownFor = (operation: string[], ...fields: INodeProperties[]): INodeProperties[] =>
	updateDisplayOptions({ show: { operation } }, fields);

const valueOf = ({ option }: OperationFile) => String(option.value);

/** The fields on the output, once for each kind of record. */
function outputsOf(files: OperationFile[]): INodeProperties[] {
	const kinds = new Set(files.flatMap(({ output }) => (output === undefined ? [] : [output])));
	return [...kinds].flatMap((kind) =>
		shownFor(files.filter(({ output }) => output === kind).map(valueOf), ...outputFields(kind)),
	);
}

/** Options, with those that not every operation has shown for their own. */
function optionsOf(files: OperationFile[]): INodeProperties {
	const shown = new Map<string, { field: INodeProperties; operations: string[] }>();
	for (const file of files) {
		for (const field of file.options?.() ?? []) {
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
	);
}

/**
 * The fields of a node below Authentication, in the order of every panel. Each has one definition in the node, wherever
 * it can, because n8n evaluates an expression once for every definition of its name.
 *
 * @param usual the operation that a new node has
 * @param required what several operations have, with the conditions that show it: it stands on top
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
