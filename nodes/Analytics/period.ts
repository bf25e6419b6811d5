import {
	type IDataObject,
	type IExecuteSingleFunctions,
	type INodeProperties,
	type INodePropertyOptions,
	updateDisplayOptions,
} from 'n8n-workflow';

import { preSend } from '../shared/request/preSend';
import { clock } from '../shared/concurrency/clock';
import { isDay, parseDateTime, toDay, toUtc } from '../shared/values/dates';
import { requireWholeNumberFrom } from '../shared/values/checks';
import { invalidParameter } from '../shared/values/parameterErrors';
import { isBlank } from '../shared/values/listEntries';
import { readChoice } from '../shared/values/readers';
import { quote, trim } from '../shared/values/text';

/** Maximum number of intervals of a relative date (docs/developers/service.md, Limits). */
export const MAX_AMOUNT = 10;

const UNITS = { day: 'day', month: 'month', week: 'week', year: 'year' };

const UNIT_OPTIONS: INodePropertyOptions[] = [
	{ name: 'Day(s)', value: 'day' },
	{ name: 'Week(s)', value: 'week' },
	{ name: 'Month(s)', value: 'month' },
	{ name: 'Year(s)', value: 'year' },
];

const PERIOD_OPTIONS: INodePropertyOptions[] = [
	{ name: 'All Time', value: 'all', description: 'Since the account was created' },
	{ name: 'Last …', value: 'last', description: 'Days, weeks, months or years up to now' },
	{ name: 'Between Dates', value: 'between', description: 'From one day to another' },
	{ name: 'Exact', value: 'exact', description: 'Dates and times as text, such as 3-week-ago' },
];

/** Eastern Standard Time, of dates and times without a time zone (docs/developers/service.md, Analytics). */
const EST_ZONE = 'UTC-5';

/** A relative date, also with the interval in the plural (docs/developers/service.md, Analytics). */
const RELATIVE = /^([1-9]|10)-(day|week|month|year)s?-ago$/;

/** Validates a date in any documented form (docs/developers/service.md, Analytics). A date and time is sent in UTC. */
function toReportDate(value: unknown, { label }: { label: string }): string {
	const text = typeof value === 'string' ? trim(value) : '';
	if (isDay(text) || RELATIVE.test(text)) return text;
	const moment = parseDateTime(value, EST_ZONE);
	if (moment) return toUtc(moment);
	throw invalidParameter(
		label,
		`is not a date that a report accepts: ${quote(value)}`,
		'Enter a day such as 2026-01-31, a date and time such as 2026-01-31T18:00:00Z, or a time ago such as 3-week-ago.',
	);
}

/** Reads and validates a date; `undefined` where it is empty. */
function readDate(
	context: IExecuteSingleFunctions,
	name: string,
	label: string,
	convert: typeof toDay,
): string | undefined {
	const value: unknown = context.getNodeParameter(name, '');
	return isBlank(value) ? undefined : convert(value, { label, timezone: context.getTimezone() });
}

const DAY_MS = 86_400_000;

/** The lengths of the units of a relative date in days, close enough to compare two dates. */
const DAYS: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 };

/** Returns the time of a date in milliseconds. */
function timeOf(date: string): number {
	const [, amount, unit = ''] = RELATIVE.exec(date) ?? [];
	if (amount === undefined) return Date.parse(date);
	return clock.now() - Number(amount) * (DAYS[unit] ?? 0) * DAY_MS;
}

/** Throws for a start after the end, for which the service would return a report with numbers. */
function assertInOrder({ from, to }: IDataObject, labels: [from: string, to: string]): void {
	if (typeof from !== 'string' || typeof to !== 'string' || timeOf(from) <= timeOf(to)) return;
	const [start, end] = labels;
	throw invalidParameter(
		start,
		`is after "${end}": ${quote(from)} and ${quote(to)}`,
		`Enter a "${start}" before "${end}".`,
	);
}

/** What each period sends, by the value of the parameter. */
const PERIODS: Record<string, (context: IExecuteSingleFunctions) => IDataObject> = {
	all: () => ({}),
	last: (context) => {
		const value: unknown = context.getNodeParameter('periodAmount', '');
		const amount = requireWholeNumberFrom(value, 'Last', 1, MAX_AMOUNT);
		const unit = readChoice(
			context,
			'periodUnit',
			{ displayName: 'Unit', options: UNIT_OPTIONS },
			UNITS,
		);
		return { from: `${amount}-${unit}-ago` };
	},
	between: (context) => {
		const from = readDate(context, 'fromDate', 'From Date', toDay);
		const to = readDate(context, 'toDate', 'To Date', toDay);
		assertInOrder({ from, to }, ['From Date', 'To Date']);
		return { from, to };
	},
	exact: (context) => {
		const from = readDate(context, 'from', 'From', toReportDate);
		const to = readDate(context, 'to', 'To', toReportDate);
		assertInOrder({ from, to }, ['From', 'To']);
		return { from, to };
	},
};

const sendPeriod = preSend((context, options) => {
	const queryOf = readChoice(
		context,
		'period',
		{ displayName: 'Period', options: PERIOD_OPTIONS },
		PERIODS,
	);
	options.qs = { ...options.qs, ...queryOf(context) };
});

const shownForPeriod = (period: string, fields: INodeProperties[]) =>
	updateDisplayOptions({ show: { period: [period] } }, fields);

function lastFields(): INodeProperties[] {
	return [
		{
			displayName: 'Last',
			name: 'periodAmount',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_AMOUNT },
			default: 1,
			description: `The number of units, from 1 to ${MAX_AMOUNT}`,
		},
		{
			displayName: 'Unit',
			name: 'periodUnit',
			type: 'options',
			options: [...UNIT_OPTIONS],
			default: 'month',
			description: 'The unit, for example Month(s) for the last 3 months',
		},
	];
}

function dayField(displayName: string, name: string, description: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		description,
	};
}

function exactField(displayName: string, name: string, ifEmpty: string): INodeProperties {
	const forms =
		'A day (2026-01-31), a date and time (2026-01-31T18:00:00Z), or a time ago (3-week-ago).';
	return {
		displayName,
		name,
		type: 'string',
		default: '',
		placeholder: 'e.g. 2026-01-31T18:00:00Z',
		description: `${forms} ${ifEmpty}`,
	};
}

const FROM_START = 'If empty, the report begins when the account was created.';

export function periodFields(): INodeProperties[] {
	return [
		{
			displayName: 'Period',
			name: 'period',
			type: 'options',
			options: [...PERIOD_OPTIONS],
			default: 'last',
			description:
				'The time that the report covers. Days begin at midnight Eastern Standard Time (EST).',
			routing: { send: { preSend: [sendPeriod] } },
		},
		...shownForPeriod('last', lastFields()),
		...shownForPeriod('between', [
			dayField('From Date', 'fromDate', `The first day. ${FROM_START}`),
			dayField('To Date', 'toDate', 'The report ends when this day begins. If empty, it ends now.'),
		]),
		...shownForPeriod('exact', [
			exactField('From', 'from', FROM_START),
			exactField('To', 'to', 'If empty, the report ends now.'),
		]),
	];
}
