import type { Transform } from './transform';
import { emptyParameter, invalidParameter, quote } from './values';

/** Maximum length of an address (RFC 5321). */
const LONGEST_EMAIL = 320;

/**
 * Invisible characters in text that was copied from spreadsheets, mails and web pages: blanks, control characters,
 * zero-width and direction marks, soft hyphens, and letters that show nothing (a combining joiner, Hangul fillers, an
 * empty Braille cell, variation selectors).
 */
const UNSEEN = String.raw`\s\u034F\p{C}\uFE00-\uFE0F\p{Z}\u115F\u1160\u2800\u3164\uFFA0`;
const UNSEEN_SIGN = new RegExp(`[${UNSEEN}]`, 'u');
const UNSEEN_SIGNS = new RegExp(`[${UNSEEN}]`, 'gu');

/** Excludes quotation marks, brackets, commas, semicolons and colons, which surround or separate addresses. */
const LOCAL_PART = new RegExp(String.raw`^[^${UNSEEN}@<>()[\]\\,;:"]+$`, 'u');
/** A part of a domain, which neither begins nor ends with a hyphen. */
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
 * Converts only the ASCII letters of an address to lower case. Converting the Kelvin sign to a k, for example, would
 * make it the address of somebody else.
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

/** Converts a domain to ASCII, the form in which international domains are registered. */
function toAsciiDomain(domain: string): string {
	const url = `http://${domain}`;
	return DOMAIN.test(domain) && URL.canParse(url) ? new URL(url).hostname : domain;
}

/**
 * Returns a key that similar addresses share, which people take for the same although the service may not. Removes
 * invisible characters, composes accents (NFC), converts to lower case in all alphabets, and the domain to ASCII.
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
