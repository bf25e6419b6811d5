import {
	type IDataObject,
	type IExecuteSingleFunctions,
	type INodeProperties,
	type INodePropertyOptions,
	UserError,
} from 'n8n-workflow';

import type { Transform } from '../../shared/parameters/transform';
import { locator } from '../../shared/properties/locators';
import { preSend } from '../../shared/client/preSend';
import type { HttpResponse } from '../../shared/client/response';
import { requireId } from '../../shared/resources/resources';
import { requireData } from '../../shared/output/projection';
import { getRows } from '../../shared/execution/reads';
import { type OperationCall, route } from '../../shared/execution/run';
import { periodFields } from '../period';
import { AGGREGATE_TYPES, CHURN, REPORT_TYPES, VIDEO_TYPES } from '../reportTypes';
import { withMaskedEmails } from '../maskedEmails';
import { REPORT_COLUMNS, reportRows, ROW_KINDS } from '../rows';
import { requireEntry } from '../../shared/parameters/checks';
import { readBoolean } from '../../shared/parameters/readers';
import { inQuery, switchField } from '../../shared/properties/fields';

/** Whether a field is shown for the chosen report. */
const isShown = (context: IExecuteSingleFunctions, name: string) =>
	context.getNode().parameters[name] !== undefined;

/** Whether e-mail addresses are masked in the output. */
const isMasked = (context: IExecuteSingleFunctions) =>
	isShown(context, 'maskEmails') && readBoolean(context, 'maskEmails', 'Mask Emails', true);

/** Returns the report in a response. Its shape is not documented (docs/service.md, Analytics): an array is its data. */
function reportOf(response: HttpResponse, { context }: OperationCall): IDataObject {
	const { body } = response;
	const report = Array.isArray(body) ? { data: body } : requireData(response);
	return isMasked(context) ? withMaskedEmails(report) : report;
}

/** Returns the kinds of rows to output, of a report that has several. */
function kindsOf(context: IExecuteSingleFunctions): string[] {
	if (!isShown(context, 'rows')) return ROW_KINDS.totals;
	const rows: unknown = context.getNodeParameter('rows', null) ?? 'totals';
	return requireEntry(rows, 'Rows', ROW_KINDS);
}

const getReport = getRows(
	(report, { context, request }) => reportRows(report, request.query ?? {}, kindsOf(context)),
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
const interval: Transform = (value, { values: { type } }) => {
	if (value === '') return undefined;
	if (!AGGREGATE_TYPES.includes(String(type))) return value;
	throw new UserError(`The parameter "Group By" cannot be used with the report "${String(type)}"`, {
		description: 'This report only sums up the whole period: set Group By to Nothing.',
	});
};

export const option: INodePropertyOptions = {
	name: 'Get Report',
	value: 'getReport',
	action: 'Get a report',
	description: 'Retrieve a report, summed up or as a time series',
	routing: route({ method: 'GET', url: '/analytics' }, getReport, [sendVideo]),
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
			description: 'One row for each interval; with Nothing, one sum for the whole period',
		},
		interval,
	);
}

function rowsField(): INodeProperties {
	return {
		displayName: 'Rows',
		name: 'rows',
		type: 'options',
		options: [
			{ name: 'Both', value: 'both', description: 'One table of totals and people' },
			{ name: 'People', value: 'people', description: 'One row for each person who gave a reason' },
			{ name: 'Totals', value: 'totals', description: 'How often each reason was given' },
		],
		default: 'totals',
		displayOptions: { show: { type: [CHURN], output: ['simplified', 'selected'] } },
		description: 'What the rows of the report are',
		// Validates the value before the report is requested.
		routing: { send: { preSend: [preSend((context) => void kindsOf(context))] } },
	};
}

function maskEmailsField(): INodeProperties {
	return {
		...switchField(
			'Mask Emails',
			'maskEmails',
			'Whether to shorten the e-mail addresses of customers to a***@example.com',
		),
		displayOptions: { show: { type: [CHURN] } },
		// Validates the value before the report is requested.
		routing: { send: { preSend: [preSend((context) => void isMasked(context))] } },
	};
}

export const fields = (): INodeProperties[] => [
	inQuery({
		displayName: 'Type',
		name: 'type',
		type: 'options',
		options: [...REPORT_TYPES],
		default: 'subscribers',
		required: true,
		description: 'What the report is about',
	}),
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
		description: 'How many people or places each list of the report has at most; 50 if not added',
	}),
];

export const output = {
	simplified: 'One item a row, with the columns side by side',
	names: REPORT_COLUMNS,
};
