import { describe, expect, it } from 'vitest';

import { toRegisteredDomain, toUnicodeDomain } from '../../../../nodes/shared/values/domain';
import { emailKey, isSameEmail, spellingsOf } from '../../../../nodes/shared/values/email';

const PAIRS = [
	['müller.example', 'xn--mller-kva.example'],
	['bücher.müller.example', 'xn--bcher-kva.xn--mller-kva.example'],
	['straße.example', 'xn--strae-oqa.example'],
	['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
	['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
	['παράδειγμα.example', 'xn--hxajbheg2az3al.example'],
	['😀.example', 'xn--e28h.example'],
] as const;

describe('a domain', () => {
	it.each(PAIRS)('in Unicode is that in ASCII: %s', (unicode, ascii) => {
		expect(toRegisteredDomain(unicode)).toBe(ascii);
		expect(toUnicodeDomain(ascii)).toBe(unicode);
		expect(isSameEmail(`Ada@${unicode}`, `ada@${ascii.toUpperCase()}`)).toBe(true);
		expect(spellingsOf(`ada@${unicode}`)).toEqual([`ada@${unicode}`, `ada@${ascii}`]);
		expect(spellingsOf(`ada@${ascii}`)).toEqual([`ada@${ascii}`, `ada@${unicode}`]);
		expect(emailKey(`@${unicode}`)).toBe(`@${ascii}`);
	});

	it.each([
		'example.com',
		'1.2',
		'ｅxample.com',
		'xn--a.example',
		'xn--',
		'xn--99999999.example',
		'xn--é.example',
		'axn--mller-kva.example',
		`xn--${'9'.repeat(300)}.example`,
		`xn--${'z'.repeat(60)}.example`,
		'',
	])('of neither form is left alone: %s', (domain) => {
		expect(toUnicodeDomain(domain)).toBe(domain);
		expect(toRegisteredDomain(domain)).toBe(domain);
	});

	it('in capitals is the same', () => {
		expect(emailKey('ada@MÜLLER.example')).toBe('ada@xn--mller-kva.example');
		expect(isSameEmail('ada@muller.example', 'ada@müller.example')).toBe(false);
	});
});
