import { expect, it } from 'vitest';

import type * as IdTransforms from '../../../../nodes/shared/ids/transforms';
import type * as Rows from '../../../../nodes/shared/values/transform';
import { built } from '../../../kit/built.mts';

const { rowsInGroup, toRows } = built<typeof Rows>('shared/values/transform');
const { toHrefs, toId } = built<typeof IdTransforms>('shared/ids/transforms');

it.each([['a'], [5], [[1]], [{ entries: 'a' }], [{ others: [] }]])(
	'rowsInGroup refuses %j',
	(value) => {
		expect(() => rowsInGroup(value, 'Group')).toThrow('"Group" has no rows');
	},
);

it.each(['', ' ', null])('a row without a required field is refused: %j', (name) => {
	const column = { displayName: 'Name', name: 'name', default: '', required: true };
	const context = { label: 'Group', baseUrl: '', timezone: 'UTC', values: {} };
	const read = toRows([{ ...column, type: 'string' }]);
	expect(() => read([{ name }], context)).toThrow('"Group" has a row without "Name"');
});

it('a row with a letter that was lost is refused', () => {
	const column = { displayName: 'Actor', name: 'actor', default: '', type: 'string' } as const;
	const context = { label: 'Casts', baseUrl: '', timezone: 'UTC', values: {} };
	expect(() => toRows([column])([{ actor: 'Jos\uFFFD' }], context)).toThrow('U+FFFD');
});

it.for(['', null, {}, [], { entries: [] }])('rowsInGroup returns no rows for %j', (value) => {
	expect(rowsInGroup(value, 'Group')).toEqual([]);
});

it('the address of a record becomes its ID, and its ID the address; none is not sent', () => {
	const baseUrl = 'https://service.test/api';
	const context = { label: 'Video', baseUrl, timezone: 'UTC', values: {} };
	expect(toId('video')(`${baseUrl}/videos/7`, context)).toBe(7);
	expect(toHrefs('video')(`7, ${baseUrl}/videos/8`, context)).toEqual([
		`${baseUrl}/videos/7`,
		`${baseUrl}/videos/8`,
	]);
	expect(toHrefs('video')(' , ', context)).toBeUndefined();
	expect(toRows([])({}, context)).toBeUndefined();
});
