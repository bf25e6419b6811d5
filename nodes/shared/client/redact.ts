import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { isObject } from '../data/json';

const REDACTED = '[hidden]';

/** Minimum length of a secret; a shorter text would be hidden in ordinary words. */
const MIN_SECRET_LENGTH = 4;

/** The names of secrets in requests and credentials (docs/developers/service.md, API key and Billing). */
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

/** Returns nested data without the secrets in it. */
export function withoutSecrets(data: IDataObject): IDataObject {
	const kept = Object.entries(data).filter(([name]) => !SECRET_NAMES.includes(name));
	return Object.fromEntries(
		kept.map(([name, value]) => [name, isObject(value) ? withoutSecrets(value) : value]),
	);
}

const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Returns the secrets in nested data; of a header also without its scheme. */
function secretValues(data: unknown): string[] {
	if (Array.isArray(data)) return data.flatMap(secretValues);
	if (!isObject(data)) return [];
	return Object.entries(data).flatMap(([name, value]) =>
		SECRET_NAMES.includes(name) && typeof value === 'string'
			? [value.trim(), value.trim().replace(/^(Bearer|Basic) /, '')]
			: secretValues(value),
	);
}

/** Returns a secret as it is, percent-encoded, in Base64 (also with the colon of a Basic header) and HTML-escaped. */
function formsOf(secret: string): string[] {
	return [
		secret,
		encodeURIComponent(secret),
		Buffer.from(secret).toString('base64'),
		Buffer.from(`${secret}:`).toString('base64'),
		secret.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign),
	];
}

/**
 * Returns a function that hides secrets in a text: the values with a secret name in the credential and in the parts of the
 * request.
 *
 * @example redactor({ apiKey: 'a<b>c' })('No key a%3Cb%3Ec') // 'No key [hidden]'
 */
export function redactor(
	...sources: Array<ICredentialDataDecryptedObject | IDataObject | undefined>
): (text: string) => string {
	const secrets = [...new Set(sources.flatMap(secretValues).flatMap(formsOf))]
		.filter((secret) => secret.length >= MIN_SECRET_LENGTH)
		// A longer form may contain a shorter one.
		.sort((a, b) => b.length - a.length);
	return (text) => secrets.reduce((clean, secret) => clean.replaceAll(secret, REDACTED), text);
}
