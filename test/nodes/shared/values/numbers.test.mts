import { describe, expect, it } from 'vitest';

import {
	parseNumber,
	parseWholeNumber,
	requireWholeNumberFrom,
} from '../../../../nodes/shared/values/checks';

describe('a number', () => {
	it.each([
		[5, 5],
		['5', 5],
		[' -7 ', -7],
		['+7', 7],
		['1.5', 1.5],
		[0, 0],
		['9'.repeat(21), undefined],
		['0x10', undefined],
		['1e3', undefined],
		['1,5', undefined],
		['\u00A07\u200B', 7],
		['#N/A', undefined],
		['1,234', undefined],
		['1.23E+09', undefined],
		['', undefined],
		[' ', undefined],
		['abc', undefined],
		[NaN, undefined],
		[Infinity, undefined],
		[true, undefined],
		[null, undefined],
		[[5], undefined],
		[{}, undefined],
	])('%o is read as %o', (value, number) => {
		expect(parseNumber(value)).toBe(number);
	});

	it('is accepted as an integer only up to the largest safe one', () => {
		expect(parseWholeNumber('7.0')).toBe(7);
		expect(parseWholeNumber(1.5)).toBeUndefined();
		expect(parseWholeNumber(2 ** 53)).toBeUndefined();
	});

	it('outside its range is quoted with the range', () => {
		expect(requireWholeNumberFrom('1', 'Limit', 1)).toBe(1);
		expect(requireWholeNumberFrom(-3, 'Number')).toBe(-3);
		expect(() => requireWholeNumberFrom(0, 'Limit', 1)).toThrow(
			'The parameter "Limit" is not a whole number of at least 1: "0"',
		);
		expect(() => requireWholeNumberFrom('11', 'Amount', 1, 10)).toThrow(
			'The parameter "Amount" is not a whole number from 1 to 10: "11"',
		);
		expect(() => requireWholeNumberFrom('abc', 'Number')).toThrow('is not a whole number: "abc"');
	});
});

it.each([
	['7.0', 7],
	[' 1234 ', 1234],
	['-3', -3],
	['1.000', undefined],
	['1.00', undefined],
	['1,234', undefined],
	['1.23E+09', undefined],
	['7.', undefined],
])('a count in a cell, %j, is read as %o', (cell, count) => {
	expect(parseWholeNumber(cell)).toBe(count);
});
