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

/** Without quotation marks, brackets, commas, semicolons and colons, which surround addresses or stand between them. */
const LOCAL_PART = new RegExp(String.raw`^[^${UNSEEN}@<>()[\]\\,;:"]+$`, 'u');
const DOMAIN = /^[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)*$/u;

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
