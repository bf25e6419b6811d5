import {
	updateDisplayOptions,
	UserError,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { convert, type Convert, toId } from '../../shared/fields/convert';
import { filtersField, optionsField, pageSizeField } from '../../shared/fields/lists';
import { locator } from '../../shared/fields/locators';
import { outputFields } from '../../shared/fields/output';
import type { ServiceResponse } from '../../shared/http/response';
import { recordOf } from '../../shared/operation/output';
import { getRows, positiveInteger } from '../../shared/operation/reads';
import { handledBy, type Operation } from '../../shared/operation/run';
import { momentFields } from '../period';
import { AGGREGATE_TYPES, REPORT_TYPES, VIDEO_TYPES } from '../reportTypes';
import { reportRows, withMaskedEmails } from '../rows';

/** The body of a report is not shown in the spec; a bare array is taken as its data. */
function reportOf(response: ServiceResponse) {
	return Array.isArray(response.body) ? { data: response.body } : recordOf(response);
}

const readReport = getRows((report, { qs = {} }) => reportRows(report, qs), reportOf);

const getReport: Operation = async function (requestData) {
	const items = await readReport.call(this, requestData);
	if (this.getNodeParameter('options.maskEmails', false) !== true) return items;
	return items.map((item) => ({ ...item, json: withMaskedEmails(item.json) }));
};

/** The type may be an expression, which shows the field also where the report is on no video. */
const videoOfReport: Convert = (value, surroundings) =>
	VIDEO_TYPES.includes(String(surroundings.values.type))
		? toId('video')(value, surroundings)
		: undefined;

const interval: Convert = (value, { values: { type } }) => {
	if (!AGGREGATE_TYPES.includes(String(type))) return value;
	throw new UserError(`The parameter "By" cannot be used with the report "${String(type)}"`, {
		description: 'This report only sums up the whole period: remove the filter By.',
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

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['getReport'] } }, [
		{
			displayName: 'Type',
			name: 'type',
			type: 'options',
			options: [...REPORT_TYPES],
			default: 'subscribers',
			required: true,
			description: 'What the report is about',
			routing: { send: { type: 'query', property: 'type' } },
		},
		locator('video', {
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
		}),
		...outputFields(),
		{
			displayName:
				'Days and intervals are those of Eastern Standard Time (EST). Without filters the report sums up everything since the account was created; add By for a time series.',
			name: 'periodNotice',
			type: 'notice',
			default: '',
		},
		filtersField([
			{
				displayName: 'By',
				name: 'by',
				type: 'options',
				options: [
					{ name: 'Day', value: 'day' },
					{ name: 'Hour', value: 'hour' },
					{ name: 'Month', value: 'month' },
					{ name: 'Week', value: 'week' },
					{ name: 'Year', value: 'year' },
				],
				default: 'month',
				displayOptions: { hide: { '/type': AGGREGATE_TYPES } },
				description: 'The interval of a time series; without it the report sums up the period',
				routing: {
					send: {
						type: 'query',
						property: 'by',
						preSend: [convert('qs', 'by', 'By', interval)],
					},
				},
			},
			...momentFields('from', 'From', 'the report begins with the account'),
			...momentFields('to', 'To', 'the report ends now'),
		]),
		optionsField([
			{
				displayName: 'Mask Emails',
				name: 'maskEmails',
				type: 'boolean',
				default: true,
				displayOptions: { show: { '/type': ['churn'] } },
				description:
					'Whether to show no more of the e-mail addresses of customers than a***@example.com',
			},
			{
				...pageSizeField(),
				routing: {
					send: {
						type: 'query',
						property: 'per_page',
						preSend: [
							convert('qs', 'per_page', 'Page Size', (value, { label }) =>
								positiveInteger(value, label),
							),
						],
					},
				},
			},
		]),
	]);
