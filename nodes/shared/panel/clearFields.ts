import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { preSend } from '../request/preSend';
import { bodyOf } from '../data/json';
import { requireChoices } from '../values/checks';
import { invalidParameter } from '../values/parameterErrors';
import { apiName, compareNames } from './fields';

/** The API's empty value of each field that may be empty, by the field's name in the panel. */
export type EmptyValues = Record<string, '' | null | []>;

/**
 * Returns the option that clears fields of a record. Blank values of the fields themselves are not sent, so that a blank
 * cell of a sheet never wipes what is there.
 *
 * @param fields the fields under Update Fields, whose steps run before the one of the option
 */
export function clearFieldsOption(
	fields: INodeProperties[],
	emptyValues: EmptyValues,
): INodeProperties {
	const displayName = 'Clear Fields';
	const options = fields
		.filter(({ name }) => Object.hasOwn(emptyValues, name))
		.map((field) => ({ name: field.displayName, value: field.name }))
		.sort((a, b) => compareNames(a.name, b.name));
	const clear = preSend((context, request) => {
		const body = bodyOf(request);
		const chosen: unknown = context.getNodeParameter('options.clearFields', []);
		const names = requireChoices(chosen, { displayName, options }).map(String);
		const twice = names.find((name) => Object.hasOwn(body, apiName(name)));
		if (twice !== undefined) {
			throw invalidParameter(
				displayName,
				`has the field ${twice}, which also has a value under "Update Fields"`,
				'Remove it from one of the two.',
			);
		}
		const cleared = names.map((name) => [apiName(name), emptyValues[name]]);
		request.body = { ...body, ...(Object.fromEntries(cleared) as IDataObject) };
	});
	return {
		displayName,
		name: 'clearFields',
		type: 'multiOptions',
		options,
		default: [],
		description: 'The fields to empty. Blank values under Update Fields change nothing.',
		routing: { send: { preSend: [clear] } },
	};
}
