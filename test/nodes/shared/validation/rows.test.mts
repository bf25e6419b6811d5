import type { INodeProperties } from 'n8n-workflow';
import { expect, it } from 'vitest';

import type * as Rows from '../../../../nodes/shared/validation/rows';
import { built } from '../../../kit/built.mts';

const { entriesOf, rows } = built<typeof Rows>('shared/validation/rows');

const columns: INodeProperties[] = [
	{ displayName: 'Name', name: 'name', type: 'string', default: '', required: true },
	{ displayName: 'Place', name: 'place', type: 'string', default: '' },
];

const rowsIn = (value: unknown) =>
	rows(columns, { place: (place) => `to ${String(place)}` })(value, {
		...{ label: 'Group', baseUrl: '', timezone: 'UTC', values: {} },
	});

it.each([
	['', []],
	[{}, []],
	[{ entries: [] }, []],
	[{ entries: [{ name: 'a', place: '' }] }, [{ name: 'a' }]],
	[[{ name: 5, place: 'b', other: 1 }], [{ name: '5', place: 'to b' }]],
])('the rows of %j', (value, expected) => {
	expect(rowsIn(value)).toEqual(expected);
});

it.each([null, 'a', 5, [1], { entries: 'a' }, { others: [] }])('no rows: %j', (value) => {
	expect(() => entriesOf(value, 'Group')).toThrow('"Group" holds no rows');
});

it('a cell that is needed, and one of the wrong type', () => {
	expect(() => rowsIn([{ place: 'b' }])).toThrow('"Group" has a row without Name');
	expect(() => rowsIn([{ name: true }])).toThrow('"Group" is not a text: "true"');
});
