import { invalidParameter } from './parameterErrors';
import { quote, trim } from './text';

/** The sign that a program shows for bytes that it could not decode. */
export const REPLACEMENT = '\uFFFD';

/** The error cells of spreadsheets, in English and German, and what a program writes for nothing. */
const ERROR_CELL =
	/^#(N\/A|NV|REF!|BEZUG!|NAME\?|VALUE!|WERT!|DIV\/0!|NULL!|NUM!|ZAHL!|SPILL!|ÜBERLAUF!|CALC!|KALK!|FIELD!|ERROR!|GETTING_DATA)$/iu;

/**
 * What programs write for nothing, alone or several times, as in a name of two parts. `Null` is a surname and `Nan` a first
 * name, so that the case counts, and words that may be a name are nothing only beside another one.
 */
const NOTHING =
	/^(undefined|NaN)$|^(undefined|NaN|nan|null|NULL|None|nil)([\s,]+(undefined|NaN|nan|null|NULL|None|nil))+$|\[object \w+\]/;

/** Returns a text that people see. Throws for an error cell or a program's nothing, which would overwrite a good text. */
export function requireMeant(value: string, label: string): string {
	const text = trim(value);
	if (!ERROR_CELL.test(text) && !NOTHING.test(text)) return value;
	throw invalidParameter(
		label,
		`has no value, only ${quote(text)}`,
		'A formula or a program that should have filled it in did not find a value. Correct the row, or leave the cell blank.',
	);
}

/** Returns a name or address. Throws for U+FFFD in it: it would overwrite a good one, or belong to nobody. */
export function requireDecoded(value: string, label: string): string {
	if (!value.includes(REPLACEMENT)) return value;
	throw invalidParameter(
		label,
		`has the character ${REPLACEMENT} (U+FFFD): ${quote(value)}`,
		'The file was read with the wrong encoding, and a letter was lost. Read it again as UTF-8 or as Windows-1252.',
	);
}
