import { expect, it } from 'vitest';

import { isBlank, joinWords, listEntries } from '../../../../nodes/shared/values/listEntries';

it.each([
	['a, b,c', ['a', 'b', 'c']],
	['a;b ; c', ['a', 'b', 'c']],
	['["a", "b",5]', ['a', 'b', 5]],
	[' ["a"] ', ['a']],
	['[a', ['[a']],
	['a,', ['a']],
	[['', 'a'], ['a']],
	['a\u200B,\u00A0b', ['a', 'b']],
	[
		['a, b', 5],
		['a, b', 5],
	],
	[5, [5]],
	['', []],
	[' ; , ', []],
	['[]', []],
	['[""]', []],
	[[''], []],
	[[], []],
	[null, []],
])('a list given as %j has the entries %j', (value, entries) => {
	expect(listEntries(value)).toEqual(entries);
});

it.each([
	[[undefined, null, '', ' ', '\u200B', '\r\n', [], [''], [' ', null]], true],
	[[0, false, 'a', ['', 'a'], {}], false],
] as const)('%j are blank: %s', (values, is) => {
	for (const value of values) expect(isBlank(value)).toBe(is);
});

it('joinWords joins texts and numbers, and refuses anything else', () => {
	expect(joinWords(['a', 5, 'b'], 'Tags')).toBe('a,5,b');
	expect(joinWords('["a","b"]', 'Tags')).toBe('a,b');
	expect(() => joinWords([true], 'Tags')).toThrow('"Tags" is not a list of texts');
	expect(() => joinWords(['a', NaN], 'Tags')).toThrow('"Tags" is not a list of texts');
	expect(() => joinWords('[["a"]]', 'Tags')).toThrow('"Tags" is not a list of texts');
});
