import { expect, it } from 'vitest';

import type * as Rows from '../../../../nodes/shared/parameters/transform';
import { built } from '../../../kit/built.mts';

const { entriesOf, rows } = built<typeof Rows>('shared/parameters/transform');

it.for([null, 'a', 5, [1], { entries: 'a' }, { others: [] }])('no rows: %j', (value) => {
	expect(() => entriesOf(value, 'Group')).toThrow('"Group" holds no rows');
});

it.each(['', ' ', null])('a row cannot do without what is required: %j', (name) => {
	const column = { displayName: 'Name', name: 'name', default: '', required: true };
	const context = { label: 'Group', baseUrl: '', timezone: 'UTC', values: {} };
	const read = rows([{ ...column, type: 'string' }]);
	expect(() => read([{ name }], context)).toThrow('"Group" has a row without Name');
});
