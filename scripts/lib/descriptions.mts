import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { defined } from './defined.mts';
import { nodeTypes } from './nodeTypes.mts';

/** A parameter of an operation at any depth. */
export interface Parameter {
	field: INodeProperties;
	/** Names from the top level down, groups included. */
	path: string[];
}

export interface DescribedOperation {
	/** Short name of the node. */
	node: string;
	/** `<node>.<operation>`. */
	name: string;
	option: INodePropertyOptions;
	/** The fields at the top level, without `authentication` and `operation`. */
	fields: INodeProperties[];
}

/** Returns the options of a dropdown. */
export const choicesOf = ({ options = [] }: INodeProperties): INodePropertyOptions[] =>
	options.filter((option): option is INodePropertyOptions => 'value' in option);

/** Returns the paths that an operation, its fields and their choices route to. */
export const urlsOf = ({ option, fields }: DescribedOperation): string[] =>
	[option, ...fields, ...fields.flatMap(choicesOf)].flatMap(
		({ routing }) => routing?.request?.url ?? [],
	);

/** Returns the fields inside a collection or repeating group. */
export const fieldsWithin = ({ options = [] }: INodeProperties): INodeProperties[] =>
	options.flatMap((option) => {
		if ('values' in option) return option.values;
		return 'value' in option ? [] : [option];
	});

/** Returns a parameter and all those inside it. */
export function parametersIn(field: INodeProperties, above: string[] = []): Parameter[] {
	const path = [...above, field.name];
	return [{ field, path }, ...fieldsWithin(field).flatMap((inner) => parametersIn(inner, path))];
}

const isShownFor = (operation: unknown, { displayOptions }: INodeProperties): boolean =>
	displayOptions?.show?.operation?.some((shown) => shown === operation) ?? false;

/** Whether a field in a collection is shown for an operation. */
const isOffered = (operation: unknown, { displayOptions }: INodeProperties): boolean =>
	displayOptions?.show?.['/operation']?.some((shown) => shown === operation) ?? true;

/** Whether a choice of a field is shown for an operation. */
const isChoice = (operation: unknown, { displayOptions = {} }: INodePropertyOptions): boolean => {
	const { show, hide } = displayOptions;
	const isShown = show?.operation?.some((shown) => shown === operation) ?? true;
	return isShown && !hide?.operation?.some((hidden) => hidden === operation);
};

/** Removes the fields of a collection and the choices of a field that an operation does not offer. */
function asOffered(operation: unknown, field: INodeProperties): INodeProperties {
	if (field.type === 'collection') {
		return {
			...field,
			options: fieldsWithin(field).filter((inner) => isOffered(operation, inner)),
		};
	}
	if (field.type !== 'options') return field;
	return { ...field, options: choicesOf(field).filter((choice) => isChoice(operation, choice)) };
}

/** The operations of the built package. */
export const operations: DescribedOperation[] = Object.entries(nodeTypes).flatMap(
	([node, { description }]) => {
		const chooser = description.properties.find(({ name }) => name === 'operation');
		return (chooser ? choicesOf(chooser) : []).map((option) => ({
			node,
			name: `${node}.${option.value}`,
			option,
			fields: description.properties
				.filter((field) => isShownFor(option.value, field))
				.map((field) => asOffered(option.value, field)),
		}));
	},
);

/** Returns the parameters of an operation at every depth. */
export const parametersOf = ({ fields }: DescribedOperation): Parameter[] =>
	fields.flatMap((field) => parametersIn(field));

/** The path segments of the records that locators select, by the locators' names. */
export const SEGMENTS: Record<string, string> = {
	canonicalCollection: 'collections',
	collection: 'collections',
	collectionItem: 'collections',
	comment: 'comments',
	customer: 'customers',
	file: 'files',
	item: 'items',
	liveEvent: 'live_events',
	onBehalfOfCustomer: 'customers',
	product: 'products',
	seriesId: 'collections',
	video: 'videos',
};

/** Returns the path segment of a locator; throws for an unknown name. */
export const segmentOf = (name: string): string =>
	defined(SEGMENTS[name], `"${name}" among the SEGMENTS of scripts/lib/descriptions.mts`);
