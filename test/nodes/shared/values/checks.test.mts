import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	assertRequired,
	requireBoolean,
	requireChoices,
	requireChoice,
	requireGroup,
	requireText,
	requireType,
} from '../../../../nodes/shared/values/checks';
import { readBoolean, readCount, readText } from '../../../../nodes/shared/values/readers';

const field: Pick<INodeProperties, 'displayName' | 'options'> = {
	displayName: 'Plan',
	options: [
		{ name: 'Free', value: 'free' },
		{ name: 'Twelve', value: '12' },
	],
};

/** Matches an error with a problem, and with a remedy that begins with a text. */
const refusal = (problem: string, remedy: RegExp): unknown =>
	expect.objectContaining({
		message: expect.stringContaining(problem),
		description: expect.stringMatching(remedy),
	});

describe('requireBoolean', () => {
	it.each([
		[true, [true, 'true', ' TRUE ', '\u200Btrue\u00A0', 'Yes', '1', 1]],
		[false, [false, 'false', 'NO', '0', 0]],
	])('returns %s for %j', (value, inputs) => {
		for (const input of inputs) expect(requireBoolean(input, field)).toBe(value);
	});

	it.each([[''], ['maybe'], [2], [null], [[]], [{}], [[true]]])('refuses %j', (value) => {
		expect(() => requireBoolean(value, field)).toThrow(
			refusal('"Plan" is neither true nor false: ', /^Turn it on or off/),
		);
	});
});

describe('requireText', () => {
	it.each([
		['a', 'a'],
		['', ''],
		[5, '5'],
		[0.1, '0.1'],
		[10n, '10'],
		['Wave \uD83D\uDC4B\uD83D', 'Wave \uD83D\uDC4B'],
		['a\uDC4Bb', 'ab'],
	])('returns %s as the text %j', (value, text) => {
		expect(requireText(value, field)).toBe(text);
	});

	it.each([NaN, Infinity, true, ['a']])('refuses %s', (value) => {
		expect(() => requireText(value, field)).toThrow(refusal('', /^Enter "Plan" as one text\./));
	});

	it('quotes the refused value, except a secret', () => {
		const secret = { ...field, typeOptions: { password: true } };
		expect(() => requireText({ key: 'hidden' }, secret)).toThrow(
			/^The parameter "Plan" is not a text$/,
		);
		expect(() => requireText({ key: 'shown' }, field)).toThrow('shown');
	});
});

describe('requireChoices', () => {
	it.for([
		['free', ['free']],
		['free, 12', ['free', '12']],
		['FREE;Twelve', ['free', '12']],
		['["Free","twelve"]', ['free', '12']],
		[['free', ''], ['free']],
		['free,', ['free']],
		['\u00A0free\u200B', ['free']],
		[['free'], ['free']],
		[12, ['12']],
		['', []],
		[[''], []],
	] as const)('reads %j as %j', ([value, choices]) => {
		expect(requireChoices(value, field)).toEqual(choices);
	});

	it.for(['paid', 'free 12', true, {}, [['free']]])('refuses %j', (value) => {
		expect(() => requireChoices(value, field)).toThrow(
			refusal('is not one of its choices', /^Use one of these: free, 12\.$/),
		);
	});
});

it('requireChoice finds own names only', () => {
	expect(requireChoice('free', 'Plan', { free: 1 })).toBe(1);
	expect(requireChoice(' FREE', 'Plan', { free: 1 })).toBe(1);
	const options = [{ name: 'Without Payment', value: 'free' }];
	expect(requireChoice('without payment', 'Plan', { free: 1 }, options)).toBe(1);
	expect(() => requireChoice('constructor', 'Plan', { free: 1 })).toThrow('"Plan" is not one of');
	expect(() => requireChoice(undefined, 'Plan', { free: 1 })).toThrow('"Plan" is not one of');
});

it('requireType requires a whole number within the bounds of a number field', () => {
	const number = { displayName: 'Last', typeOptions: { minValue: 1, maxValue: 10 } } as const;
	const read = (value: unknown) => requireType(value, { ...number, type: 'number' });
	expect([1, '10'].map(read)).toEqual([1, 10]);
	for (const value of [0, 11, 1.5]) expect(() => read(value)).toThrow('from 1 to 10');
});

it('requireType returns the value of a type without a check', () => {
	const value = { any: 'thing' };
	expect(requireType(value, { ...field, type: 'json' })).toBe(value);
});

it.each([[[]], ['a'], [5], [null]])('requireGroup refuses %j', (value) => {
	expect(() => requireGroup(value, 'Options')).toThrow(
		refusal('"Options" is not a group of fields: ', /^Add the fields that you need/),
	);
});

it.each([[undefined], [null], [''], [' '], ['\u200B'], [[]], [['']], [[' ', '']]])(
	'assertRequired refuses %j',
	(value) => {
		expect(() => assertRequired(value, field)).toThrow('The parameter "Plan" is empty');
	},
);

it.each([null, '', ' '])('readBoolean and readCount return their fallback for %j', (value) => {
	const reader = { getNodeParameter: () => value as unknown as object };
	expect(readBoolean(reader, 'a', 'A', true)).toBe(true);
	expect(readCount(reader, 'a', 'A')).toBeUndefined();
});

it('readBoolean, readCount and readText read the value of a parameter', () => {
	const reader = (value: unknown) => ({ getNodeParameter: () => value as object });
	expect(readBoolean(reader(false), 'a', 'A', true)).toBe(false);
	expect(() => readCount(reader(0), 'a', 'A')).toThrow('of at least 1: "0"');
	expect(readText(reader('\u00A0A1B2C3\n'), 'code', field)).toBe('A1B2C3');
	expect(() => readText(reader(' '), 'code', field)).toThrow('"Plan" is empty');
});
