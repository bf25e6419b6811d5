import type { IDataObject, PreSendAction } from 'n8n-workflow';

import { isObject } from '../json';
import { preSend } from './refusal';

/** Where a parameter travels: PUT, POST and DELETE in the body, GET in the query. */
export type RequestPart = 'body' | 'qs';

/** What a conversion knows beside the value. */
export interface ConversionContext {
	/** The parameter's display name, for the sentence of a refusal. */
	label: string;
	/** Of the credential. */
	baseUrl: unknown;
	/** The workflow's time zone. */
	timezone: string;
	/** Everything that goes to the same place; a conversion may look at its neighbours. */
	values: IDataObject;
}

export type Convert = (value: unknown, context: ConversionContext) => unknown;

/** Checks or changes one value that routing has put into the request; `undefined` in its place sends nothing. */
export function convert(
	place: RequestPart,
	property: string,
	label: string,
	convertValue: Convert,
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
		// A conversion may have taken the value into a neighbour.
		if (converted === undefined) delete values[property];
		else Object.assign(values, { [property]: converted });
	});
}
