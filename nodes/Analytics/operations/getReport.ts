import {
	updateDisplayOptions,
	UserError,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { convert, type Convert, toId } from '../../shared/fields/convert';
import { optionsField, pageSizeField } from '../../shared/fields/lists';
import { locator } from '../../shared/fields/locators';
import { outputFields } from '../../shared/fields/output';
import type { ServiceResponse } from '../../shared/http/response';
import { recordOf } from '../../shared/operation/output';
import { getRows, positiveInteger } from '../../shared/operation/reads';
import { handledBy, type Operation } from '../../shared/operation/run';
import { periodFields } from '../period';
import { ADDRESS_TYPES, AGGREGATE_TYPES, REPORT_TYPES, VIDEO_TYPES } from '../reportTypes';
import { withMaskedEmails } from '../maskedEmails';
import { reportRows } from '../rows';

/** The body of a report is not shown in the spec; a bare array is taken as its data. */
function reportOf(response: ServiceResponse) {
	return Array.isArray(response.body) ? { data: response.body } : recordOf(response);
}

const readReport = getRows((report, { qs = {} }) => reportRows(report, qs), reportOf);

const getReport: Operation = async function (requestData) {
	const items = await readReport.call(this, requestData);
	if (this.getNodeParameter('maskEmails', false) !== true) return items;
	return items.map((item) => ({ ...item, json: withMaskedEmails(item.json) }));
};

/** The type may be an expression, which shows the field also where the report is on no video. */
const videoOfReport: Convert = (value, surroundings) =>
	VIDEO_TYPES.includes(String(surroundings.values.type))
		? toId('video')(value, surroundings)
		: undefined;

/** Where nothing is chosen, no time series is asked for. */
const interval: Convert = (value, { values: { type } }) => {
	if (value === '' || value === undefined || value === null) return undefined;
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
	routing: {
		request: { method: 'GET', url: '/analytics' },
		...handledBy(getReport),
	},
};

function groupByField(): INodeProperties {
	return {
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
		description: 'The intervals of a time series; with Nothing, the report sums up the period',
		routing: {
			send: {
				type: 'query',
				property: 'by',
				preSend: [convert('qs', 'by', 'Group By', interval)],
			},
		},
	};
}

function typeField(): INodeProperties {
	return {
		displayName: 'Type',
		name: 'type',
		type: 'options',
		options: [...REPORT_TYPES],
		default: 'subscribers',
		required: true,
		description: 'What the report is about',
		routing: { send: { type: 'query', property: 'type' } },
	};
}

function videoField(): INodeProperties {
	return locator('video', {
		required: true,
		displayOptions: { show: { type: VIDEO_TYPES } },
		description: 'The video that the report is on',
		routing: {
			send: {
				type: 'query',
				property: 'video_id',
				preSend: [convert('qs', 'video_id', 'Video', videoOfReport)],
			},
		},
	});
}

function maskEmailsField(): INodeProperties {
	return {
		displayName: 'Mask Emails',
		name: 'maskEmails',
		type: 'boolean',
		default: true,
		displayOptions: { show: { type: ADDRESS_TYPES } },
		description:
			'Whether to show no more of the e-mail addresses of customers than a***@example.com',
	};
}

/** How many people or places a report lists; the service gives no second page. */
function lengthField(): INodeProperties {
	const atLeastOne: Convert = (value, { label }) => positiveInteger(value, label);
	return {
		...pageSizeField(),
		routing: {
			send: {
				type: 'query',
				property: 'per_page',
				preSend: [convert('qs', 'per_page', 'Page Size', atLeastOne)],
			},
		},
	};
}

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['getReport'] } }, [
		typeField(),
		videoField(),
		...periodFields(),
		groupByField(),
		maskEmailsField(),
		...outputFields(),
		optionsField([lengthField()]),
	]);
