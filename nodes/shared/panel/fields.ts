import type { INodeProperties, INodePropertyTypeOptions, PreSendAction } from 'n8n-workflow';

import { preSend, type RequestPart } from '../request/preSend';
import { isObject } from '../data/json';
import { SAFE_TEXT } from '../output/safeRecord';
import type { Transform } from '../values/transform';
import { toTrimmed } from '../values/transform';

/** Returns a step that validates or converts one value that routing has put into the request. */
export function transformStep(
	place: RequestPart,
	property: string,
	label: string,
	convertValue: Transform,
): PreSendAction {
	return preSend((context, options) => {
		const values: unknown = options[place];
		if (!isObject(values) || !Object.hasOwn(values, property)) return;
		const converted = convertValue(values[property], {
			label,
			baseUrl: options.baseURL,
			timezone: context.getTimezone(),
			values,
		});
		// The transform may have merged the value into another field.
		if (converted === undefined) delete values[property];
		else Object.assign(values, { [property]: converted });
	});
}

/**
 * Returns the API's name of a parameter, in snake case.
 *
 * @example apiName('thumbnailUrl') // 'thumbnail_url'
 */
export function apiName(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns a field that is sent in a part of the request, under a name of the API, after its step. */
export function sentIn(
	place: RequestPart,
	field: INodeProperties,
	property: string,
	step?: PreSendAction,
): INodeProperties {
	const type = place === 'qs' ? 'query' : 'body';
	return { ...field, routing: { send: { type, property, ...(step && { preSend: [step] }) } } };
}

function sendConverted(place: RequestPart, field: INodeProperties, transform?: Transform) {
	const property = apiName(field.name);
	const step = transform && transformStep(place, property, field.displayName, transform);
	return sentIn(place, field, property, step);
}

/** Returns a field that is sent in the body. `transform` validates or converts its value. */
export function inBody(field: INodeProperties, transform?: Transform): INodeProperties {
	return sendConverted('body', field, transform);
}

/** Returns a field that is sent in the query. `transform` validates or converts its value. */
export function inQuery(field: INodeProperties, transform?: Transform): INodeProperties {
	return sendConverted('qs', field, transform);
}

/**
 * Returns the type options of a repeating group whose collapsed rows show the value of a column as their title. Versions
 * of n8n that do not collapse rows ignore the title.
 */
export function titledRows(column: string): INodePropertyTypeOptions {
	const itemTitle = `={{ $collection.item.value.${column} }}`;
	return { multipleValues: true, fixedCollection: { itemTitle } };
}

/** Returns a switch that is on by default, also when it is added to a collection. */
export function switchField(
	displayName: string,
	name: string,
	description: string,
): INodeProperties {
	return { displayName, name, type: 'boolean', default: true, description };
}

/** Returns a text field that is sent in the body. `transform` validates or converts its value, in place of trimming it. */
export function textField(
	displayName: string,
	name: string,
	description: string,
	{ transform = toTrimmed, ...details }: Partial<INodeProperties> & { transform?: Transform } = {},
): INodeProperties {
	return inBody(
		{ displayName, name, type: 'string', default: '', description, ...details },
		transform,
	);
}

/** Returns a required text field. An expression that returns no value is refused as well. */
export function requiredTextField(...field: Parameters<typeof textField>): INodeProperties {
	return { ...textField(...field), required: true };
}

export function dryRunField(): INodeProperties {
	return switchField(
		'Dry Run',
		'dryRun',
		'Whether to preview what would change, without changing anything',
	);
}

/** Returns the option that makes the texts of records and outcomes harmless. */
export function safeTextField(): INodeProperties {
	const description =
		'Whether to make texts that others wrote harmless in messages, emails and prompts: no mentions, live links or formatting. Output Raw stays as it is.';
	return { ...switchField(SAFE_TEXT.displayName, SAFE_TEXT.name, description), default: false };
}

/**
 * Compares names by their letters, whether capital or small. Descriptions are built when n8n starts, and the first
 * `localeCompare` of a process takes as long as loading a node.
 */
export function compareNames(a: string, b: string): number {
	const first = a.toLowerCase();
	const second = b.toLowerCase();
	return first < second ? -1 : Number(first > second);
}

/** Compares fields by their display names, the order in which a collection offers them. */
export function byDisplayName(a: INodeProperties, b: INodeProperties): number {
	return compareNames(a.displayName, b.displayName);
}

/** The display names of the collections of a panel, by their names. */
const COLLECTIONS = {
	additionalFields: 'Additional Fields',
	filters: 'Filters',
	options: 'Options',
	sorting: 'Sorting',
	updateFields: 'Update Fields',
};

/** Returns a collection of optional fields of a panel. */
export const collectionField = (
	name: keyof typeof COLLECTIONS,
	placeholder: string,
	options: INodeProperties[],
): INodeProperties => ({
	displayName: COLLECTIONS[name],
	name,
	type: 'collection',
	placeholder,
	default: {},
	options,
});

const byLabel = (fields: INodeProperties[]) => [...fields].sort(byDisplayName);

/** Returns Options, which every node has: its fields in alphabetical order, then `last`. */
export function optionsField(fields: INodeProperties[], last: INodeProperties[] = []) {
	return collectionField('options', 'Add Option', [...byLabel(fields), ...last]);
}

/** Returns Additional Fields: the optional fields of an operation that is not an update. */
export function additionalFields(fields: INodeProperties[], description?: string): INodeProperties {
	const field = collectionField('additionalFields', 'Add Field', byLabel(fields));
	return { ...field, ...(description !== undefined && { description }) };
}

export function updateFields(fields: INodeProperties[]): INodeProperties {
	return collectionField('updateFields', 'Add Field', byLabel(fields));
}

export function filtersField(fields: INodeProperties[]): INodeProperties {
	return collectionField('filters', 'Add Filter', byLabel(fields));
}
