import { describe, expect, it } from 'vitest';

import { redactor } from '../../../../nodes/shared/client/redact';

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('redactor hides a secret', () => {
	it.each([
		['as it is', 'S3cret/+ "w"', 'S3cret/+ "w"'],
		['percent-encoded', 'a/b c', 'a%2Fb%20c'],
		['in Base64', 'S3cret', base64('S3cret')],
		['in a Basic header', 'S3cret', base64('S3cret:')],
		['in HTML', `a<b>&"c"'d'`, 'a&lt;b&gt;&amp;&quot;c&quot;&#39;d&#39;'],
		['of four characters', 'abcd', 'abcd'],
		['as often as it stands there', 'abcd', 'abcd, abcd'],
		['without the blanks around it', ' S3cret\n', 'S3cret'],
		['of a header with its scheme', 'Bearer S3cret', 'Bearer S3cret'],
		['of a header without its scheme', 'Basic S3cret', 'S3cret'],
		['with a scheme inside', 'S3 Basic S3', 'S3 Basic S3'],
	])('%s', (_, secret, text) => {
		const clean = redactor({ Authorization: secret })(`before ${text} after`);
		expect(clean).toMatch(/^before \[hidden\](, \[hidden\])? after$/);
	});

	it.each([
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
	])('named %s, at any depth of any source', (name) => {
		const redact = redactor(undefined, {}, { a: [{ b: { [name]: 'S3cret' } }] });
		expect(redact('S3cret')).toBe('[hidden]');
	});

	it('completely when it contains another secret', () => {
		const redact = redactor({ token: 'abcd' }, { password: 'abcdefgh', receipt: 'efgh' });
		expect(redact('abcdefgh abcd')).toBe('[hidden] [hidden]');
	});
});

it('redactor hides no other text', () => {
	const redact = redactor({
		apiKey: 'abc',
		token: 1234,
		baseUrl: 'https://svc.test',
		password: '',
	});
	const text = 'abc 1234 https://svc.test a@b.test';
	expect(redact(text)).toBe(text);
	expect(redactor()(text)).toBe(text);
});
