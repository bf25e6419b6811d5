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

function statusFields(): INodeProperties[] {
	return [
		{
			displayName: 'Statuses',
			name: 'statuses',
			type: 'multiOptions',
			required: true,
			options: [
				{ name: 'Cancelled', value: 'cancelled' },
				{ name: 'Disabled', value: 'disabled' },
				{
					name: 'Enabled Again',
					value: 'enabled',
					description: 'Back from any of the other statuses',
				},
				{ name: 'Expired', value: 'expired' },
				{ name: 'Paused', value: 'paused' },
				{ name: 'Refunded', value: 'refunded' },
			],
			default: ['cancelled', 'disabled', 'enabled', 'expired', 'paused', 'refunded'],
			description: 'The statuses that start the workflow when a customer comes to one of them',
		},
		{
			displayName:
				'The service does not tell when a status changed, so the lists of these customers are read round after round. Among up to 1,600 of them a change is found by the next poll, among 10,000 within 7 polls; "Enabled Again" takes up to twice as long. To shorten that, choose fewer statuses or a product, or raise Requests per Poll in Options.',
			name: 'statusesNotice',
			type: 'notice',
			default: '',
		},
		filtersField([
			locator('product', {
				description: 'Only customers of this product',
			}),
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

function publishedNotice(): INodeProperties[] {
	return [
		{
			displayName:
				'A video fires once: when viewers can watch it for the first time. The next poll after its date finds it. A date that somebody changes is noticed at once for the newest videos, and within 20 polls when 100 older ones wait.',
			name: 'publishedNotice',
			type: 'notice',
			default: '',
		},
	];
}

function videoFilters(): INodeProperties[] {
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
		...updateDisplayOptions({ show: { event: ['customerStatusChanged'] } }, statusFields()),
		...updateDisplayOptions({ show: { event: ['commentCreated'] } }, commentFilters()),
		...updateDisplayOptions({ show: { event: ['liveEventCreated'] } }, liveEventFilters()),
		...updateDisplayOptions({ show: { event: ['videoPublished'] } }, publishedNotice()),
		...updateDisplayOptions(
			{ show: { event: ['uploadCompleted', 'videoPublished'] } },
			videoFilters(),
		),
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
				displayOptions: { show: { '/event': ['commentCreated', 'customerStatusChanged'] } },
				default: DEFAULT_COMMENT_REQUESTS,
				description:
					'The most requests that one poll spends on comments, or on changes of status (at least 15 there). Twice as many find what is new twice as fast.',
			},
			{
				displayName: 'Start From',
				name: 'startFrom',
				type: 'dateTime',
				default: '',
				description:
					'The moment to start from when it is not that of publishing: what was created or published since then fires as well. Changes of status fire from publishing on, since the service does not tell when they happened. Used when the trigger starts, and when an earlier moment is named later.',
			},
		],
	};
}
