import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { isObject } from '../json';

const HIDDEN = '[hidden]';

/** Minimum length of a secret; a shorter text would be hidden in ordinary words. */
const SHORTEST_SECRET = 4;

/** The names of secrets in requests and credentials (docs/service.md, API key and Billing). */
const SECRET_NAMES = [
	'apiKey',
	'clientSecret',
	'client_secret',
	'access_token',
	'refresh_token',
	'token',
	'password',
	'receipt',
	'transaction_id',
	'Authorization',
];

/** Returns the secrets in nested data; of a header also without its scheme. */
function secretValues(data: unknown): string[] {
	if (Array.isArray(data)) return data.flatMap(secretValues);
	if (!isObject(data)) return [];
	return Object.entries(data).flatMap(([name, value]) =>
		SECRET_NAMES.includes(name) && typeof value === 'string'
			? [value, value.replace(/^(Bearer|Basic) /, '')]
			: secretValues(value),
	);
}

/** The named entities of HTML. */
const ENTITIES = new Map(
	Object.entries({ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }),
);

/** Characters that no encoding changes. */
const PLAIN = /[A-Za-z0-9]/;

/** Returns a pattern for the percent-encoding of a character, which may be percent-encoded twice more. */
function percentPattern(character: string): string {
	return [...Buffer.from(character)]
		.map((byte) => `%(?:25){0,2}${byte.toString(16).padStart(2, '0')}`)
		.join('');
}

/**
 * Returns a pattern for one character of a secret in the encodings of a response: none, an address, HTML, JSON, and JSON
 * within JSON.
 */
function characterPattern(character: string): string {
	if (PLAIN.test(character)) return character;
	const code = character.codePointAt(0) ?? 0;
	const hex = code.toString(16);
	const units = Array.from({ length: character.length }, (_, unit) =>
		character.charCodeAt(unit).toString(16).padStart(4, '0'),
	);
	const entity = ENTITIES.get(character);
	// JSON within JSON has up to three backslashes before a character. Unbounded repetition would be slow.
	const forms = [
		`\\\\{0,3}\\u{${hex}}`,
		percentPattern(character),
		`&#0{0,5}${code};`,
		`&#x0{0,5}${hex};`,
		units.map((unit) => `\\\\{1,3}u${unit}`).join(''),
		...(character === ' ' ? ['\\+'] : []),
		...(entity === undefined ? [] : [`&(?:amp;){0,2}${entity};`]),
	];
	return `(?:${forms.join('|')})`;
}

/** Returns a secret in Base64 and Base64url, with padding and without, also with the colon of a Basic header. */
function inBase64(secret: string): string[] {
	return [secret, `${secret}:`].flatMap((text) => {
		const padded = Buffer.from(text).toString('base64');
		// At most two signs of padding (RFC 4648).
		return [padded, padded.replace(/={1,2}$/, ''), Buffer.from(text).toString('base64url')];
	});
}

/** Returns the texts that a response can contain in place of a secret, before the encoding of the response itself. */
function formsOf(secret: string): string[] {
	const trimmed = secret.trim();
	return [secret, trimmed, ...inBase64(secret), ...inBase64(trimmed)];
}

/**
 * Maximum number of characters of a secret in its pattern, because regular expressions have a maximum size. The text
 * behind a longer secret is removed to its end.
 */
const MAX_CHARACTERS = 500;

function secretPattern(secret: string): RegExp {
	const characters = [...secret];
	const rest = characters.length > MAX_CHARACTERS ? '[^]*' : '';
	const start = characters.slice(0, MAX_CHARACTERS).map(characterPattern).join('');
	return new RegExp(start + rest, 'giu');
}

/**
 * Returns a function that hides secrets in a text, in every encoding. The secrets are the values with a secret name in
 * the credential and in the parts of the request.
 *
 * @example redactor({ apiKey: 'a<b>c' })('No key a%3cb&#62;c') // 'No key [hidden]'
 */
export function redactor(
	...sources: Array<ICredentialDataDecryptedObject | IDataObject | undefined>
): (text: string) => string {
	const patterns = [...new Set(sources.flatMap(secretValues).flatMap(formsOf))]
		.filter((secret) => secret.length >= SHORTEST_SECRET)
		.sort((a, b) => b.length - a.length)
		.map(secretPattern);
	return (text) => patterns.reduce((clean, pattern) => clean.replace(pattern, HIDDEN), text);
}
