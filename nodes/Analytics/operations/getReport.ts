import {
	type IExecuteSingleFunctions,
	type INodeProperties,
	type INodePropertyOptions,
	UserError,
} from 'n8n-workflow';

import { toId, transform, type Transform } from '../../shared/parameters/transform';
import { locator } from '../../shared/properties/locators';
import type { ServiceResponse } from '../../shared/http/response';
import { requireData } from '../../shared/output/projection';
import { getRows } from '../../shared/execution/reads';
import { handledBy, type Operation } from '../../shared/execution/run';
import { periodFields } from '../period';
import { ADDRESS_TYPES, AGGREGATE_TYPES, REPORT_TYPES, VIDEO_TYPES } from '../reportTypes';
import { withMaskedEmails } from '../maskedEmails';
import { REPORT_COLUMNS, reportRows } from '../rows';
import { readBoolean } from '../../shared/parameters/values';
import { preSend } from '../../shared/execution/preSend';
import { inQuery, switchField } from '../../shared/properties/routing';

/** What a report looks like is not documented (docs/service.md, Analytics); a bare array is taken as its data. */
function reportOf(response: ServiceResponse) {
	return Array.isArray(response.body) ? { data: response.body } : requireData(response);
}

const readReport = getRows((report, { options }) => reportRows(report, options.qs ?? {}), reportOf);

/** Mask Emails is shown for some reports only; of the others nothing is masked. */
function isMasked(context: IExecuteSingleFunctions): boolean {
	const isShown = context.getNode().parameters.maskEmails !== undefined;
	return isShown && readBoolean(context, 'maskEmails', 'Mask Emails', true);
}

const getReport: Operation = async function (requestData) {
	const items = await readReport.call(this, requestData);
	if (!isMasked(this)) return items;
	return items.map((item) => ({ ...item, json: withMaskedEmails(item.json) }));
};

/** The type may be an expression, which shows the field also where the report is on no video. */
const videoOfReport: Transform = (value, context) =>
	VIDEO_TYPES.includes(String(context.values.type)) ? toId('video')(value, context) : undefined;

/** Where nothing is chosen, no time series is asked for. */
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
	routing: handledBy({ method: 'GET', url: '/analytics' }, getReport),
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

function typeField(): INodeProperties {
	return inQuery({
		displayName: 'Type',
		name: 'type',
		type: 'options',
		options: [...REPORT_TYPES],
		default: 'subscribers',
		required: true,
		description: 'What the report is about',
	});
}

function videoField(): INodeProperties {
	return locator('video', {
		required: true,
		displayOptions: { show: { type: VIDEO_TYPES } },
		description: 'The video that the report is about',
		routing: {
			send: {
				type: 'query',
				property: 'video_id',
				preSend: [transform('qs', 'video_id', 'Video', videoOfReport)],
			},
		},
	});
}

function maskEmailsField(): INodeProperties {
	return {
		...switchField(
			'Mask Emails',
			'maskEmails',
			'Whether to shorten the e-mail addresses of customers to a***@example.com',
		),
		displayOptions: { show: { type: ADDRESS_TYPES } },
		// Refused before the report is asked for.
		routing: { send: { preSend: [preSend((context) => void isMasked(context))] } },
	};
}

/** A report has no pages: this is how long each of its lists may be. */
function lengthField(): INodeProperties {
	return inQuery({
		displayName: 'Maximum Entries',
		name: 'perPage',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'How many people or places each list of the report has at most; 50 if not added',
	});
}

export const fields = (): INodeProperties[] => [
	typeField(),
	videoField(),
	...periodFields(),
	groupByField(),
	maskEmailsField(),
];

export const options = (): INodeProperties[] => [lengthField()];

export const output = {
	simplified: 'One item a row, with the columns side by side',
	names: REPORT_COLUMNS,
};
