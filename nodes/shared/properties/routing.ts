import type { INodeProperties, INodePropertyTypeOptions, PreSendAction } from 'n8n-workflow';

import { preSend, type RequestPart } from '../http/request';
import { isObject } from '../json';
import type { Transform } from '../parameters/transform';

/** Returns a step that validates or converts one value that routing has put into the request. */
export function transform(
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
		// The transform may have moved the value into a neighbour.
		if (converted === undefined) delete values[property];
		else Object.assign(values, { [property]: converted });
	});
}

/** Returns the API's name of a parameter, which is named after it: `thumbnailUrl` is `thumbnail_url`. */
export function apiName(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns a field that is sent in the body. `change` validates or converts its value. */
export function inBody(field: INodeProperties, change?: Transform): INodeProperties {
	const property = apiName(field.name);
	const preSend = change && [transform('body', property, field.displayName, change)];
	return { ...field, routing: { send: { type: 'body', property, ...(preSend && { preSend }) } } };
}

/** Returns a field that is sent in the query. `change` validates or converts its value. */
export function inQuery(field: INodeProperties, change?: Transform): INodeProperties {
	const property = apiName(field.name);
	const preSend = change && [transform('qs', property, field.displayName, change)];
	return { ...field, routing: { send: { type: 'query', property, ...(preSend && { preSend }) } } };
}

/**
 * Returns the type options of a repeating group whose folded rows are titled with the value of a column. Versions of n8n
 * that do not fold rows ignore the title.
 */
export function titledRows(column: string): INodePropertyTypeOptions {
	const itemTitle = `={{ $collection.item.value.${column} }}`;
	return { multipleValues: true, fixedCollection: { itemTitle } };
}

/** Returns a switch that is on once it is added to a collection. */
export function switchField(
	displayName: string,
	name: string,
	description: string,
): INodeProperties {
	return { displayName, name, type: 'boolean', default: true, description };
}

interface TextDetails extends Partial<INodeProperties> {
	change?: Transform;
}

/** Returns a text field that is sent in the body. `change` validates or converts its value. */
export function textField(
	displayName: string,
	name: string,
	description: string,
	{ change, ...details }: TextDetails = {},
): INodeProperties {
	return inBody(
		{ displayName, name, type: 'string', default: '', description, ...details },
		change,
	);
}

/** Returns a text field that is required, also where an expression gives its value. */
export function requiredTextField(...field: Parameters<typeof textField>): INodeProperties {
	return { ...textField(...field), required: true };
}

export function dryRunField(): INodeProperties {
	return switchField(
		'Dry Run',
		'dryRun',
		'Whether to show what would change, without changing anything',
	);
}
