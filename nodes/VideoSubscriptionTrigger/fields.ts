import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import { locator } from '../shared/fields/locators';
import { DEFAULT_BATCH, DEFAULT_COMMENT_REQUESTS, MIN_COMMENT_REQUESTS } from './settings';

function filtersField(fields: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: fields,
	};
}

function customerFilters(): INodeProperties[] {
	return [
		filtersField([
			locator('product', {
				description: 'Only customers who have this product when they are found',
			}),
			{
				displayName: 'Status',
				name: 'status',
				type: 'options',
				options: [
					{ name: 'All', value: 'all' },
					{ name: 'Cancelled', value: 'cancelled' },
					{ name: 'Disabled', value: 'disabled' },
					{ name: 'Enabled', value: 'enabled' },
					{ name: 'Expired', value: 'expired' },
					{ name: 'Paused', value: 'paused' },
					{ name: 'Refunded', value: 'refunded' },
				],
				default: 'all',
				description: 'Only new customers who have this status when they are found',
			},
		]),
	];
}

function commentFilters(): INodeProperties[] {
	return [
		{
			displayName:
				'The service lists comments video by video. Up to 45 videos are all looked at in every poll. Beyond that, those with the latest comments are looked at in every poll and the others in turn, about 33 in a poll: a comment on one of 1,000 videos is found within 31 polls, on one of 10,000 within 310. To shorten that, choose videos in Filters or raise Requests per Poll in Options.',
			name: 'commentsNotice',
			type: 'notice',
			default: '',
		},
		filtersField([
			{
				displayName: 'Videos',
				name: 'videos',
				type: 'string',
				default: '',
				placeholder: 'e.g. 123, 456',
				description:
					'The videos to watch: their IDs or addresses (href), separated by commas. All videos are watched when this is empty.',
			},
		]),
	];
}

function liveEventFilters(): INodeProperties[] {
	return [
		locator('product', {
			required: true,
			description: 'The product whose live events are watched: the service lists them by product',
		}),
	];
}

function uploadFilters(): INodeProperties[] {
	return [
		filtersField([
			{
				displayName: 'Plan',
				name: 'plan',
				type: 'multiOptions',
				options: [
					{
						name: 'Free',
						value: 'free',
						description: 'Free after registration with an e-mail address',
					},
					{
						name: 'Public',
						value: 'public',
						description: 'Neither registration nor payment is needed',
					},
					{ name: 'Standard', value: 'standard', description: 'Paying subscribers' },
				],
				default: [],
				description: 'Only videos that are available to these',
			},
			{
				displayName: 'Search',
				name: 'query',
				type: 'string',
				default: '',
				description: 'Only videos that match this text',
			},
		]),
	];
}

/** What narrows each event down. A change of filters makes the trigger start afresh. */
export function filterFields(): INodeProperties[] {
	return [
		...updateDisplayOptions({ show: { event: ['customerCreated'] } }, customerFilters()),
		...updateDisplayOptions({ show: { event: ['commentCreated'] } }, commentFilters()),
		...updateDisplayOptions({ show: { event: ['liveEventCreated'] } }, liveEventFilters()),
		...updateDisplayOptions({ show: { event: ['uploadCompleted'] } }, uploadFilters()),
	];
}

export function optionsField(): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Batch Size',
				name: 'batchSize',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: DEFAULT_BATCH,
				description: 'The most events that one poll delivers; the rest follows with the next polls',
			},
			{
				displayName: 'Requests per Poll',
				name: 'commentRequests',
				type: 'number',
				typeOptions: { minValue: MIN_COMMENT_REQUESTS },
				displayOptions: { show: { '/event': ['commentCreated'] } },
				default: DEFAULT_COMMENT_REQUESTS,
				description:
					'The most requests that one poll spends on comments. Twice as many find comments on many videos twice as fast.',
			},
			{
				displayName: 'Start From',
				name: 'startFrom',
				type: 'dateTime',
				default: '',
				description:
					'The moment to start from when it is not that of publishing: what was created since then fires as well. Used when the trigger starts, and when an earlier moment is named later.',
			},
		],
	};
}
