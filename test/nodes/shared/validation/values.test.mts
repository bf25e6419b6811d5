import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type * as Values from '../../../../nodes/shared/validation/values';
import { built } from '../../../kit/built.mts';

const { checkType, entryOf, groupOf, isSet } = built<typeof Values>('shared/validation/values');

const field = (type: INodeProperties['type'], others: Partial<INodeProperties> = {}) => ({
	...{ displayName: 'Field', name: 'field', default: '', type },
	...others,
});

const options = ['a', 'b', '', '7'].map((value) => ({ name: value, value }));

describe('a value of the right kind is converted', () => {
	it.each([
		[field('boolean'), ' TRUE ', true],
		[field('boolean'), 0, false],
		[field('number'), ' 5 ', 5],
		[field('string'), 5, '5'],
		[field('string'), 5n, '5'],
		[field('string'), '', ''],
		[field('options', { options }), 7, '7'],
		[field('options', { options }), '', ''],
		[field('multiOptions', { options }), 'a, b', ['a', 'b']],
		[field('multiOptions', { options }), ['a', 7], ['a', '7']],
		[field('multiOptions', { options }), '', []],
		[field('json'), { any: 'thing' }, { any: 'thing' }],
	])('%o: %j', (one, value, converted) => {
		expect(checkType(value, one)).toEqual(converted);
	});
});

describe('everything else is refused by name', () => {
	it.each([
		[field('boolean'), 'yes', 'is neither true nor false: "yes"'],
		[
			field('number', { typeOptions: { minValue: 1 } }),
			0,
			'is not a whole number of at least 1: "0"',
		],
		[field('string'), true, 'is not a text: "true"'],
		[field('string'), NaN, 'is not a text: "NaN"'],
		[field('options', { options }), 'c', 'is not one of its choices: "c"'],
		[field('options', { options }), ['a'], 'is not one of its choices: "["a"]"'],
		[field('multiOptions', { options }), 'a,c', 'is not one of its choices: "c"'],
		[field('multiOptions', { options }), {}, 'is not one of its choices: "{}"'],
	])('%o: %j', (one, value, problem) => {
		expect(() => checkType(value, one)).toThrow(`The parameter "Field" ${problem}`);
	});

	it('a secret unquoted', () => {
		const secret = field('string', { typeOptions: { password: true } });
		expect(() => checkType({ a: 's3cret' }, secret)).toThrow(/is not a text$/);
	});
});

it.each([null, undefined])('%j is not set, and refused where it is needed', (value) => {
	expect(isSet(value, field('string'), false)).toBe(false);
	expect(() => isSet(value, field('string'), true)).toThrow('"Field" is empty');
});

it.each(['', ' ', []])('%j is set, and refused where something is needed', (value) => {
	expect(isSet(value, field('string'), false)).toBe(true);
	expect(() => isSet(value, field('string'), true)).toThrow('"Field" is empty');
});

it('an entry is found by its own name', () => {
	expect(entryOf('a', 'Field', { a: 1 })).toBe(1);
	for (const value of ['b', 'toString', null]) {
		expect(() => entryOf(value, 'Field', { a: 1 })).toThrow('is not one of its choices');
	}
});

it('a group is an object', () => {
	expect(groupOf({ a: 1 }, 'Options')).toEqual({ a: 1 });
	for (const value of [null, 'all', []]) {
		expect(() => groupOf(value, 'Options')).toThrow('"Options" is not a group of fields');
	}
});
