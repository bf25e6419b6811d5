import { describe, expect, it } from 'vitest';

import { quote } from '../../../../nodes/shared/values/text';
import {
	requireShownText,
	toCommaText,
	parseWebAddress,
	toTrimmed,
	type TransformContext,
} from '../../../../nodes/shared/values/transform';

const context: TransformContext = { label: 'Title', baseUrl: '', timezone: 'UTC', values: {} };

describe('a text that people see', () => {
	it.each([
		'#N/A',
		'#n/a',
		'#REF!',
		'#NAME?',
		'#VALUE!',
		'#WERT!',
		'#NV',
		'#DIV/0!',
		'#NULL!',
		'#NUM!',
		'[object Object]',
		'Hello [object Object]',
		'undefined',
		'undefined undefined',
		' NaN ',
		'undefined null',
		'null undefined',
		'null null',
		'null  null null',
		'null, null',
		'NULL NULL',
		'NaN NaN',
		'nan nan',
		'None None',
		'undefined, undefined',
		'#BEZUG!',
		'#ZAHL!',
		'#SPILL!',
		'#ÜBERLAUF!',
		'#CALC!',
		'#KALK!',
		'#FIELD!',
		'#ERROR!',
		'#GETTING_DATA',
	])('cannot be %j', (value) => {
		expect(() => requireShownText(value, 'Title')).toThrow('The parameter "Title" has no value');
		expect(() => toTrimmed(value, context)).toThrow('has no value');
	});

	it.each([
		'Null',
		'null',
		'NULL',
		'Nan',
		'None',
		'Null Null',
		'Nan Nan',
		'Christopher Null',
		'Ada null',
		'Undefined',
		'An undefined thing',
		'#1',
		'#NAME',
		'N/A',
		'NaN and more',
	])('may be %j', (value) => expect(requireShownText(value, 'Title')).toBe(value));

	it('is composed, without halves of characters and, where it is short, blanks around it', () => {
		expect(toTrimmed(' \u00A0Zoe\u0308 \uD83D\n', context)).toBe('Zoë');
		expect(requireShownText(' a\n', 'Title')).toBe(' a\n');
		expect(() => requireShownText('a\uFFFD', 'Title')).toThrow('U+FFFD');
	});

	it('has Korean syllables composed, as a person types them', () => {
		expect(toTrimmed('\u1112\u1161\u11ab\u1100\u1173\u11af', context)).toBe('\ud55c\uae00');
	});

	it('cannot be one of the words of a list', () => {
		expect(() => toCommaText('drama, #N/A', context)).toThrow('has no value');
		expect(toCommaText(['drama', ' comedy'], context)).toBe('drama,comedy');
	});
});

describe('a web address', () => {
	const first = 'https://cdn.test/a.mp4';

	it.each([
		first,
		`${first}?from=https://cdn.test/b.mp4`,
		'https://cdn.test/fetch/w_1,h_1/https://cdn.test/b.mp4',
	])('may be %s', (address) => expect(parseWebAddress(` ${address}\n`)).toBe(address));

	it.each([',', ', ', ';', ' ', '\n', '|'])('cannot have another one after %j', (between) => {
		expect(parseWebAddress(`${first}${between}https://cdn.test/b.mp4`)).toBeUndefined();
	});
});

describe('a quoted value', () => {
	it.each([
		['7\u200B', '"7<U+200B>"'],
		['<!channel>', '"‹!channel›"'],
		['@here', '"@\u200Bhere"'],
		['https://x.test/a', '"https:\u200B//x.\u200Btest/a"'],
		['ada@example.com', '"ada@example.com"'],
		['1,234', '"1,234"'],
		['<U+202E>\u202E*', '"<U+202E><U+202E>∗"'],
		['x'.repeat(99), `"${'x'.repeat(60)}…"`],
	])(
		'%j is harmless where an error workflow posts it, and shows what is invisible',
		(value, text) => {
			expect(quote(value)).toBe(text);
		},
	);
});
