import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import { customerStatusOptions } from '../shared/properties/customers';
import { filtersField } from '../shared/properties/fields';
import { locator } from '../shared/properties/locators';
import { notice } from '../shared/properties/notices';
import { outputFields } from '../shared/properties/output';
import { planChoices } from '../shared/properties/content';
import { DEFAULT_BATCH, DEFAULT_REQUESTS, MIN_REQUESTS, FIRING_STATUSES } from './config';
import { EVENT_TYPES, events, type EventType } from './events';

const productAccess = (): INodeProperties[] => [
	locator('product', {
		required: true,
		description: 'The product whose customers are compared',
	}),
	notice(
		'productNotice',
		'With more than 2,400 customers of the product, finding a change takes more than one poll. Lost access is found one round later than new access.',
	),
];

const videoFilters = (): INodeProperties[] => [
	filtersField([
		planChoices('Plan', 'plan', 'Only videos of these plans'),
		{
			displayName: 'Search',
			name: 'query',
			type: 'string',
			default: '',
			description: 'Only videos that match this text',
		},
	]),
];

const FIELDS: Partial<Record<EventType, () => INodeProperties[]>> = {
	commentCreated: () => [
		notice(
			'commentsNotice',
			'With more than 45 videos, it can take minutes to hours to find a comment. To find comments faster, choose fewer videos.',
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
				description: 'Only customers with this product',
			}),
			{
				displayName: 'Status',
				name: 'status',
				type: 'options',
				options: [{ name: 'All', value: 'all' }, ...customerStatusOptions()],
				default: 'all',
				description: 'Only new customers with this status',
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
			default: [...FIRING_STATUSES],
			description: 'The workflow starts when the status of a customer becomes one of these',
		},
		notice(
			'statusesNotice',
			'With more than 2,400 customers in these statuses, finding a change takes more than one poll. Fewer statuses, or a product, are faster.',
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
			'A video starts the workflow once, when viewers can watch it for the first time. The trigger can take minutes to notice a changed date of an older video.',
		),
		...videoFilters(),
	],
};

/** The events with their display names: `customerCreated` is "Customer Created". */
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

/** The filters and the output fields of the events. After a change of filters the trigger starts again. */
export function eventFields(): INodeProperties[] {
	return EVENT_TYPES.flatMap((event) => {
		const fields = [...(FIELDS[event]?.() ?? []), ...outputFields(events[event].record)];
		return updateDisplayOptions({ show: { event: [event] } }, fields);
	});
}

/** The events with the option Requests per Poll. */
const BUDGETED = ['commentCreated', 'customerStatusChanged', 'productAdded', 'productRemoved'];

export function triggerOptionsField(): INodeProperties {
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
				description:
					'The most events that one poll delivers; the others follow with the next polls',
			},
			{
				displayName: 'Requests per Poll',
				name: 'requestsPerPoll',
				type: 'number',
				typeOptions: { minValue: MIN_REQUESTS },
				displayOptions: { show: { '/event': BUDGETED } },
				default: DEFAULT_REQUESTS,
				description:
					'The most requests that one poll makes for comments or to compare lists. Twice as many requests find changes twice as fast.',
			},
			{
				displayName: 'Start From',
				name: 'startFrom',
				type: 'dateTime',
				default: '',
				description:
					"Also starts the workflow for records created or published since this date. Has no effect on status and access events, because the service doesn't record when those happened.",
			},
		],
	};
}
