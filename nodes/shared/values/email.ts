import { assertRequired } from './checks';
import { REPLACEMENT, requireDecoded } from './encoding';
import { invalidParameter } from './parameterErrors';
import { toRegisteredDomain, toUnicodeDomain } from './domain';
import { hasInvisible, quote, toComposed, trim, INVISIBLE } from './text';
import type { Transform } from './transform';

/** Maximum length of an address (RFC 5321). */
const MAX_EMAIL = 320;

/** Excludes quotation marks, brackets, commas, semicolons and colons, which surround or separate addresses. */
const LOCAL_PART = new RegExp(String.raw`^[^${INVISIBLE}${REPLACEMENT}@<>()[\]\\,;:"]+$`, 'u');
/** A part of a domain, which neither begins nor ends with a hyphen. */
const LABEL = String.raw`(?!-)[\p{L}\p{M}\p{N}-]+(?<!-)`;
const DOMAIN = new RegExp(String.raw`^${LABEL}(\.${LABEL})+$`, 'u');

/** Quotation marks around an address, as in a list of strings, and the apostrophe that marks text in a spreadsheet. */
const QUOTATION_MARKS = `"'\`´‘’‚“”„«»‹›`;

/**
 * Parses an email address, with quotation marks and characters that nobody sees around it trimmed; `undefined` for
 * anything else. Composes accents, so that one person is not two. Accepts dots in a row or at the end of the local part: real providers have such addresses.
 */
export function parseEmailAddress(value: unknown): string | undefined {
	if (typeof value !== 'string' || value.length > 2 * MAX_EMAIL) return undefined;
	const address = toComposed(trim(value, QUOTATION_MARKS));
	const [local = '', domain = '', ...rest] = address.split('@');
	const isEmail =
		address.length <= MAX_EMAIL &&
		rest.length === 0 &&
		LOCAL_PART.test(local) &&
		DOMAIN.test(domain) &&
		!hasInvisible(domain);
	return isEmail ? address : undefined;
}

/**
 * Converts only the ASCII letters of an address to lower case, and composes accents. Converting the Kelvin sign to a k, for example, would
 * make it the address of somebody else.
 */
export function toAsciiLowerCase(email: string): string {
	return toComposed(email).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Returns the form by which addresses are compared: with the domain in its ASCII form, which is the same domain as the
 * form in Unicode (see {@link toAsciiLowerCase}). An entry `@domain` is converted as well.
 *
 * @example emailKey('Ada@müller.example') // 'ada@xn--mller-kva.example'
 */
export function emailKey(email: string): string {
	const address = toAsciiLowerCase(email);
	const at = address.lastIndexOf('@') + 1;
	if (at === 0) return address;
	const domain = address.slice(at);
	const registered = toRegisteredDomain(domain);
	// Nearly always: the same text, which is compared faster than one put together anew.
	return registered === domain ? address : address.slice(0, at) + registered;
}

/** Returns the spellings under which a customer with an address may be listed: the same one, and the other form of its domain. */
export function spellingsOf(email: string): string[] {
	const key = emailKey(email);
	const at = key.lastIndexOf('@') + 1;
	const inUnicode = key.slice(0, at) + toUnicodeDomain(key.slice(at));
	return [...new Set([email, toAsciiLowerCase(email), key, inUnicode])];
}

export function isSameEmail(address: unknown, other: string): boolean {
	return typeof address === 'string' && emailKey(address) === emailKey(other);
}

/** Returns the email address in a parameter. Throws UserError for anything else. */
export function requireEmail(value: unknown, label: string): string {
	const address = parseEmailAddress(value);
	if (address !== undefined) return address;
	assertRequired(value, { displayName: label });
	requireDecoded(String(value), label);
	throw invalidParameter(
		label,
		`is not an email address: ${quote(value)}`,
		`Enter the email address alone, such as ada@example.com. If "${label}" is an expression, check the value in the row.`,
	);
}

export const toEmail: Transform = (value, { label }) => requireEmail(value, label);
