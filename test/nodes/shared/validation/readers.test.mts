import { expect, it } from 'vitest';

import type * as Readers from '../../../../nodes/shared/validation/readers';
import { built } from '../../../kit/built.mts';

const { readBoolean, readChoice, readCount, readText } = built<typeof Readers>(
	'shared/validation/readers',
);

const having = (value: unknown): Readers.Reader => ({
	getNodeParameter: ((name: string) => (name === 'a.b' ? value : 'another')) as never,
});

it.each([null, undefined])('what is not set: %j', (value) => {
	const context = having(value);
	expect(readBoolean(context, 'a.b', 'Field', true)).toBe(true);
	expect(readCount(context, 'a.b', 'Field')).toBeUndefined();
	expect(() => readChoice(context, 'a.b', 'Field', {})).toThrow('"Field" is empty');
	expect(() => readText(context, 'a.b', { displayName: 'Field' })).toThrow('"Field" is empty');
});

it('what is set is converted', () => {
	expect(readBoolean(having('false'), 'a.b', 'Field', true)).toBe(false);
	expect(readCount(having('7'), 'a.b', 'Field')).toBe(7);
	expect(readChoice(having('x'), 'a.b', 'Field', { x: 1 })).toBe(1);
	expect(readText(having(7), 'a.b', { displayName: 'Field' })).toBe('7');
});

it('what is none is refused by name', () => {
	expect(() => readBoolean(having('maybe'), 'a.b', 'Field', true)).toThrow('"Field"');
	expect(() => readCount(having(0), 'a.b', 'Field')).toThrow('"Field"');
	expect(() => readChoice(having('y'), 'a.b', 'Field', { x: 1 })).toThrow('"Field"');
	expect(() => readText(having(true), 'a.b', { displayName: 'Field' })).toThrow('"Field"');
});
