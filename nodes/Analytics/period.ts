import {
	tryToParseDateTime,
	UserError,
	type IDataObject,
	type IExecuteSingleFunctions,
	type INodeProperties,
} from 'n8n-workflow';

import { type Convert, date, type Surroundings, wholeNumberFrom } from '../shared/fields/convert';
import { parseBaseUrl } from '../shared/http/baseUrl';
import { preSend } from '../shared/operation/refusal';

/** Relative dates go back at most this many intervals (spec, Limits). */
const MAX_AMOUNT = 10;

const UNITS = ['day', 'month', 'week', 'year'];

/** A moment without a time zone is Eastern Standard Time (spec, Analytics rule 4). */
const EST = 'UTC-5';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
/** As the grammar of the spec has it, and in the plural, which examples have. */
const RELATIVE = /^([1-9]|10)-(day|week|month|year)s?-ago$/;

const isEmpty = (value: unknown) => value === '' || value === undefined || value === null;

const amount: Convert = (value, { label }) => wholeNumberFrom(value, label, 1, MAX_AMOUNT);

const unit: Convert = (value, { label }) => {
	if (typeof value === 'string' && UNITS.includes(value)) return value;
	throw new UserError(`The parameter "${label}" is not a unit of time`, {
		description: 'Choose day, week, month or year.',
	});
};

function isDay(text: string): boolean {
	return DAY.test(text) && !Number.isNaN(Date.parse(text));
}

function momentInUtc(text: string): string | undefined {
	if (!MOMENT.test(text)) return undefined;
	try {
		return tryToParseDateTime(text, EST).toUTC().toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'");
	} catch {
		return undefined;
	}
}

/** A text in any form that the spec documents; a moment is sent in UTC. */
const exact: Convert = (value, { label }) => {
	const text = String(value).trim();
	const moment = isDay(text) || RELATIVE.test(text) ? text : momentInUtc(text);
	if (moment) return moment;
	throw new UserError(`The parameter "${label}" is none of the forms of a report's date`, {
		description:
			'Type a day such as 2026-01-31, a moment such as 2026-01-31T18:00:00Z, or some time ago such as 3-week-ago.',
	});
};

/** Gives the checked value of a parameter as text; `undefined` for none. */
type Given = (name: string, label: string, check: Convert) => string | undefined;

const orNothing =
	(check: Convert): Convert =>
	(value, surroundings) =>
		isEmpty(value) ? undefined : check(value, surroundings);

/** What each period sends. */
const PERIODS: Record<string, (given: Given) => IDataObject> = {
	all: () => ({}),
	last: (given) => ({
		from: `${given('periodAmount', 'Amount', amount) ?? ''}-${given('periodUnit', 'Unit', unit) ?? ''}-ago`,
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
	const common: Omit<Surroundings, 'label'> = {
		baseUrl: parseBaseUrl(baseURL),
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
	const period = String(context.getNodeParameter('period', 'all'));
	const query = Object.hasOwn(PERIODS, period) ? PERIODS[period] : undefined;
	if (!query) {
		throw new UserError(`The parameter "Period" is not known: "${period}"`, {
			description: 'Use all, last, between or exact.',
		});
	}
	options.qs = { ...options.qs, ...query(givenTo(context, options.baseURL)) };
});

const shownFor = (period: string): Pick<INodeProperties, 'displayOptions'> => ({
	displayOptions: { show: { period: [period] } },
});

function lastFields(): INodeProperties[] {
	return [
		{
			displayName: 'Amount',
			name: 'periodAmount',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_AMOUNT },
			default: 1,
			...shownFor('last'),
			description: `How many days, weeks, months or years back the report begins, from 1 to ${MAX_AMOUNT}`,
		},
		{
			displayName: 'Unit',
			name: 'periodUnit',
			type: 'options',
			options: [
				{ name: 'Days', value: 'day' },
				{ name: 'Weeks', value: 'week' },
				{ name: 'Months', value: 'month' },
				{ name: 'Years', value: 'year' },
			],
			default: 'month',
			...shownFor('last'),
			description: 'What Amount counts',
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
			...shownFor('between'),
			description:
				'The day with whose beginning the report begins. If empty, it begins with the account.',
		},
		{
			displayName: 'To Date',
			name: 'toDate',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			...shownFor('between'),
			description: 'The day with whose beginning the report ends. If empty, it ends now.',
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
		...shownFor('exact'),
		description: [forms, ifEmpty].join(' '),
	};
}

/** Which time a report is on: all, the last so long, between two days, or exactly as typed. */
export function periodFields(): INodeProperties[] {
	return [
		{
			displayName: 'Period',
			name: 'period',
			type: 'options',
			options: [
				{ name: 'All Time', value: 'all', description: 'Since the account was created' },
				{ name: 'Last …', value: 'last', description: 'Some days, weeks, months or years' },
				{ name: 'Between Dates', value: 'between', description: 'From one day to another' },
				{
					name: 'Exact',
					value: 'exact',
					description: 'Moments, or what the service takes as text',
				},
			],
			default: 'all',
			description:
				'Which time the report is on. Days begin at midnight Eastern Standard Time (EST).',
			routing: { send: { preSend: [sendPeriod] } },
		},
		...lastFields(),
		...betweenFields(),
		exactField('from', 'From', 'If empty, the report begins with the account.'),
		exactField('to', 'To', 'If empty, the report ends now.'),
	];
}
