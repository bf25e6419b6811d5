import { withoutMarkup } from './safeText';

/**
 * Characters that nobody sees in text from spreadsheets, mails and web pages: blanks, control characters, zero-width and
 * direction marks, soft hyphens, and letters without a shape (a combining joiner, Hangul fillers, an empty Braille cell,
 * variation selectors). For use inside a character class.
 */
export const INVISIBLE = String.raw`\s\u034F\p{C}\uFE00-\uFE0F\p{Z}\u115F\u1160\u2800\u3164\uFFA0`;

const INVISIBLE_SIGN = new RegExp(`[${INVISIBLE}]`, 'u');
const INVISIBLE_SIGNS = new RegExp(`[${INVISIBLE}]`, 'gu');

/** Whether a text contains a character that nobody sees, a blank included. */
export function hasInvisible(text: string): boolean {
	return INVISIBLE_SIGN.test(text);
}

/** Letters with accents on their own, and Korean syllables in parts, as files of a Mac have them. */
const DECOMPOSED = /\P{M}\p{M}+|[\u1100-\u11FF]+/gu;

/**
 * Composes decomposed letters (NFC), so that one person is not two. Leaves alone signs that NFC would replace by a letter
 * of somebody else's address, such as the Kelvin sign.
 */
export function toComposed(text: string): string {
	return text.replace(DECOMPOSED, (letters) => letters.normalize('NFC'));
}

/**
 * Trims characters that nobody sees from both ends of a text that names something: an ID, a URL, a code, a key, an
 * address, a choice. Leaves out halves of characters anywhere.
 *
 * @param alsoTrimmed more characters to trim
 */
export function trim(text: string, alsoTrimmed = ''): string {
	const signs = [...withoutHalves(text)];
	const isKept = (sign: string) => !INVISIBLE_SIGN.test(sign) && !alsoTrimmed.includes(sign);
	return signs.slice(signs.findIndex(isKept), signs.findLastIndex(isKept) + 1).join('');
}

/** Returns a text trimmed, and any other value as it is. */
export function trimText(value: unknown): unknown {
	return typeof value === 'string' ? trim(value) : value;
}

/** Maximum number of characters that an error quotes. */
const MAX_QUOTE = 60;

const NAME_OF_INVISIBLE = /(<U\+[\dA-F]{4,6}>)/;

function nameInvisible(sign: string): string {
	if (sign === ' ') return sign;
	return `<U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
}

function toReadable(value: unknown): string {
	if (typeof value === 'object' && value !== null) return String(JSON.stringify(value));
	return String(value);
}

/**
 * Quotes a value in an error, with the code points of characters that nobody sees.
 *
 * @example quote('7\u200B') // '"7<U+200B>"'
 */
export function quote(value: unknown): string {
	const text = toReadable(value);
	const start = text.slice(0, MAX_QUOTE).replace(INVISIBLE_SIGNS, nameInvisible);
	// Every second part is the name of an invisible sign.
	const parts = start.split(NAME_OF_INVISIBLE);
	const harmless = parts
		.map((part, turn) => (turn % 2 === 0 ? withoutMarkup(part) : part))
		.join('');
	return `"${harmless}${text.length > MAX_QUOTE ? '…' : ''}"`;
}

/** @example formatCount(6000) // '6,000' */
export const formatCount = (count: number) => count.toLocaleString('en-US');

/** Leaves out the half of a character that another system has cut in two, such as an emoji. */
export function withoutHalves(text: string): string {
	return text.replace(/\p{Cs}/gu, '');
}
