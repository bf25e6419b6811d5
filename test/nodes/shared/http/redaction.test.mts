import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { redactor } from '../../../../nodes/shared/http/redaction';

const SECRET = 'S3cret/+ "wörd"&=';

const lower = (text: string) => text.toLowerCase();
const hex = (text: string) => text.charCodeAt(0).toString(16);

it.each(["it's 1 secret", 'päss wörd', 'a<b>&"c"', 'tab\tbed'])(
	'a secret such as %j is hidden, however it is encoded',
	(secret) => {
		const encodings = [
			secret.replaceAll("'", '&#39;'),
			secret.replaceAll("'", '&#x27;'),
			secret.replaceAll("'", '&#039;'),
			secret.replaceAll("'", '&apos;'),
			encodeURIComponent(secret).replaceAll("'", '%27').replace(/%../g, lower),
			encodeURIComponent(encodeURIComponent(secret)),
			secret.replaceAll('<', '&amp;lt;'),
			JSON.stringify(JSON.stringify(secret)),
		];
		const redact = redactor({ apiKey: secret });
		for (const encoded of encodings) expect(redact(`<${encoded}>`)).toMatch(/^<["\\]*\[hidden]/);
	},
);

it('a receipt of many characters is hidden to its end, in a moment', () => {
	const receipt = `${'x/+?'.repeat(50_000)}END`;
	const clean = redactor({ receipt })(`${'\\'.repeat(100_000)} ${receipt}`);
	expect(clean.endsWith(' [hidden]')).toBe(true);
});

describe('a secret is hidden', () => {
	it.each([
		['as it is', SECRET],
		['in an address', encodeURIComponent(SECRET)],
		['in a form', new URLSearchParams({ s: SECRET }).toString().slice(2)],
		['in a Basic header', Buffer.from(`${SECRET}:`).toString('base64')],
		[
			'in a Basic header in an address',
			encodeURIComponent(Buffer.from(`${SECRET}:`).toString('base64')),
		],
		[
			'in Base64 without its padding',
			Buffer.from(`${SECRET}:`).toString('base64').replace(/=+$/, ''),
		],
		['in Base64 for addresses', Buffer.from(`${SECRET}:`).toString('base64url')],
		['in Base64 without the colon', Buffer.from(SECRET).toString('base64')],
		[
			'in Base64 without colon and padding',
			Buffer.from(SECRET).toString('base64').replace(/=+$/, ''),
		],
		['in Base64 for addresses without the colon', Buffer.from(SECRET).toString('base64url')],
		['in JSON', JSON.stringify(SECRET).slice(1, -1)],
		['in JSON in JSON', JSON.stringify(JSON.stringify(SECRET).slice(1, -1)).slice(1, -1)],
		['in a web page', 'S3cret/+ &quot;wörd&quot;&amp;='],
		['in an address, in small letters', encodeURIComponent(SECRET).replace(/%../g, lower)],
		['in decimal entities', SECRET.replace(/\W/g, (one) => `&#${one.charCodeAt(0)};`)],
		['in padded entities', SECRET.replace(/\W/g, (one) => `&#0${one.charCodeAt(0)};`)],
		['in hexadecimal entities', SECRET.replace(/\W/g, (one) => `&#X${hex(one)};`)],
		['in escapes of JSON', SECRET.replace(/\W/g, (one) => `\\u${hex(one).padStart(4, '0')}`)],
		['in a mixture', 'S3cret%2f&#43;%20&quot;w&#xF6;rd\\"&amp;&#x3D;'],
	])('%s', (_, form) => {
		expect(redactor({ apiKey: SECRET })(`before ${form} after`)).toBe('before [hidden] after');
	});

	const CREDENTIALS = ['apiKey', 'clientSecret', 'client_secret', 'access_token', 'refresh_token'];
	const VALUES = ['token', 'password', 'receipt', 'transaction_id'];

	it.each([...CREDENTIALS, ...VALUES])('under the name %s, however deep', (name) => {
		const redact = redactor(undefined, { a: [{ b: { [name]: SECRET } }] });
		expect(redact(SECRET)).toBe('[hidden]');
	});

	it('that was pasted with a line break, in the form in which it was sent', () => {
		const redact = redactor({ apiKey: ` ${SECRET}\n` });
		expect(redact(`${SECRET} ${Buffer.from(`${SECRET}:`).toString('base64')}`)).toBe(
			'[hidden] [hidden]',
		);
	});

	it('of a header without its scheme', () => {
		const redact = redactor({ Authorization: `Bearer ${SECRET}` });
		expect(redact(`${SECRET} and Bearer ${SECRET}`)).toBe('[hidden] and [hidden]');
	});

	it('whole, where one is part of another', () => {
		expect(redactor({ token: 'abcd' }, { password: 'abcdefgh' })('abcdefgh')).toBe('[hidden]');
	});

	it('at any place of a text', () => {
		fc.assert(
			fc.property(
				fc.string({ minLength: 4, unit: 'grapheme' }),
				fc.string(),
				fc.string(),
				(secret, before, after) => {
					fc.pre(!'[hidden]'.includes(secret) && !before.includes(secret));
					const clean = redactor({ apiKey: secret })(`${before}${secret}${after}`);
					expect(clean).toContain('[hidden]');
					fc.pre(!`${before}[hidden]${after}`.includes(secret));
					expect(clean).not.toContain(secret);
				},
			),
		);
	});
});

it('other text is not hidden', () => {
	const redact = redactor({ apiKey: 'abc', baseUrl: 'https://svc.test' }, { email: 'a@b.test' });
	const text = 'abc https://svc.test a@b.test';
	expect(redact(text)).toBe(text);
});
