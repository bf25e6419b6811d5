import { expect, it } from 'vitest';

import { toEntries } from '../../nodes/VideoSubscriptionTrigger/lists/entries.ts';

const NOON = '2026-01-01T12:00:00Z';
const HOUR_SECONDS = 3600;

it('a record without a date has the date of the previous record, or of the next one at the start', () => {
	const rows = [undefined, NOON, null, '2026-01-01T11:00:00Z', 'soon'];
	const entries = toEntries(rows.map((date, index) => ({ id: index + 1, created_at: date })));
	const noon = Date.parse(NOON) / 1000;
	expect(entries.map(({ at }) => noon - at)).toEqual([0, 0, 0, HOUR_SECONDS, HOUR_SECONDS]);
	expect(toEntries([{ id: 1 }])).toEqual([{ id: 1, at: 0, row: { id: 1 } }]);
});
