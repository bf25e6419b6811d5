import { UserError } from 'n8n-workflow';

/** Characters of a value that an error shows. */
const LONGEST_QUOTE = 60;

/** Nothing of these is seen in an error, so their code points are shown. */
const INVISIBLE = /[\p{C}\u2028\u2029]/gu;

function codePoint(sign: string): string {
	return `<U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
}

function readable(value: unknown): string {
	if (typeof value === 'object' && value !== null) return String(JSON.stringify(value));
	return String(value);
}

export function quote(value: unknown): string {
	const text = readable(value);
	const shown = text.slice(0, LONGEST_QUOTE).replace(INVISIBLE, codePoint);
	return `"${shown}${text.length > LONGEST_QUOTE ? '…' : ''}"`;
}

/** The refusal of a value; the problem is read after the name, and quotes the value unless that is a secret. */
export function invalidParameter(label: string, problem: string, remedy: string): UserError {
	return new UserError(`The parameter "${label}" ${problem}`, { description: remedy });
}

/** The refusal of a parameter that has no value. */
export function emptyParameter(label: string): UserError {
	return invalidParameter(
		label,
		'is empty',
		`Fill in ${label}. If it holds an expression, check that the item has the value.`,
	);
}
