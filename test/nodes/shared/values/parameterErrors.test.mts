import { expect, it } from 'vitest';

import { invalidParameter } from '../../../../nodes/shared/values/parameterErrors';
import { quote, trim } from '../../../../nodes/shared/values/text';

it.each([
	['abc', '"abc"'],
	[5, '"5"'],
	[null, '"null"'],
	[undefined, '"undefined"'],
	[{ a: 1 }, '"{"a":1}"'],
	[['a', 1], '"["a",1]"'],
	['a\u0000b\nc', '"a<U+0000>b<U+000A>c"'],
	['a b\u00A0c\u200B', '"a b<U+00A0>c<U+200B>"'],
	['a\uFFFDb', '"a\uFFFDb"'],
])('quote turns %o into %s', (value, quoted) => {
	expect(quote(value)).toBe(quoted);
});

it.each([
	[60, `"${'x'.repeat(60)}"`],
	[100, `"${'x'.repeat(60)}…"`],
])('quote keeps the first 60 of %i characters', (length, quoted) => {
	expect(quote('x'.repeat(length))).toBe(quoted);
});

it('quote never cuts a code point that it shows', () => {
	expect(quote(`${'x'.repeat(59)}\u200B`)).toBe(`"${'x'.repeat(59)}<U+200B>"`);
});

it('invalidParameter names the parameter and says what to do', () => {
	const error = invalidParameter('Limit', 'is wrong', 'Do this.');
	expect(error.message).toBe('The parameter "Limit" is wrong');
	expect(error.description).toBe('Do this.');
});

it('trim removes what nobody sees from both ends, and nothing inside', () => {
	expect(trim('\uFEFF \u00A0a \u200B b\u2060\r\n\t')).toBe('a \u200B b');
	expect(trim('"a"', '"')).toBe('a');
	expect(trim(' \u200B')).toBe('');
});

it.each([...'\u00AD\u034F\u115F\u1160\u2800\u3164\uFE00\uFE0F\uFFA0'])(
	'trim removes the sign without a shape %j',
	(sign) => {
		expect(trim(`${sign}a${sign}`)).toBe('a');
	},
);
