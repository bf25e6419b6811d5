import {
	type IDataObject,
	type IExecuteSingleFunctions,
	type INodeProperties,
	type INodePropertyOptions,
	UserError,
} from 'n8n-workflow';

import type { Transform } from '../../shared/values/transform';
import { locator } from '../../shared/panel/locators';
import { preSend } from '../../shared/request/preSend';
import type { HttpResponse } from '../../shared/client/response';
import { requireId } from '../../shared/ids/resources';
import { requireData } from '../../shared/output/recordIn';
import { getRows } from '../../shared/request/reads';
import { type OperationCall, route } from '../../shared/request/operation';
import { periodFields } from '../period';
import {
	AGGREGATE_TYPES,
	ALL_ROWS,
	CHURN,
	REPORT_TYPES,
	ROW_KINDS,
	VIDEO_TYPES,
} from '../reportTypes';
import { withMaskedEmails } from '../maskedEmails';
import { REPORT_COLUMNS, reportRows } from '../rows';
import { requireChoice } from '../../shared/values/checks';
import { isBlank } from '../../shared/values/listEntries';
import { readBoolean } from '../../shared/values/readers';
import { compareNames, inQuery, sentIn, switchField } from '../../shared/panel/fields';

/** Whether a field is shown for the chosen report. */
const isShown = (context: IExecuteSingleFunctions, name: string) =>
	context.getNode().parameters[name] !== undefined;

/** Whether email addresses are masked in the output. */
const isMasked = (context: IExecuteSingleFunctions) =>
	isShown(context, 'maskEmails') && readBoolean(context, 'maskEmails', 'Mask Emails', true);

/** Returns the report in a response. Its shape is not documented (docs/developers/service.md, Analytics): an array is its data. */
function reportOf(response: HttpResponse, { context }: OperationCall): IDataObject {
	const { body } = response;
	const report = Array.isArray(body) ? { data: body } : requireData(response);
	return isMasked(context) ? withMaskedEmails(report) : report;
}

/** Returns the rows to output: all of them for a report without breakdowns. */
function readRowsChoice(context: IExecuteSingleFunctions, type: unknown): string {
	const options = ROW_KINDS[String(type)];
	if (!options || !isShown(context, 'rows')) return ALL_ROWS;
	const rows: unknown = context.getNodeParameter('rows', null);
	const names: Record<string, string> = Object.fromEntries(
		options.map(({ value }): [string, string] => [String(value), String(value)]),
	);
	return requireChoice(isBlank(rows) ? 'totals' : rows, 'Rows', names, options);
}

const getReport = getRows(
	(report, { context, request: { query = {} } }) =>
		reportRows(report, query, readRowsChoice(context, query.type)),
	reportOf,
);

/**
 * Sends the video of a report on videos. Required here and not by the field, which is shown for every report when the
 * type is an expression.
 */
const sendVideo = preSend((context, options) => {
	if (!VIDEO_TYPES.includes(String(options.qs?.type))) return;
	const video: unknown = context.getNodeParameter('video', '');
	const id = requireId(video, 'video', 'Video');
	options.qs = { ...options.qs, video_id: Number(id) };
});

/** Sends nothing for the choice Nothing: the report then sums up the whole period. */
const toInterval: Transform = (value, { values: { type } }) => {
	if (value === '') return undefined;
	if (!AGGREGATE_TYPES.includes(String(type))) return value;
	throw new UserError(`The parameter "Group By" cannot be used with the report "${String(type)}"`, {
		description: 'Set "Group By" to "Nothing". This report only sums up the whole period.',
	});
};

export const option: INodePropertyOptions = {
	name: 'Get Report',
	value: 'getReport',
	action: 'Get a report',
	description: 'Retrieve a report, summed up or as a time series',
	routing: route({ method: 'GET', url: '/analytics' }, getReport),
};

function groupByField(): INodeProperties {
	return inQuery(
		{
			displayName: 'Group By',
			name: 'by',
			type: 'options',
			options: [
				{ name: 'Day', value: 'day' },
				{ name: 'Hour', value: 'hour' },
				{ name: 'Month', value: 'month' },
				{ name: 'Nothing', value: '', description: 'One sum of the whole period' },
				{ name: 'Week', value: 'week' },
				{ name: 'Year', value: 'year' },
			],
			default: '',
			displayOptions: { hide: { type: AGGREGATE_TYPES } },
			description: 'The interval of each row. Nothing returns one sum for the whole period.',
		},
		toInterval,
	);
}

/** Returns the choices of Rows, each shown for the reports that have it. */
function rowChoices(): INodePropertyOptions[] {
	const choices = new Map(
		Object.values(ROW_KINDS).flatMap((all) => all.map((option) => [option.value, option])),
	);
	return [...choices.values()]
		.map((choice) => {
			const has = (all: INodePropertyOptions[]) => all.some(({ value }) => value === choice.value);
			const type = Object.keys(ROW_KINDS).filter((name) => has(ROW_KINDS[name] ?? []));
			return { ...choice, displayOptions: { show: { type } } };
		})
		.sort((a, b) => compareNames(a.name, b.name));
}

/** Returns the field Rows of the reports that have several kinds of rows. */
function rowsField(): INodeProperties {
	return {
		displayName: 'Rows',
		name: 'rows',
		type: 'options',
		options: rowChoices(),
		default: 'totals',
		displayOptions: { show: { type: Object.keys(ROW_KINDS), output: ['simplified', 'selected'] } },
		description: 'The part of the report to return: its totals, one breakdown, or all of it',
		// Validates the value before the report is requested.
		routing: {
			send: { preSend: [preSend((context, { qs }) => void readRowsChoice(context, qs?.type))] },
		},
	};
}

function maskEmailsField(): INodeProperties {
	return {
		...switchField(
			'Mask Emails',
			'maskEmails',
			'Whether to shorten the email addresses of customers to a***@example.com, in Output Raw too',
		),
		displayOptions: { show: { type: [CHURN] } },
		// Validates the value before the report is requested.
		routing: { send: { preSend: [preSend((context) => void isMasked(context))] } },
	};
}

export const fields = (): INodeProperties[] => [
	sentIn(
		'qs',
		{
			displayName: 'Type',
			name: 'type',
			type: 'options',
			options: [...REPORT_TYPES],
			default: 'subscribers',
			required: true,
			description: 'The subject of the report',
		},
		'type',
		sendVideo,
	),
	locator('video', {
		displayOptions: { show: { type: VIDEO_TYPES } },
		description: 'The video that the report is about. Required for reports on videos.',
		builderHint: { propertyHint: 'Required for reports on videos: say which video' },
	}),
	...periodFields(),
	groupByField(),
	rowsField(),
	maskEmailsField(),
];

/** A report has no pages: `per_page` is the maximum length of each of its lists. */
export const options = (): INodeProperties[] => [
	inQuery({
		displayName: 'Maximum Entries',
		name: 'perPage',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'The maximum number of entries in each list of the report. Default: 50.',
	}),
];

export const output = {
	simplified: 'One item for each row',
	names: REPORT_COLUMNS,
};
