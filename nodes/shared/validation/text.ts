import type { Convert } from './convert';
import { quote, refused } from './quote';

/** A switch or a number that the service takes as text (docs/service.md, Collections). */
export const asText: Convert = (value) => String(value);

function isWord(value: unknown): boolean {
	return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

/** Words separated by commas, which may be given as an array. */
export function joinedWords(value: unknown, label: string): string {
	const words: unknown[] = Array.isArray(value) ? value : [value];
	if (words.every(isWord)) return words.join(',');
	throw refused(
		label,
		`is not a list of texts: ${quote(value)}`,
		'Give texts separated by commas, or an array of texts.',
	);
}

export const commaSeparated: Convert = (value, { label }) => joinedWords(value, label);

/** A customer's password has at least 8 characters (docs/service.md, Customers). */
const PASSWORD_MIN_LENGTH = 8;

/** A password is never quoted. */
export const password: Convert = (value, { label }) => {
	if (typeof value === 'string' && value.length >= PASSWORD_MIN_LENGTH) return value;
	throw refused(
		label,
		`is shorter than ${PASSWORD_MIN_LENGTH} characters`,
		`Give a password of at least ${PASSWORD_MIN_LENGTH} characters, or none.`,
	);
};
