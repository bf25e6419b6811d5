import {
	type IDataObject,
	type IExecuteSingleFunctions,
	type INodeProperties,
	updateDisplayOptions,
} from 'n8n-workflow';

import type { Transform, TransformContext } from '../shared/parameters/transform';
import { date, isDay, parseDateTime, toUtc } from '../shared/parameters/dates';
import { readChoice, requireEntry, requireWholeNumberFrom } from '../shared/parameters/values';
import { requireBaseUrl } from '../shared/resources/resources';
import { invalidParameter, quote } from '../shared/parameters/errors';
import { preSend } from '../shared/http/request';

/** Maximum number of intervals of a relative date (docs/service.md, Limits). */
const MAX_AMOUNT = 10;

const UNITS = { day: 'day', month: 'month', week: 'week', year: 'year' };

/** Eastern Standard Time, of dates and times without a time zone (docs/service.md, Analytics). */
const EST = 'UTC-5';

/** A relative date, also with the interval in the plural (docs/service.md, Analytics). */
const RELATIVE = /^([1-9]|10)-(day|week|month|year)s?-ago$/;

const isEmpty = (value: unknown) => value === '' || value === undefined || value === null;

const amount: Transform = (value, { label }) => requireWholeNumberFrom(value, label, 1, MAX_AMOUNT);

const unit: Transform = (value, { label }) => requireEntry(value, label, UNITS);

/** Validates a date in any documented form (docs/service.md, Analytics). A date and time is sent in UTC. */
const exact: Transform = (value, { label }) => {
	const text = typeof value === 'string' ? value.trim() : '';
	if (isDay(text) || RELATIVE.test(text)) return text;
	const moment = parseDateTime(value, EST);
	if (moment) return toUtc(moment);
	throw invalidParameter(
		label,
		`is none of the forms of a report's date: ${quote(value)}`,
		'Type a day such as 2026-01-31, a moment such as 2026-01-31T18:00:00Z, or some time ago such as 3-week-ago.',
	);
};

/** Reads and validates a parameter as text; `undefined` where it is empty. */
type Given = (name: string, label: string, check: Transform) => string | undefined;

const orNothing =
	(check: Transform): Transform =>
	(value, context) =>
		isEmpty(value) ? undefined : check(value, context);

const PERIODS: Record<string, (given: Given) => IDataObject> = {
	all: () => ({}),
	last: (given) => ({
		from: `${given('periodAmount', 'Last', amount) ?? ''}-${given('periodUnit', 'Unit', unit) ?? ''}-ago`,
	}),
	between: (given) => ({
		from: given('fromDate', 'From Date', orNothing(date)),
		to: given('toDate', 'To Date', orNothing(date)),
	}),
	exact: (given) => ({
		from: given('from', 'From', orNothing(exact)),
		to: given('to', 'To', orNothing(exact)),
	}),
};

function givenTo(context: IExecuteSingleFunctions, baseURL: string | undefined): Given {
	const common: Omit<TransformContext, 'label'> = {
		baseUrl: requireBaseUrl(baseURL),
		timezone: context.getTimezone(),
		values: {},
	};
	return (name, label, check) => {
		const value: unknown = context.getNodeParameter(name, '');
		const checked = check(value, { ...common, label });
		return checked === undefined ? undefined : String(checked);
	};
}

const sendPeriod = preSend((context, options) => {
	const query = readChoice(context, 'period', 'Period', PERIODS);
	options.qs = { ...options.qs, ...query(givenTo(context, options.baseURL)) };
});

const shownFor = (period: string, fields: INodeProperties[]) =>
	updateDisplayOptions({ show: { period: [period] } }, fields);

function lastFields(): INodeProperties[] {
	return [
		{
			displayName: 'Last',
			name: 'periodAmount',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_AMOUNT },
			default: 1,
			description: `With Unit: the last 3 months, for example. From 1 to ${MAX_AMOUNT}.`,
		},
		{
			displayName: 'Unit',
			name: 'periodUnit',
			type: 'options',
			options: [
				{ name: 'Day(s)', value: 'day' },
				{ name: 'Week(s)', value: 'week' },
				{ name: 'Month(s)', value: 'month' },
				{ name: 'Year(s)', value: 'year' },
			],
			default: 'month',
			description: 'With Last: the last 3 months, for example',
		},
	];
}

function betweenFields(): INodeProperties[] {
	return [
		{
			displayName: 'From Date',
			name: 'fromDate',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			description: 'The first day. If empty, the report begins when the account was created.',
		},
		{
			displayName: 'To Date',
			name: 'toDate',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			description: 'The report ends when this day begins. If empty, it ends now.',
		},
	];
}

function exactField(name: 'from' | 'to', displayName: string, ifEmpty: string): INodeProperties {
	const forms =
		'A day (2026-01-31), a moment (2026-01-31T18:00:00Z), or some time ago (3-week-ago).';
	return {
		displayName,
		name,
		type: 'string',
		default: '',
		placeholder: 'e.g. 2026-01-31T18:00:00Z',
		description: [forms, ifEmpty].join(' '),
	};
}

export function periodFields(): INodeProperties[] {
	return [
		{
			displayName: 'Period',
			name: 'period',
			type: 'options',
			options: [
				{ name: 'All Time', value: 'all', description: 'Since the account was created' },
				{ name: 'Last …', value: 'last', description: 'Days, weeks, months or years up to now' },
				{ name: 'Between Dates', value: 'between', description: 'From one day to another' },
				{
					name: 'Exact',
					value: 'exact',
					description: 'Dates and times as text, such as 3-week-ago',
				},
			],
			default: 'last',
			description:
				'The time that the report covers. Days begin at midnight Eastern Standard Time (EST).',
			routing: { send: { preSend: [sendPeriod] } },
		},
		...shownFor('last', lastFields()),
		...shownFor('between', betweenFields()),
		...shownFor('exact', [
			exactField('from', 'From', 'If empty, the report begins when the account was created.'),
			exactField('to', 'To', 'If empty, the report ends now.'),
		]),
	];
}
