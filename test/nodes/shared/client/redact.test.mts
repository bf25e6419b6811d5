import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { redactor } from '../../../../nodes/shared/client/redact';

const SECRETS = ['S3cret/+ "wörd"&=', "it's 1 secret", 'a<b>&"c"'];

const lower = (text: string) => text.toLowerCase();
const hex = (text: string) => text.charCodeAt(0).toString(16);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const ENTITIES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
const inHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&${ENTITIES[sign]};`);

/** Encodes each special character of a text on its own. */
const encoded = (encode: (sign: string) => string) => (text: string) => text.replace(/\W/g, encode);

describe('redactor hides a secret', () => {
	it.each<[string, (secret: string) => string]>([
		['as it is', String],
		['percent-encoded', (secret) => encodeURIComponent(secret).replaceAll("'", '%27')],
		[
			'percent-encoded in lower case',
			(secret) => encodeURIComponent(secret).replace(/%../g, lower),
		],
		['percent-encoded twice', (secret) => encodeURIComponent(encodeURIComponent(secret))],
		['in a form', (secret) => new URLSearchParams({ s: secret }).toString().slice(2)],
		['in a Basic header', (secret) => base64(`${secret}:`)],
		['in a percent-encoded Basic header', (secret) => encodeURIComponent(base64(`${secret}:`))],
		['in Base64', base64],
		['in Base64 without padding', (secret) => base64(secret).replace(/=+$/, '')],
		['in a header without padding', (secret) => base64(`${secret}:`).replace(/=+$/, '')],
		['in Base64url', (secret) => Buffer.from(secret).toString('base64url')],
		['in Base64url with the colon', (secret) => Buffer.from(`${secret}:`).toString('base64url')],
		['in JSON', inJson],
		['in JSON within JSON', (secret) => inJson(inJson(secret))],
		['in HTML', inHtml],
		['in HTML, escaped twice', (secret) => inHtml(secret).replaceAll('&', '&amp;')],
		['in HTML, with an apostrophe', (secret) => inHtml(secret).replaceAll("'", '&apos;')],
		['in decimal entities', encoded((sign) => `&#${sign.charCodeAt(0)};`)],
		['in padded decimal entities', encoded((sign) => `&#0${sign.charCodeAt(0)};`)],
		['in hexadecimal entities', encoded((sign) => `&#X${hex(sign)};`)],
		['in padded hexadecimal entities', encoded((sign) => `&#x0${hex(sign)};`)],
		['in Unicode escapes', encoded((sign) => `\\u${hex(sign).padStart(4, '0')}`)],
	])('%s', (_, encode) => {
		for (const secret of SECRETS) {
			const redact = redactor({ apiKey: secret });
			expect(redact(`before ${encode(secret)} after`)).toBe('before [hidden] after');
		}
	});

	it('in a mixture of encodings', () => {
		const text = 'S3cret%2f&#43;%20&quot;w&#xF6;rd\\"&amp;&#x3D;';
		expect(redactor({ apiKey: SECRETS[0] ?? '' })(text)).toBe('[hidden]');
	});

	const CREDENTIALS = ['apiKey', 'clientSecret', 'client_secret', 'access_token', 'refresh_token'];
	const VALUES = ['token', 'password', 'receipt', 'transaction_id'];

	it.each([...CREDENTIALS, ...VALUES])('named %s, at any depth', (name) => {
		const redact = redactor(undefined, { a: [{ b: { [name]: 'S3cret' } }] });
		expect(redact('S3cret')).toBe('[hidden]');
	});

	it('with a pasted line break also in the trimmed form, which is sent', () => {
		const redact = redactor({ apiKey: ' S3cret\n' });
		expect(redact(`S3cret ${base64('S3cret:')}`)).toBe('[hidden] [hidden]');
	});

	it('of a header with and without its scheme', () => {
		const redact = redactor({ Authorization: 'Bearer S3cret' });
		expect(redact('S3cret and Bearer S3cret')).toBe('[hidden] and [hidden]');
	});

	it('completely when it contains another secret', () => {
		expect(redactor({ token: 'abcd' })('abcd')).toBe('[hidden]');
		expect(redactor({ token: 'abcd' }, { password: 'abcdefgh' })('abcdefgh')).toBe('[hidden]');
	});

	it('of many characters completely and quickly', () => {
		const receipt = `${'x/+?'.repeat(50_000)}END`;
		const clean = redactor({ receipt })(`${'\\'.repeat(100_000)} ${receipt}`);
		expect(clean.endsWith(' [hidden]')).toBe(true);
	});

	it('at any position in a text', () => {
		const secrets = fc.string({ minLength: 4, unit: 'grapheme' });
		fc.assert(
			fc.property(secrets, fc.string(), fc.string(), (secret, before, after) => {
				fc.pre(!'[hidden]'.includes(secret) && !before.includes(secret));
				const clean = redactor({ apiKey: secret })(`${before}${secret}${after}`);
				expect(clean).toContain('[hidden]');
				fc.pre(!`${before}[hidden]${after}`.includes(secret));
				expect(clean).not.toContain(secret);
			}),
		);
	});
});

it('redactor hides no other text', () => {
	const short = { apiKey: 'abc', token: 12, baseUrl: 'https://svc.test' };
	const redact = redactor(short, { email: 'a@b.test' });
	const text = 'abc 12 https://svc.test a@b.test';
	expect(redact(text)).toBe(text);
});
