import { expect, it } from 'vitest';

import { invalidParameter, quote } from '../../../../nodes/shared/parameters/values';

it.each([
	['abc', '"abc"'],
	[5, '"5"'],
	[null, '"null"'],
	[undefined, '"undefined"'],
	[{ a: 1 }, '"{"a":1}"'],
	[['a', 1], '"["a",1]"'],
	['a\u0000b\nc', '"a<U+0000>b<U+000A>c"'],
])('quote turns %o into %s', (value, quoted) => {
	expect(quote(value)).toBe(quoted);
});

it.each([
	[60, `"${'x'.repeat(60)}"`],
	[100, `"${'x'.repeat(60)}…"`],
])('quote keeps the first 60 of %i characters', (length, quoted) => {
	expect(quote('x'.repeat(length))).toBe(quoted);
});

it('invalidParameter names the parameter and says what to do', () => {
	const error = invalidParameter('Limit', 'is wrong', 'Do this.');
	expect(error.message).toBe('The parameter "Limit" is wrong');
	expect(error.description).toBe('Do this.');
});
