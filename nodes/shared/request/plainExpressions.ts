import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { asObject, isObject } from '../data/json';

/** What n8n enters when a field is dragged from the input: `{{ $json.email }}`, `{{ $json['E-mail'] }}`. */
const INPUT_FIELD = /^=\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\['([^'\\]+)'\]|\["([^"\\]+)"\])\s*\}\}$/;

/** A field of another node's first or last item, which is the same for all items: `{{ $('The Product').first().json.product }}`. */
const FIELD_OF_A_NODE =
	/^=\{\{\s*\$\(('[^'\\]+'|"[^"\\]+")\)\.(?:first|last)\(\)\.json(?:\.[A-Za-z_]\w*|\['[^'\\]+'\]|\["[^"\\]+"\])+\s*\}\}$/;

export type ReadItem = (json: IDataObject) => unknown;

/**
 * Returns the function that reads a typed value for an item without n8n's evaluation, which takes 0.4 ms an item: a value
 * without expressions, or only with those of {@link INPUT_FIELD}. `undefined` for any other. A Sync Access of 20,000 rows
 * takes 3.4 s with it and 14 s without.
 *
 * @param evaluate evaluates the typed value as n8n does, for any item. With it, expressions of {@link FIELD_OF_A_NODE} are
 * evaluated once for all items
 */
export function itemReaderOf(typed: unknown, evaluate?: () => unknown): ReadItem | undefined {
	if (typeof typed === 'string' && typed.startsWith('=')) {
		const name = INPUT_FIELD.exec(typed)?.slice(1).find(Boolean);
		if (name !== undefined) return (json) => (Object.hasOwn(json, name) ? json[name] : undefined);
		if (!evaluate || !FIELD_OF_A_NODE.test(typed)) return undefined;
		const value = evaluate();
		return () => value;
	}
	if (!isObject(typed)) return Array.isArray(typed) ? undefined : () => typed;
	const fields: Array<[string, ReadItem]> = [];
	for (const [name, value] of Object.entries(typed)) {
		const read = itemReaderOf(value, evaluate && (() => asObject(evaluate())[name]));
		if (!read) return undefined;
		fields.push([name, read]);
	}
	return (json) => Object.fromEntries(fields.map(([name, read]) => [name, read(json)]));
}

/** Whether a parameter contains an expression. Only expressions are evaluated for each item. */
export function isExpression(context: IExecuteSingleFunctions, name: string): boolean {
	const typed: unknown = context.getNodeParameter(name, null, { rawExpressions: true });
	return JSON.stringify(typed).includes('"=');
}

/** Returns the value of a parameter for an item. */
export function parameterOf(context: IExecuteSingleFunctions, name: string): unknown {
	const read = itemReaderOf(context.getNodeParameter(name, null, { rawExpressions: true }));
	return read ? read(context.getInputData().json) : context.getNodeParameter(name);
}
