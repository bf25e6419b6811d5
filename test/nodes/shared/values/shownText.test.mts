import { describe, expect, it } from 'vitest';

import {
	requireShownText,
	toCommaText,
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
		'#BEZUG!',
	])('cannot be %j', (value) => {
		expect(() => requireShownText(value, 'Title')).toThrow('The parameter "Title" has no value');
		expect(() => toTrimmed(value, context)).toThrow('has no value');
	});

	it.each([
		'Null',
		'null',
		'Nan',
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

	it('cannot be one of the words of a list', () => {
		expect(() => toCommaText('drama, #N/A', context)).toThrow('has no value');
		expect(toCommaText(['drama', ' comedy'], context)).toBe('drama,comedy');
	});
});
