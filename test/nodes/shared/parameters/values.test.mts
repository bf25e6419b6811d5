import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	assertSet,
	joinedWords,
	readBoolean,
	readCount,
	requireBoolean,
	requireChoices,
	requireEntry,
	requireGroup,
	requireText,
	requireType,
} from '../../../../nodes/shared/parameters/values';

const field: Pick<INodeProperties, 'displayName' | 'options'> = {
	displayName: 'Plan',
	options: [
		{ name: 'Free', value: 'free' },
		{ name: 'Twelve', value: '12' },
	],
};

describe('a value', () => {
	it.each([true, 'true', ' TRUE ', '1', 1])('%j switches on', (value) => {
		expect(requireBoolean(value, field)).toBe(true);
	});

	it.each([false, 'false', '0', 0])('%j switches off', (value) => {
		expect(requireBoolean(value, field)).toBe(false);
	});

	it.each([[''], ['yes'], [2], [null], [[]], [{}], [[true]]])(
		'%j is neither true nor false',
		(value) => {
			expect(() => requireBoolean(value, field)).toThrow(
				expect.objectContaining({
					message: expect.stringContaining('"Plan" is neither true nor false: '),
					description: expect.stringMatching(/^Switch it on or off/),
				}),
			);
		},
	);

	it.each([
		['a', 'a'],
		['', ''],
		[5, '5'],
		[0.1, '0.1'],
		[10n, '10'],
	])('%s is the text %j', (value, text) => {
		expect(requireText(value, field)).toBe(text);
	});

	it.each([NaN, Infinity, true, ['a']])('%s is not a text', (value) => {
		expect(() => requireText(value, field)).toThrow(
			expect.objectContaining({ description: expect.stringMatching(/^Give Plan as one text\./) }),
		);
	});

	it('of a secret field is not quoted in any error', () => {
		const secret = { ...field, typeOptions: { password: true } };
		expect(() => requireText({ key: 'hidden' }, secret)).toThrow(
			/^The parameter "Plan" is not a text$/,
		);
		expect(() => requireText({ key: 'shown' }, field)).toThrow('shown');
	});

	it.for([
		['free', ['free']],
		['free, 12', ['free', '12']],
		[['free'], ['free']],
		[12, ['12']],
		['', []],
		[[''], []],
	] as const)('%j is several choices', ([value, choices]) => {
		expect(requireChoices(value, field)).toEqual(choices);
	});

	it.for(['paid', ['free', ''], 'free,', true, {}, [['free']]])(
		'%j is none of the choices',
		(value) => {
			expect(() => requireChoices(value, field)).toThrow(
				expect.objectContaining({ description: 'Use one of these: free, 12.' }),
			);
		},
	);

	it('is looked up by its own name only', () => {
		expect(requireEntry('free', 'Plan', { free: 1 })).toBe(1);
		expect(() => requireEntry('constructor', 'Plan', { free: 1 })).toThrow('"Plan" is not one of');
		expect(() => requireEntry(undefined, 'Plan', { free: 1 })).toThrow('"Plan" is not one of');
	});

	it('of a number field is whole and within its bounds', () => {
		const number = { displayName: 'Last', typeOptions: { minValue: 1, maxValue: 10 } } as const;
		const read = (value: unknown) => requireType(value, { ...number, type: 'number' });
		expect([1, '10'].map(read)).toEqual([1, 10]);
		for (const value of [0, 11, 1.5]) expect(() => read(value)).toThrow('from 1 to 10');
	});

	it('of a type without rules is taken as it is', () => {
		const value = { any: 'thing' };
		expect(requireType(value, { ...field, type: 'json' })).toBe(value);
	});

	it('is several words as one text', () => {
		expect(joinedWords(['a', 5, 'b'], 'Tags')).toBe('a,5,b');
		expect(() => joinedWords([null], 'Tags')).toThrow('"Tags" is not a list of texts');
	});

	it.each([[[]], ['a'], [5], [null]])('%j is no group of fields', (value) => {
		expect(() => requireGroup(value, 'Options')).toThrow(
			expect.objectContaining({
				message: expect.stringContaining('"Options" is not a group of fields: '),
				description: expect.stringMatching(/^Add the fields that you need/),
			}),
		);
	});
});

describe('a field', () => {
	it.each([[undefined], [null], [''], [' '], [[]], [['']], [[' ', '']]])(
		'that is needed is empty with %j',
		(value) => {
			expect(() => assertSet(value, field, true)).toThrow('The parameter "Plan" is empty');
		},
	);

	it('that is not needed is set unless it is null or undefined', () => {
		expect([undefined, null].map((value) => assertSet(value, field, false))).toEqual([
			false,
			false,
		]);
		expect(['', [], 0, false].map((value) => assertSet(value, field, false))).toEqual(
			Array(4).fill(true),
		);
	});

	it('is read with its fallback only where it is not set', () => {
		const reader = (value: unknown) => ({ getNodeParameter: () => value as object });
		expect(readBoolean(reader(null), 'a', 'A', true)).toBe(true);
		expect(readBoolean(reader(false), 'a', 'A', true)).toBe(false);
		expect(readCount(reader(null), 'a', 'A')).toBeUndefined();
		expect(() => readCount(reader(0), 'a', 'A')).toThrow('of at least 1: "0"');
	});
});
