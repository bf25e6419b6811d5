import type { INode, INodeProperties, PreSendAction } from 'n8n-workflow';

import { isObject } from '../json';
import { preSend } from '../execution/preSend';
import { assertSet, requireType } from './values';
import { invalidParameter } from './errors';

/** A step that sends the value of a field as its type has it, or not at all where it is not set. */
function checkStep(field: INodeProperties, isFilter: boolean): PreSendAction {
	const { property = '', type, preSend: ownSteps = [] } = field.routing?.send ?? {};
	const isNeeded = isFilter || field.required === true;
	return preSend((_, options) => {
		const values: unknown = type === 'query' ? options.qs : options.body;
		if (!isObject(values) || !Object.hasOwn(values, property)) return;
		const value: unknown = values[property];
		// A step of the field's own makes what is sent of an array.
		const isList = Array.isArray(value) && ownSteps.length > 0 && field.type === 'string';
		if (!assertSet(value, field, isNeeded)) delete values[property];
		else if (!isList) Object.assign(values, { [property]: requireType(value, field) });
	});
}

/** A required locator is checked by the step that makes an id or an address of it. */
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
 * The fields with a step before sending for each one that routing sends, which checks its value by the field's own
 * definition: n8n sends whatever an expression gives.
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

const COLLECTIONS: Record<string, string> = {
	additionalFields: 'Additional Fields',
	filters: 'Filters',
	options: 'Options',
	sorting: 'Sorting',
	updateFields: 'Update Fields',
};

/**
 * Refuses a collection that is one expression as a whole: n8n's routing finds no field in it and would leave all of
 * them out, a filter or Dry Run among them.
 */
export function assertNoCollectionExpression({ parameters }: INode): void {
	for (const [name, label] of Object.entries(COLLECTIONS)) {
		if (typeof parameters[name] !== 'string') continue;
		throw invalidParameter(
			label,
			'is an expression as a whole, of which nothing would be sent',
			`Add the fields that you need under ${label}, and give each of them an expression of its own.`,
		);
	}
}
