import type { INodeProperties } from 'n8n-workflow';

import { transform, type Transform } from '../parameters/transform';

/** The API's name of a parameter, which is named after it: `thumbnailUrl` is `thumbnail_url`. */
export function apiName(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A field that is sent in the body; `change` checks or changes its value. */
export function inBody(field: INodeProperties, change?: Transform): INodeProperties {
	const property = apiName(field.name);
	const preSend = change && [transform('body', property, field.displayName, change)];
	return { ...field, routing: { send: { type: 'body', property, ...(preSend && { preSend }) } } };
}

/** The same in the query. */
export function inQuery(field: INodeProperties, change?: Transform): INodeProperties {
	const property = apiName(field.name);
	const preSend = change && [transform('qs', property, field.displayName, change)];
	return { ...field, routing: { send: { type: 'query', property, ...(preSend && { preSend }) } } };
}

/** A switch that is on once it is added to a collection. */
export function switchField(
	displayName: string,
	name: string,
	description: string,
): INodeProperties {
	return { displayName, name, type: 'boolean', default: true, description };
}
