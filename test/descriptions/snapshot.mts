import type { INodeProperties, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { choicesOf, fieldsWithin } from '../kit/descriptions.mts';

/** What a saved workflow depends on in one field. */
export interface FieldShape {
	type: string;
	default: unknown;
	required?: true;
	/** Whether it holds a list of what its type says. */
	multiple?: true;
	/** The values of a dropdown. */
	values?: string[];
	/** The modes of a resource locator. */
	modes?: string[];
	/** When it is shown, beside its operation. */
	visible?: string;
}

/** The fields of an operation by their path; a path may stand for several fields that take turns. */
export type FieldShapes = Record<string, FieldShape[]>;

/** What saved workflows depend on in a node, by its operations; what all have stands under `always`. */
export interface NodeShape {
	versions: number[];
	/** The types of its credentials. */
	credentials: string[];
	operations: Record<string, FieldShapes>;
}

/** For the fields that no operation has to itself. */
const ALWAYS = 'always';

const present = <T extends object>(list: T): T | undefined =>
	Object.keys(list).length > 0 ? list : undefined;

function visibility({ displayOptions = {} }: INodeProperties): string | undefined {
	const { show: { operation: _operation, resource: _resource, ...show } = {}, hide = {} } =
		displayOptions;
	const conditions = { show: present(show), hide: present(hide) };
	return (conditions.show ?? conditions.hide) ? JSON.stringify(conditions) : undefined;
}

function shapeOf(field: INodeProperties): FieldShape {
	const values = field.type.endsWith('ptions')
		? choicesOf(field).map(({ value }) => String(value))
		: [];
	const modes = (field.modes ?? []).map(({ name }) => name);
	const visible = visibility(field);
	return {
		type: field.type,
		default: field.default,
		...(field.required && { required: true }),
		...(field.typeOptions?.multipleValues && { multiple: true }),
		...(values.length > 0 && { values: values.sort() }),
		...(modes.length > 0 && { modes }),
		...(visible !== undefined && { visible }),
	};
}

function addTo(shapes: FieldShapes, field: INodeProperties, above: string[]): void {
	const path = [...above, field.name];
	(shapes[path.join('.')] ??= []).push(shapeOf(field));
	for (const group of field.options ?? []) {
		if ('values' in group)
			for (const inner of group.values) addTo(shapes, inner, [...path, group.name]);
	}
	if (field.type === 'collection')
		for (const inner of fieldsWithin(field)) addTo(shapes, inner, path);
}

const operationsOf = ({ displayOptions }: INodeProperties): string[] =>
	displayOptions?.show?.operation?.map(String) ?? [ALWAYS];

/** The shape of one version of a node. */
export function nodeShape(description: INodeTypeDescription): NodeShape {
	const operations: NodeShape['operations'] = {};
	for (const field of description.properties) {
		for (const operation of operationsOf(field)) addTo((operations[operation] ??= {}), field, []);
	}
	return {
		versions: [description.version].flat(),
		credentials: (description.credentials ?? []).map(({ name }) => name).sort(),
		operations,
	};
}

/** The shapes of all nodes, by their short names. */
export const shapesOf = (types: Record<string, INodeType>): Record<string, NodeShape> =>
	Object.fromEntries(
		Object.entries(types).map(([name, { description }]) => [name, nodeShape(description)]),
	);
