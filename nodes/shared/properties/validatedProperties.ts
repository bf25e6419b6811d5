import type { INodeProperties, PreSendAction } from 'n8n-workflow';

import { isObject } from '../json';
import { preSend } from '../client/preSend';
import { assertSet, requireType } from '../parameters/values';

/** Returns a step that converts the value of a field to its type, or removes it where it is not set. */
function checkStep(field: INodeProperties, isFilter: boolean): PreSendAction {
	const { property = '', type, preSend: ownSteps = [] } = field.routing?.send ?? {};
	const isNeeded = isFilter || field.required === true;
	return preSend((_, options) => {
		const values: unknown = type === 'query' ? options.qs : options.body;
		if (!isObject(values) || !Object.hasOwn(values, property)) return;
		const value: unknown = values[property];
		// An array for a text field is left to the field's own step, which joins it.
		const isList = Array.isArray(value) && ownSteps.length > 0 && field.type === 'string';
		if (!assertSet(value, field, isNeeded)) delete values[property];
		else if (!isList) Object.assign(values, { [property]: requireType(value, field) });
	});
}

/** Whether a step of the field already refuses invalid values: a required locator is converted to an id or an href. */
function isCheckedAlready({ type, required }: INodeProperties): boolean {
	return type === 'resourceLocator' && required === true;
}

function checkedField(field: INodeProperties, isFilter: boolean): INodeProperties {
	const { send } = field.routing ?? {};
	if (send?.property === undefined || isCheckedAlready(field)) return field;
	const steps = [checkStep(field, isFilter), ...(send.preSend ?? [])];
	return { ...field, routing: { ...field.routing, send: { ...send, preSend: steps } } };
}

/**
 * Adds a step before sending to each field that routing sends. The step validates the value by the definition of the
 * field, because n8n sends whatever an expression returns.
 */
export function validatedProperties(fields: INodeProperties[]): INodeProperties[] {
	return fields.map((field) => {
		if (field.type !== 'collection') return checkedField(field, false);
		const options = (field.options ?? []).map((inner) =>
			'type' in inner ? checkedField(inner, field.name === 'filters') : inner,
		);
		return { ...field, options };
	});
}
