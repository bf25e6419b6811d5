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

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Half of a character, which cannot be sent, cannot be encoded either. */
function encoded(text: string): string {
	try {
		return encodeURIComponent(text);
	} catch {
		return text;
	}
}

function inJson(text: string): string {
	return JSON.stringify(text).slice(1, -1);
}

/** In Base64 as of a Basic header, with and without its colon, padding and alphabet for addresses. */
function inBase64(secret: string): string[] {
	return [secret, `${secret}:`].flatMap((text) => {
		const padded = Buffer.from(text).toString('base64');
		// At most two signs of padding (RFC 4648).
		const forms = [padded, padded.replace(/={1,2}$/, ''), Buffer.from(text).toString('base64url')];
		return [...forms, ...forms.map(encodeURIComponent)];
	});
}

/** The forms in which a secret can come back: as it is, in an address, in a Basic header, in JSON, in a web page. */
function formsOf(secret: string): string[] {
	return [
		secret,
		secret.trim(),
		encoded(secret),
		new URLSearchParams({ s: secret }).toString().slice(2),
		...inBase64(secret),
		...inBase64(secret.trim()),
		inJson(secret),
		inJson(inJson(secret)),
		secret.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character),
	];
}

/** Takes every secret out of a text that stands under its name in the credential or in what was sent. */
export function redactor(
	...sources: Array<ICredentialDataDecryptedObject | IDataObject | undefined>
): (text: string) => string {
	const secrets = [...new Set(sources.flatMap(secretValues).flatMap(formsOf))]
		.filter((secret) => secret.length >= SHORTEST_SECRET)
		.sort((a, b) => b.length - a.length);
	return (text) => secrets.reduce((clean, secret) => clean.replaceAll(secret, HIDDEN), text);
}
