import { expect, it } from 'vitest';

import { invalidParameter, quote } from '../../../../nodes/shared/parameters/errors';

it.each([
	['abc', '"abc"'],
	[5, '"5"'],
	[null, '"null"'],
	[undefined, '"undefined"'],
	[{ a: 1 }, '"{"a":1}"'],
	[['a', 1], '"["a",1]"'],
	['a\u0000b\nc', '"a<U+0000>b<U+000A>c"'],
])('a value %o is quoted as %s', (value, quoted) => {
	expect(quote(value)).toBe(quoted);
});

it.each([
	[60, `"${'x'.repeat(60)}"`],
	[100, `"${'x'.repeat(60)}…"`],
])('of a text of %i characters the first 60 are quoted', (length, quoted) => {
	expect(quote('x'.repeat(length))).toBe(quoted);
});

it('a refusal names the parameter and says what to do', () => {
	const error = invalidParameter('Limit', 'is wrong', 'Do this.');
	expect(error.message).toBe('The parameter "Limit" is wrong');
	expect(error.description).toBe('Do this.');
});
