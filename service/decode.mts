import { violation } from './response.mts';

/** Returns the names and values of a query or form. A name that is given several times has a list. */
export const decodeFields = (pairs: URLSearchParams): Record<string, unknown> =>
	Object.fromEntries(
		[...pairs.keys()].map((name) => {
			const values = pairs.getAll(name);
			return [name, values.length > 1 ? values : values[0]];
		}),
	);

/**
 * Returns the parameters of a body: a JSON object or form fields.
 *
 * @throws Refusal 400 for another content type, invalid JSON, or JSON that is not an object
 */
export const decodeBody = (body: string, contentType: string): object => {
	if (body === '') return {};
	const [type] = contentType.split(';').map((part) => part.trim().toLowerCase());
	if (type === 'application/x-www-form-urlencoded') return decodeFields(new URLSearchParams(body));
	if (type !== 'application/json') {
		throw violation(400, `The content type "${contentType}" is neither JSON nor a form`);
	}
	const value = parseJson(body);
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw violation(400, 'The body is not a JSON object');
	}
	return value;
};

const parseJson = (body: string): unknown => {
	try {
		return JSON.parse(body);
	} catch {
		throw violation(400, 'The body is not JSON');
	}
};
