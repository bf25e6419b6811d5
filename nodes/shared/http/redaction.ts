import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { isObject } from '../json';

const HIDDEN = '[hidden]';

/** A shorter text is likelier to be part of an ordinary word than a secret worth hiding. */
const SHORTEST_SECRET = 4;

/** Names under which the service and its credentials carry secrets (docs/service.md, API key and Billing). */
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

function secretValues(data: unknown): string[] {
	if (Array.isArray(data)) return data.flatMap(secretValues);
	if (!isObject(data)) return [];
	return Object.entries(data).flatMap(([name, value]) =>
		SECRET_NAMES.includes(name) && typeof value === 'string'
			? [value, value.replace(/^(Bearer|Basic) /, '')]
			: secretValues(value),
	);
}

/** Named entities of HTML, and the letters behind a backslash in JSON. */
const ENTITIES = new Map(
	Object.entries({ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }),
);
const JSON_ESCAPES = new Map(
	Object.entries({ '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't' }),
);

/** Characters that no encoding changes, as far as it is met in responses. */
const PLAIN = /[A-Za-z0-9]/;

/** The bytes of a character, each escaped as in an address, up to three times over. */
function inAddress(character: string): string {
	return [...Buffer.from(character)]
		.map((byte) => `%(?:25){0,2}${byte.toString(16).padStart(2, '0')}`)
		.join('');
}

/**
 * A pattern for one character of a secret in all its forms: as it is, escaped in an address, as an entity of HTML, in
 * JSON, also in JSON within JSON.
 */
function characterPattern(character: string): string {
	if (PLAIN.test(character)) return character;
	const code = character.codePointAt(0) ?? 0;
	const hex = code.toString(16);
	const units = Array.from({ length: character.length }, (_, unit) =>
		character.charCodeAt(unit).toString(16).padStart(4, '0'),
	);
	const [entity, escape] = [ENTITIES.get(character), JSON_ESCAPES.get(character)];
	// JSON within JSON has up to three backslashes before a character. Unbounded repetition would be slow.
	const forms = [
		`\\\\{0,3}\\u{${hex}}`,
		inAddress(character),
		`&#0{0,5}${code};`,
		`&#x0{0,5}${hex};`,
		units.map((unit) => `\\\\{1,3}u${unit}`).join(''),
		...(character === ' ' ? ['\\+'] : []),
		...(entity === undefined ? [] : [`&(?:amp;){0,2}${entity};`]),
		...(escape === undefined ? [] : [`\\\\{1,3}${escape}`]),
	];
	return `(?:${forms.join('|')})`;
}

/** A secret in Base64 as of a Basic header, with and without its colon, padding and the alphabet for addresses. */
function inBase64(secret: string): string[] {
	return [secret, `${secret}:`].flatMap((text) => {
		const padded = Buffer.from(text).toString('base64');
		// At most two signs of padding (RFC 4648).
		return [padded, padded.replace(/={1,2}$/, ''), Buffer.from(text).toString('base64url')];
	});
}

/** The texts as which a secret can come back, before they are encoded once more. */
function formsOf(secret: string): string[] {
	const trimmed = secret.trim();
	return [secret, trimmed, ...inBase64(secret), ...inBase64(trimmed)];
}

/** Regular expressions have a limit on their size. Behind so many characters of a secret, all of the text is removed. */
const MAX_CHARACTERS = 500;

function secretPattern(secret: string): RegExp {
	const characters = [...secret];
	const rest = characters.length > MAX_CHARACTERS ? '[^]*' : '';
	const start = characters.slice(0, MAX_CHARACTERS).map(characterPattern).join('');
	return new RegExp(start + rest, 'giu');
}

/**
 * Returns a function that removes every secret from a text: what stands under a secret name in the credential or in what
 * was sent, however the response encodes it.
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
