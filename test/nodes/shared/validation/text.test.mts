import { expect, it } from 'vitest';

import type { ConversionContext } from '../../../../nodes/shared/validation/convert';
import type * as Text from '../../../../nodes/shared/validation/text';
import { built } from '../../../kit/built.mts';

const { asText, commaSeparated, joinedWords, password } =
	built<typeof Text>('shared/validation/text');

const context: ConversionContext = { label: 'Field', baseUrl: '', timezone: 'UTC', values: {} };

it.each([
	['a,b', 'a,b'],
	[['a', 5], 'a,5'],
	[5, '5'],
	['', ''],
	[[], ''],
])('words %j are joined as %j', (value, joined) => {
	expect(joinedWords(value, 'Field')).toBe(joined);
	expect(commaSeparated(value, context)).toBe(joined);
});

it.each([null, true, {}, [null], [['a']], NaN])('no words: %j', (value) => {
	expect(() => joinedWords(value, 'Field')).toThrow('"Field" is not a list of texts');
});

it('a switch is sent as text', () => {
	expect(asText(false, context)).toBe('false');
});

it('a password has 8 characters, and is not quoted', () => {
	expect(password('12345678', context)).toBe('12345678');
	for (const value of ['1234567', 12_345_678]) {
		expect(() => password(value, context)).toThrow(
			/^The parameter "Field" is shorter than 8 characters$/,
		);
	}
});
