import { type IDataObject, tryToParseDateTime } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	isDay,
	parseDateTime,
	parseMoment,
	toDay,
	toTimestamp,
} from '../../../../nodes/shared/values/dates';
import { shown } from '../../kit.mts';

const context = {
	label: 'Time Available',
	baseUrl: 'https://service.test',
	timezone: 'Europe/Berlin',
	values: {} as IDataObject,
};

describe('a moment', () => {
	it.each([
		['2026-01-31T18:00:00Z', '2026-01-31T18:00:00Z'],
		['2026-01-31T18:00:00.000+02:00', '2026-01-31T16:00:00Z'],
		['2026-01-31T18:00:00,5-0530', '2026-01-31T23:30:00Z'],
		['2026-01-31T18:00:00.123456789+02:00', '2026-01-31T16:00:00Z'],
		['2026-01-31t18:00z', '2026-01-31T18:00:00Z'],
		[' 2026-01-31T18:00:00Z ', '2026-01-31T18:00:00Z'],
		['2026-01-31T18:00:00', '2026-01-31T17:00:00Z'],
		['2026-07-31T18:00', '2026-07-31T16:00:00Z'],
		['2026-01-31 18:00:00', '2026-01-31T17:00:00Z'],
		['2026-01-31 18:00:00 UTC', '2026-01-31T18:00:00Z'],
		['2026-01-31 18:00:00 +0000', '2026-01-31T18:00:00Z'],
		['2026-01-31T18:00:00 +02:00', '2026-01-31T16:00:00Z'],
		['2026-01-31 18:00 Z', '2026-01-31T18:00:00Z'],
		['\u200B2026-01-31 18:00:00 GMT\n', '2026-01-31T18:00:00Z'],
		['2026-01-31', '2026-01-30T23:00:00Z'],
		['2028-02-29', '2028-02-28T23:00:00Z'],
		[new Date('2026-01-31T18:00:00Z'), '2026-01-31T18:00:00Z'],
		[tryToParseDateTime('2026-01-31T18:00:00', 'America/New_York'), '2026-01-31T23:00:00Z'],
	])('%s is sent as %s, in UTC; without a zone it has that of the workflow', (input, sent) => {
		expect(toTimestamp(input, context)).toBe(sent);
	});

	it('that means "never" stays in the year 9999, the last that the service can express', () => {
		const inNewYork = { ...context, timezone: 'America/New_York' };
		expect(toTimestamp('9999-12-31T23:59:59', inNewYork)).toBe('9999-12-31T23:59:59Z');
		expect(toTimestamp('9999-12-31', inNewYork)).toBe('9999-12-31T05:00:00Z');
	});

	const TEXTS =
		'2024|45413|03/04/2026|2026-01-31 18:00:00 EST|2026-01-31  18:00|1769882400|2026-02-29|2026-13-01|2026-00-10|0001-01-01|0000-01-01T00:00:00Z|2026-1-31|' +
		'31.01.2026|Jan 31, 2026|Sat, 31 Jan 2026 18:00:00 GMT|20260131|2026-W05-6|2026-01|T18:00|18:00|' +
		'2026-01-31T25:00:00Z|2026-01-31T18:60:00Z|2026-01-31T18:00:00 Europe/Berlin|' +
		'2026-01-31T18:00:00Zulu|2026-01-31_18:00|today';
	const OBJECTS = [{}, { date: '2026-01-31' }, { toISO: () => null }, new Date(NaN)];
	const OTHERS = [-1, 1_769_882_400_000, NaN, ['2026-01-31'], '9'.repeat(100_000)];

	it.each(
		[...TEXTS.split('|'), ...OBJECTS, ...OTHERS].map((value) => [shown(value), value] as const),
	)('is refused: %s', (_, value) => {
		expect(parseDateTime(value, 'UTC')).toBeUndefined();
		expect(() => toTimestamp(value, context)).toThrow(
			/^The parameter "Time Available" is not a date and time: "/,
		);
	});

	it('is quoted when it is refused, with an example of a valid one', () => {
		expect(() => toTimestamp('01/02/2026', context)).toThrow(
			expect.objectContaining({
				message: 'The parameter "Time Available" is not a date and time: "01/02/2026"',
				description: expect.stringContaining('2026-01-31T18:00:00Z') as string,
			}),
		);
	});
});

describe('a day', () => {
	it('stays the day that was picked, in any time zone', () => {
		expect(toDay('2026-01-31T00:00:00', context)).toBe('2026-01-31');
		expect(toDay('2026-01-31', { ...context, timezone: 'America/New_York' })).toBe('2026-01-31');
	});

	it('must exist in the calendar', () => {
		expect(isDay('2028-02-29')).toBe(true);
		expect(['2026-02-29', '2026-04-31', '2026-1-1', '2026-01-31T00:00', ''].filter(isDay)).toEqual(
			[],
		);
	});
});

it.each([
	['2026-03-01T12:00:00Z', Date.UTC(2026, 2, 1, 12)],
	['Sun, 01 Mar 2026 12:00:00 GMT', Date.UTC(2026, 2, 1, 12)],
	['soon', undefined],
	['', undefined],
	[5, undefined],
	[null, undefined],
])('parseMoment reads %j', (value, milliseconds) => {
	expect(parseMoment(value)).toBe(milliseconds);
});
