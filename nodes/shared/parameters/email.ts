import { assertRequired } from './checks';
import { invalidParameter } from './errors';
import { hasUnseen, quote, trim, UNSEEN, withoutUnseen } from './text';
import { assertDecoded, REPLACEMENT, type Transform } from './transform';

/** Maximum length of an address (RFC 5321). */
const LONGEST_EMAIL = 320;

/** Excludes quotation marks, brackets, commas, semicolons and colons, which surround or separate addresses. */
const LOCAL_PART = new RegExp(String.raw`^[^${UNSEEN}${REPLACEMENT}@<>()[\]\\,;:"]+$`, 'u');
/** A part of a domain, which neither begins nor ends with a hyphen. */
const LABEL = String.raw`(?!-)[\p{L}\p{M}\p{N}-]+(?<!-)`;
const DOMAIN = new RegExp(String.raw`^${LABEL}(\.${LABEL})*$`, 'u');

/** Quotation marks around an address, as in a list of strings, and the apostrophe that marks text in a spreadsheet. */
const QUOTATION_MARKS = `"'\`´‘’‚“”„«»‹›`;

/**
 * Parses an e-mail address, with quotation marks and characters that nobody sees around it trimmed; `undefined` for
 * anything else. Accepts dots in a row or at the end of the local part: real providers have such addresses.
 */
export function parseEmailAddress(value: unknown): string | undefined {
	if (typeof value !== 'string' || value.length > 2 * LONGEST_EMAIL) return undefined;
	const address = trim(value, QUOTATION_MARKS);
	const [local = '', domain = '', ...others] = address.split('@');
	const isEmail =
		address.length <= LONGEST_EMAIL &&
		others.length === 0 &&
		LOCAL_PART.test(local) &&
		DOMAIN.test(domain) &&
		!hasUnseen(domain);
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
	const folded = withoutUnseen(email).normalize('NFC').toLowerCase().normalize('NFC');
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
	assertRequired(value, { displayName: label });
	assertDecoded(String(value), label);
	throw invalidParameter(
		label,
		`is not an e-mail address: ${quote(value)}`,
		`Enter the address alone, such as ada@example.com. If "${label}" is an expression, check the value in the row.`,
	);
}

export const toEmail: Transform = (value, { label }) => requireEmail(value, label);
