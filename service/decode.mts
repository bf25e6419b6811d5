import { z } from 'zod';

import { unwrap } from './contract/index.mts';
import { Refusal } from './answer.mts';

interface Fields {
	[name: string]: Field;
}
type Field = string | Field[] | Fields;

/** Without a prototype, for its names come from outside. */
const noFields = (): Fields => Object.create(null) as Fields;

const isFields = (field: Field | undefined): field is Fields =>
	typeof field === 'object' && !Array.isArray(field);

const put = (fields: Fields, [name = '', ...rest]: string[], value: string): void => {
	const [next, ...further] = rest;
	const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
	if (next !== undefined) {
		const inner = isFields(known) ? known : noFields();
		fields[name] = inner;
		// `a[]` counts its values up
		const key = next === '' ? String(Object.keys(inner).length) : next;
		put(inner, [key, ...further], value);
	} else if (known === undefined) fields[name] = value;
	else fields[name] = Array.isArray(known) ? [...known, value] : [known, value];
};

/** Objects keyed 0, 1, 2, … become arrays. */
const withArrays = (field: Field): Field => {
	if (!isFields(field)) return field;
	const entries = Object.entries(field);
	const isArray = entries.length > 0 && entries.every(([name], index) => name === String(index));
	if (isArray) return entries.map(([, entry]) => withArrays(entry));
	const converted = noFields();
	for (const [name, entry] of entries) converted[name] = withArrays(entry);
	return converted;
};

/** Names and values of a query or form, with `a[b]=`, `a[]=`, `a[0]=` and repeated `a=` put together. */
export const decodeFields = (pairs: URLSearchParams): Record<string, unknown> => {
	const fields = noFields();
	for (const [key, value] of pairs) {
		const [, name = key, brackets = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key) ?? [];
		const inner = [...brackets.matchAll(/\[([^\]]*)\]/g)].map(([, part = '']) => part);
		put(fields, [name, ...inner], value);
	}
	return Object.fromEntries(
		Object.entries(fields).map(([name, field]) => [name, withArrays(field)]),
	);
};

/** Form fields are text; where the schema wants an integer, a boolean or a list, the text is read as one. */
const readText = (schema: z.core.$ZodType, value: unknown): unknown => {
	const inner = unwrap(schema);
	if (inner instanceof z.ZodObject && typeof value === 'object' && value !== null) {
		return Object.fromEntries(
			Object.entries(value).map(([name, entry]) => {
				const field = (inner.shape as Record<string, z.core.$ZodType | undefined>)[name];
				return [name, field === undefined ? entry : readText(field, entry)];
			}),
		);
	}
	if (inner instanceof z.ZodArray) {
		const list = typeof value === 'string' ? value.split(',') : value;
		return Array.isArray(list) ? list.map((entry) => readText(inner.element, entry)) : list;
	}
	const wantsNumber =
		inner instanceof z.ZodNumber ||
		(inner instanceof z.ZodLiteral && [...inner.values].some((one) => typeof one === 'number'));
	if (wantsNumber && typeof value === 'string' && /^-?\d+$/.test(value)) return Number(value);
	if (inner instanceof z.ZodBoolean && (value === 'true' || value === 'false')) {
		return value === 'true';
	}
	return value;
};

export interface DecodedBody {
	/** The parameters: for a form still text, to be read with the endpoint's schema. */
	value: unknown;
	read: (schema: z.core.$ZodType) => unknown;
}

/**
 * The parameters of a body: a JSON object or form fields (docs/service.md, Requests).
 *
 * @throws Refusal 400 for another content type, JSON that cannot be read, or JSON that is no object
 */
export const decodeBody = (body: string, contentType: string): DecodedBody => {
	if (body === '') return { value: {}, read: () => ({}) };
	const [type] = contentType.split(';').map((part) => part.trim().toLowerCase());
	if (type === 'application/x-www-form-urlencoded') {
		const value = decodeFields(new URLSearchParams(body));
		return { value, read: (schema) => readText(schema, value) };
	}
	if (type !== 'application/json') {
		throw new Refusal(400, `The content type "${contentType}" is neither JSON nor a form`, {
			isViolation: true,
		});
	}
	const value = parseJson(body);
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw new Refusal(400, 'The body is not a JSON object', { isViolation: true });
	}
	return { value, read: () => value };
};

const parseJson = (body: string): unknown => {
	try {
		return JSON.parse(body);
	} catch {
		throw new Refusal(400, 'The body is not JSON', { isViolation: true });
	}
};
