import { UserError, type INodeProperties, type PreSendAction } from 'n8n-workflow';

import { type Convert, date, required, timestamp } from '../shared/fields/convert';
import { parseBaseUrl } from '../shared/http/baseUrl';
import { preSend } from '../shared/operation/refusal';

/** Relative dates go back at most this many intervals (spec, Limits). */
const MAX_AMOUNT = 10;

const UNITS = ['day', 'month', 'week', 'year'];

const amount: Convert = (value, { label }) => {
	const number = typeof value === 'string' && value.trim() === '' ? NaN : Number(value);
	if (Number.isInteger(number) && number >= 1 && number <= MAX_AMOUNT) return number;
	throw new UserError(`The parameter "${label}" is not a whole number from 1 to ${MAX_AMOUNT}`, {
		description: `Type a number from 1 to ${MAX_AMOUNT}, or choose a longer unit.`,
	});
};

const unit: Convert = (value, { label }) => {
	if (typeof value === 'string' && UNITS.includes(value)) return value;
	throw new UserError(`The parameter "${label}" is not a unit of time`, {
		description: 'Choose day, week, month or year.',
	});
};

/** The fields that tell a moment, by the end of their names: `fromDateTime` is "From Date and Time". */
const LABELS = { Amount: 'Amount', Date: 'Date', DateTime: 'Date and Time', Unit: 'Unit' };

type Field = keyof typeof LABELS;

/** What a mode makes of its fields (spec, Analytics rule 4). */
const MODES: Record<string, (given: (field: Field, check: Convert) => unknown) => string> = {
	date: (given) => String(given('Date', date)),
	dateTime: (given) => String(given('DateTime', timestamp)),
	relative: (given) => `${given('Amount', amount)}-${given('Unit', unit)}-ago`,
};

/** Sends one end of the period as the text that the API takes, made of the fields of its mode. */
function sendMoment(end: 'from' | 'to', label: string): PreSendAction {
	return preSend((context, options) => {
		const textOf = MODES[String(context.getNodeParameter(`filters.${end}Mode`, ''))];
		if (!textOf) {
			throw new UserError(`The parameter "${label} Mode" is neither date, dateTime nor relative`, {
				description: 'Choose one of them, or remove the filter.',
			});
		}
		const text = textOf((field, check) => {
			const surroundings = {
				label: `${label} ${LABELS[field]}`,
				baseUrl: parseBaseUrl(options.baseURL),
				timezone: context.getTimezone(),
				values: {},
			};
			const value: unknown = context.getNodeParameter(`filters.${end}${field}`, '');
			return check(required(value, surroundings), surroundings);
		});
		options.qs = { ...options.qs, [end]: text };
	});
}

/**
 * One end of the period of a report: how it is told, and the fields of just that way.
 *
 * @param end `from` or `to`, under which it is sent
 * @param label how it begins in the names of the fields
 * @param missing what the service does without it
 */
export function momentFields(
	end: 'from' | 'to',
	label: string,
	missing: string,
): INodeProperties[] {
	const fieldOf = (
		field: Field,
		mode: string,
		properties: Pick<INodeProperties, 'type' | 'default'> & Partial<INodeProperties>,
	): INodeProperties => ({
		displayName: `${label} ${LABELS[field]}`,
		name: `${end}${field}`,
		displayOptions: { show: { [`${end}Mode`]: [mode] } },
		...properties,
	});
	return [
		{
			displayName: `${label} Mode`,
			name: `${end}Mode`,
			type: 'options',
			options: [
				{ name: 'Date', value: 'date', description: 'A day' },
				{ name: 'Date and Time', value: 'dateTime', description: 'A moment' },
				{
					name: 'Relative',
					value: 'relative',
					description: 'Some days, weeks, months or years ago',
				},
			],
			default: 'date',
			description: `How ${label} is told; add the fields that it shows as well. Without it, ${missing}.`,
			routing: { send: { preSend: [sendMoment(end, label)] } },
		},
		fieldOf('Amount', 'relative', {
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_AMOUNT },
			default: 1,
			description: `How many units ago, from 1 to ${MAX_AMOUNT}; add ${label} Unit as well`,
		}),
		fieldOf('Date', 'date', {
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			description: 'A day, which begins at midnight Eastern Standard Time (EST)',
		}),
		fieldOf('DateTime', 'dateTime', {
			type: 'dateTime',
			default: '',
			description: 'A moment, in the time zone of the workflow unless it names another',
		}),
		fieldOf('Unit', 'relative', {
			type: 'options',
			options: [
				{ name: 'Days', value: 'day' },
				{ name: 'Months', value: 'month' },
				{ name: 'Weeks', value: 'week' },
				{ name: 'Years', value: 'year' },
			],
			default: 'day',
			description: `The unit of ${label} Amount`,
		}),
	];
}
