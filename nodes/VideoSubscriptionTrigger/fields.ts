import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import { customerStatusOptions } from '../shared/fields/customerStatus';
import { filtersField } from '../shared/fields/lists';
import { locator } from '../shared/fields/locators';
import { notice } from '../shared/fields/notice';
import { outputFields } from '../shared/fields/output';
import { PLANS } from '../shared/fields/plans';
import { DEFAULT_BATCH, DEFAULT_REQUESTS, LEAST_REQUESTS, STATUSES } from './config';
import { EVENT_TYPES, events, type EventType } from './events';

const productAccess = (): INodeProperties[] => [
	locator('product', {
		required: true,
		description: 'The product whose customers are compared',
	}),
	notice(
		'productNotice',
		'With more than 2,400 customers of the product, a change takes more than one poll to be found. A lost access is found one round later than a new one.',
	),
];

const videoFilters = (): INodeProperties[] => [
	filtersField([
		{
			displayName: 'Plan',
			name: 'plan',
			type: 'multiOptions',
			options: [...PLANS],
			default: [],
			description: 'Only videos that are available to these',
		},
		{
			displayName: 'Search',
			name: 'query',
			type: 'string',
			default: '',
			description: 'Only videos that match this text when they are found',
		},
	]),
];

const FIELDS: Record<EventType, () => INodeProperties[]> = {
	commentCreated: () => [
		notice(
			'commentsNotice',
			'With more than 45 videos, a comment can take minutes to hours to be found. Choose the videos that matter to be faster.',
		),
		{
			displayName: 'Videos',
			name: 'videos',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Video' },
			placeholder: 'Add Video',
			default: {},
			description: 'The videos to watch. All videos are watched when there are none here.',
			options: [
				{
					displayName: 'Video',
					name: 'entries',
					values: [locator('video', { required: true, description: 'A video to watch' })],
				},
			],
		},
	],
	customerCreated: () => [
		filtersField([
			locator('product', {
				description: 'Only customers who have this product when they are found',
			}),
			{
				displayName: 'Status',
				name: 'status',
				type: 'options',
				options: [{ name: 'All', value: 'all' }, ...customerStatusOptions()],
				default: 'all',
				description: 'Only new customers who have this status when they are found',
			},
		]),
	],
	customerStatusChanged: () => [
		{
			displayName: 'Statuses',
			name: 'statuses',
			type: 'multiOptions',
			required: true,
			options: customerStatusOptions({
				name: 'Enabled Again',
				description: 'Back from any of the other statuses',
			}),
			default: [...STATUSES],
			description: 'The statuses that start the workflow when a customer comes to one of them',
		},
		notice(
			'statusesNotice',
			'With more than 2,400 customers who have these statuses, a change takes more than one poll to be found. Choose fewer statuses or a product to be faster.',
		),
		filtersField([locator('product', { description: 'Only customers of this product' })]),
	],
	liveEventCreated: () => [
		locator('product', {
			required: true,
			description: 'The product whose live events are watched: the service lists them by product',
		}),
	],
	productAdded: productAccess,
	productRemoved: productAccess,
	uploadCompleted: videoFilters,
	videoPublished: () => [
		notice(
			'publishedNotice',
			'A video fires once, when viewers can watch it for the first time. A changed date of an older video can take minutes to be noticed.',
		),
		...videoFilters(),
	],
};

/** The events, each by its name as the panel shows it: `customerCreated` is "Customer Created". */
export function eventField(): INodeProperties {
	const nameOf = (event: EventType) =>
		event.replace(/[A-Z]/g, ' $&').replace(/^./, (letter) => letter.toUpperCase());
	return {
		displayName: 'Trigger On',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: EVENT_TYPES.map((value) => ({
			name: nameOf(value),
			value,
			description: events[value].description,
		})),
		default: 'customerCreated',
	};
}

/** What narrows each event down, and how its records are given. A change of filters makes the trigger start afresh. */
export function eventFields(): INodeProperties[] {
	return EVENT_TYPES.flatMap((event) => {
		const fields = [...FIELDS[event](), ...outputFields(events[event].record)];
		return updateDisplayOptions({ show: { event: [event] } }, fields);
	});
}

/** The events whose polls a person may give more requests, or fewer. */
const BUDGETED = ['commentCreated', 'customerStatusChanged', 'productAdded', 'productRemoved'];

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
				name: 'requestsPerPoll',
				type: 'number',
				typeOptions: { minValue: LEAST_REQUESTS },
				displayOptions: { show: { '/event': BUDGETED } },
				default: DEFAULT_REQUESTS,
				description:
					'The most requests that one poll spends on comments or on lists that are compared. Twice as many find what is new twice as fast.',
			},
			{
				displayName: 'Start From',
				name: 'startFrom',
				type: 'dateTime',
				default: '',
				description:
					'The moment to start from when it is not that of publishing: what was created or published since then fires as well. Changes of status and of access fire from publishing on, since the service does not tell when they happened. Used when the trigger starts, and when an earlier moment is named later.',
			},
		],
	};
}
