import type { Transform } from './transform';
import { emptyParameter, invalidParameter, quote } from './errors';

/** Maximum length of an address (RFC 5321). */
const LONGEST_EMAIL = 320;

/**
 * Invisible characters in text copied from spreadsheets, mails and web pages: blanks, control, zero-width and direction marks, soft hyphens, and
 * letters that show nothing (a combining joiner, Hangul fillers, an empty Braille cell, variation selectors).
 */
const UNSEEN = String.raw`\s\u034F\p{C}\uFE00-\uFE0F\p{Z}\u115F\u1160\u2800\u3164\uFFA0`;
const UNSEEN_SIGN = new RegExp(`[${UNSEEN}]`, 'u');
const UNSEEN_SIGNS = new RegExp(`[${UNSEEN}]`, 'gu');

/** Without quotation marks, brackets, commas, semicolons and colons, which surround addresses or stand between them. */
const LOCAL_PART = new RegExp(String.raw`^[^${UNSEEN}@<>()[\]\\,;:"]+$`, 'u');
/** The parts of a domain neither begin nor end with a hyphen. */
const LABEL = String.raw`(?!-)[\p{L}\p{M}\p{N}-]+(?<!-)`;
const DOMAIN = new RegExp(String.raw`^${LABEL}(\.${LABEL})*$`, 'u');

/** Trims invisible characters from both ends. */
function visiblePart(text: string): string {
	const signs = [...text];
	const isSeen = (sign: string) => !UNSEEN_SIGN.test(sign);
	return signs.slice(signs.findIndex(isSeen), signs.findLastIndex(isSeen) + 1).join('');
}

/** Parses an e-mail address, with invisible characters around it trimmed; `undefined` for anything else. */
export function parseEmailAddress(value: unknown): string | undefined {
	if (typeof value !== 'string' || value.length > 2 * LONGEST_EMAIL) return undefined;
	const address = visiblePart(value);
	const [local = '', domain = '', ...others] = address.split('@');
	const isEmail =
		address.length <= LONGEST_EMAIL &&
		others.length === 0 &&
		LOCAL_PART.test(local) &&
		// No dot at either end, nor two in a row (RFC 5321).
		local.split('.').every((part) => part !== '') &&
		DOMAIN.test(domain) &&
		!UNSEEN_SIGN.test(domain);
	return isEmail ? address : undefined;
}

/**
 * Converts the ASCII letters of an address to lower case, and no others: the Kelvin sign would become a k, and the
 * address that of somebody else.
 */
export function toAsciiLowerCase(email: string): string {
	return email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

export function isSameEmail(one: unknown, other: string): boolean {
	return typeof one === 'string' && toAsciiLowerCase(one) === toAsciiLowerCase(other);
}

/** Whether an address has no similar spellings except for case: visible ASCII without an encoded domain. */
export function isPlainEmail(email: string): boolean {
	return /^[!-~]*$/.test(email) && !/xn--/i.test(email);
}

/** Converts a domain to its ASCII form, in which international ones are registered. */
function toAsciiDomain(domain: string): string {
	const url = `http://${domain}`;
	return DOMAIN.test(domain) && URL.canParse(url) ? new URL(url).hostname : domain;
}

/**
 * Returns a key that similar addresses share: people take them for the same, and the service may not. Removes invisible
 * characters, composes accents (NFC), lowers the capitals of all alphabets, and converts the domain to ASCII.
 *
 * @example similarityKey(' JOSÉ@Müller.de ') // 'josé@xn--mller-kva.de'
 */
export function similarityKey(email: string): string {
	if (isPlainEmail(email)) return email.toLowerCase();
	// Converting to lower case may decompose a letter.
	const folded = email.replace(UNSEEN_SIGNS, '').normalize('NFC').toLowerCase().normalize('NFC');
	const domainAt = folded.lastIndexOf('@') + 1;
	return folded.slice(0, domainAt) + toAsciiDomain(folded.slice(domainAt));
}

/** Whether two addresses are similar and not the same. */
export function isOnlySimilarEmail(one: unknown, other: string): boolean {
	if (typeof one !== 'string' || isSameEmail(one, other)) return false;
	return similarityKey(one) === similarityKey(other);
}

/** Returns the e-mail address in a parameter. Throws UserError for anything else. */
export function requireEmail(value: unknown, label: string): string {
	const address = parseEmailAddress(value);
	if (address !== undefined) return address;
	const isEmpty = value === undefined || value === null;
	if (isEmpty || (typeof value === 'string' && visiblePart(value) === ''))
		throw emptyParameter(label);
	throw invalidParameter(
		label,
		`is not an e-mail address: ${quote(value)}`,
		`Give the address alone, such as ada@example.com. If ${label} holds an expression, check what the item has.`,
	);
}

export const emailAddress: Transform = (value, { label }) => requireEmail(value, label);
