import type { INodeProperties, PreSendAction } from 'n8n-workflow';

import { isObject } from '../data/json';
import { preSend } from '../request/preSend';
import { assertRequired, requireType } from '../values/checks';
import { isBlank } from '../values/listEntries';

/**
 * Returns a step that converts the value of a field to its type. Refuses a blank one where the field is required, and
 * otherwise does not send it: a blank cell must not wipe what is there.
 */
function checkStep(field: INodeProperties, isFilter: boolean): PreSendAction {
	const { property = '', type, preSend: ownSteps = [] } = field.routing?.send ?? {};
	const isNeeded = isFilter || field.required === true;
	return preSend((_, options) => {
		const values: unknown = type === 'query' ? options.qs : options.body;
		if (!isObject(values) || !Object.hasOwn(values, property)) return;
		const { [property]: input } = values;
		// A list for a text field is left to the field's own step, which joins it.
		const isList = Array.isArray(input) && ownSteps.length > 0 && field.type === 'string';
		const value = isList || isBlank(input) ? input : requireType(input, field);
		if (isNeeded) assertRequired(value, field);
		if (isBlank(value)) delete values[property];
		else Object.assign(values, { [property]: value });
	});
}

/** Whether a step of the field already refuses invalid values: a required locator is converted to an id or an href. */
function hasOwnCheck({ type, required }: INodeProperties): boolean {
	return type === 'resourceLocator' && required === true;
}

function validateField(field: INodeProperties, isFilter: boolean): INodeProperties {
	const { send } = field.routing ?? {};
	if (send?.property === undefined || hasOwnCheck(field)) return field;
	const steps = [checkStep(field, isFilter), ...(send.preSend ?? [])];
	return { ...field, routing: { ...field.routing, send: { ...send, preSend: steps } } };
}

/**
 * Adds a step before sending to each field that routing sends. The step validates the value by the definition of the
 * field, because n8n sends whatever an expression returns.
 */
export function validatedProperties(fields: INodeProperties[]): INodeProperties[] {
	return fields.map((field) => {
		if (field.type !== 'collection') return validateField(field, false);
		const options = (field.options ?? []).map((inner) =>
			'type' in inner ? validateField(inner, field.name === 'filters') : inner,
		);
		return { ...field, options };
	});
}
