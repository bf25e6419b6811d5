import { invalidParameter } from './errors';
import { quote } from './text';

/** The sign that a program shows for bytes that it could not decode. */
export const REPLACEMENT = '\uFFFD';

/** Throws for a name or address with U+FFFD: it would overwrite a good one, or belong to nobody. */
export function assertDecoded(value: string, label: string): void {
	if (!value.includes(REPLACEMENT)) return;
	throw invalidParameter(
		label,
		`has the character ${REPLACEMENT} (U+FFFD): ${quote(value)}`,
		'The file was read with the wrong encoding, and a letter was lost. Read it again as UTF-8 or as Windows-1252.',
	);
}
