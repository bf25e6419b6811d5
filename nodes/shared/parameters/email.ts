import type { Transform } from './transform';
import { emptyParameter, invalidParameter, quote } from './errors';

/** Longer addresses cannot be delivered to (RFC 5321). */
const LONGEST_EMAIL = 320;

/**
 * What tables, mails and web pages bring along: blanks, control, zero-width and direction marks, soft hyphens, and
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

/** The text without what is invisible around it. */
function visiblePart(text: string): string {
	const signs = [...text];
	const isSeen = (sign: string) => !UNSEEN_SIGN.test(sign);
	return signs.slice(signs.findIndex(isSeen), signs.findLastIndex(isSeen) + 1).join('');
}

/** The e-mail address that a value is, without what is invisible around it; `undefined` when it is none. */
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
 * An address in small letters. Only ASCII letters change: other alphabets have letters that become
 * an ASCII one (the Kelvin sign a k), and the address of somebody else with them.
 */
export function toAsciiLowerCase(email: string): string {
	return email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

export function isSameEmail(one: unknown, other: string): boolean {
	return typeof one === 'string' && toAsciiLowerCase(one) === toAsciiLowerCase(other);
}

/** Whether an address has only one spelling, but for capitals from A to Z: visible ASCII without an encoded domain. */
export function isPlainEmail(email: string): boolean {
	return /^[!-~]*$/.test(email) && !/xn--/i.test(email);
}

/** A domain in its ASCII form, in which international ones are registered. */
function toAsciiDomain(domain: string): string {
	const url = `http://${domain}`;
	return DOMAIN.test(domain) && URL.canParse(url) ? new URL(url).hostname : domain;
}

/**
 * Returns what similar addresses have in common: people take them for one, and the service may not. Signs that show
 * nothing are left out, accents are composed (NFC), capitals of all alphabets are lowered, and the domain is in ASCII.
 *
 * @example similarityKey(' JOSÉ@Müller.de ') // 'josé@xn--mller-kva.de'
 */
export function similarityKey(email: string): string {
	if (isPlainEmail(email)) return email.toLowerCase();
	// Lower case may take a letter apart.
	const folded = email.replace(UNSEEN_SIGNS, '').normalize('NFC').toLowerCase().normalize('NFC');
	const domainAt = folded.lastIndexOf('@') + 1;
	return folded.slice(0, domainAt) + toAsciiDomain(folded.slice(domainAt));
}

/** Whether two addresses are similar and not the same. */
export function isOnlySimilarEmail(one: unknown, other: string): boolean {
	if (typeof one !== 'string' || isSameEmail(one, other)) return false;
	return similarityKey(one) === similarityKey(other);
}

/** An e-mail address that a person, a table or an earlier node gives. */
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
