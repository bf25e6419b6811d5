import { expect, it } from 'vitest';

import type * as Rows from '../../../../nodes/shared/validation/rows';
import { built } from '../../../kit/built.mts';

const { entriesOf } = built<typeof Rows>('shared/validation/rows');

it.each([null, 'a', 5, [1], { entries: 'a' }, { others: [] }])('no rows: %j', (value) => {
	expect(() => entriesOf(value, 'Group')).toThrow('"Group" holds no rows');
});
