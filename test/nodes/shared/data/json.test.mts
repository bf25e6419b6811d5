import { describe, expect, it } from 'vitest';

import { embeddedRecords } from '../../../../nodes/shared/data/json';

describe('the records of a list', () => {
	const record = { id: 1, name: 'One' };
	it.each([
		['an array', [record, { id: 2 }], [record, { id: 2 }]],
		['an object with numeric keys', { 0: record, 7: { id: 2 } }, [record, { id: 2 }]],
		['an empty object', {}, []],
	])('may be sent as %s', (_, embedded, records) => {
		expect(embeddedRecords({ _embedded: { items: embedded } }, 'items')).toEqual(records);
	});

	it.each<[unknown]>(
		[
			undefined,
			null,
			'text',
			[],
			{},
			{ items: [record] },
			{ _embedded: null },
			{ _embedded: {} },
			{ _embedded: { others: [] } },
			{ _embedded: { items: null } },
			{ _embedded: { items: 'none' } },
			...[null, 'x', 3, [4]].map((other) => ({ _embedded: { items: [record, other] } })),
			{ _embedded: { items: { 0: record, 1: null } } },
			{ _embedded: { items: { message: 'none' } } },
			{ _embedded: { items: { one: record } } },
			{ _embedded: { items: record } },
		].map((envelope): [unknown] => [envelope]),
	)('are not found in %j', (envelope) => {
		expect(embeddedRecords(envelope, 'items')).toBeUndefined();
	});
});
