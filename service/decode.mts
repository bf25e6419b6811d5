import { Refusal } from './answer.mts';

/** Names and values of a query or form; what is given more than once is a list. */
export const decodeFields = (pairs: URLSearchParams): Record<string, unknown> =>
	Object.fromEntries(
		[...pairs.keys()].map((name) => {
			const values = pairs.getAll(name);
			return [name, values.length > 1 ? values : values[0]];
		}),
	);

/**
 * The parameters of a body: a JSON object, or the form fields of n8n's own requests for tokens.
 *
 * @throws Refusal 400 for another content type, JSON that cannot be read, or JSON that is no object
 */
export const decodeBody = (body: string, contentType: string): object => {
	if (body === '') return {};
	const [type] = contentType.split(';').map((part) => part.trim().toLowerCase());
	if (type === 'application/x-www-form-urlencoded') return decodeFields(new URLSearchParams(body));
	if (type !== 'application/json') {
		throw new Refusal(400, `The content type "${contentType}" is neither JSON nor a form`, {
			isViolation: true,
		});
	}
	const value = parseJson(body);
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw new Refusal(400, 'The body is not a JSON object', { isViolation: true });
	}
	return value;
};

const parseJson = (body: string): unknown => {
	try {
		return JSON.parse(body);
	} catch {
		throw new Refusal(400, 'The body is not JSON', { isViolation: true });
	}
};
