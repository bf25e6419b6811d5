import { invalidParameter } from './parameterErrors';
import { quote } from './text';

/** The sign that a program shows for bytes that it could not decode. */
export const REPLACEMENT = '\uFFFD';

/** Returns a name or address. Throws for U+FFFD in it: it would overwrite a good one, or belong to nobody. */
export function requireDecoded(value: string, label: string): string {
	if (!value.includes(REPLACEMENT)) return value;
	throw invalidParameter(
		label,
		`has the character ${REPLACEMENT} (U+FFFD): ${quote(value)}`,
		'The file was read with the wrong encoding, and a letter was lost. Read it again as UTF-8 or as Windows-1252.',
	);
}
