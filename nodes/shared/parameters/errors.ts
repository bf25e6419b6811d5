import { UserError } from 'n8n-workflow';

/** Maximum number of characters that an error quotes. */
const LONGEST_QUOTE = 60;

/** Invisible characters, in place of which an error shows the code point. */
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

/** Returns the error for an invalid value. `problem` follows the name and quotes the value unless it is a secret. */
export function invalidParameter(label: string, problem: string, remedy: string): UserError {
	return new UserError(`The parameter "${label}" ${problem}`, { description: remedy });
}

/** Returns the error for a parameter without a value. */
export function emptyParameter(label: string): UserError {
	return invalidParameter(
		label,
		'is empty',
		`Fill in ${label}. If it holds an expression, check that the item has the value.`,
	);
}
