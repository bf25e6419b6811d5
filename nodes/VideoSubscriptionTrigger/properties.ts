import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import { optionsField, safeTextField } from '../shared/panel/fields';
import { outputField, selectedFields } from '../shared/panel/output';
import { EVENT_TYPES, events, type EventType } from './events';
import { MAX_EVENTS_PER_EXECUTION } from './config';
import { DEFAULT_REQUESTS, MIN_REQUESTS } from './pollBudget';

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
		const fields = [
			...(events[event].fields?.() ?? []),
			outputField([events[event].record]),
			selectedFields(events[event].record),
			...(events[event].footnotes?.() ?? []),
		];
		return updateDisplayOptions({ show: { event: [event] } }, fields);
	});
}

/** The events with the option Requests per Poll. */
const BUDGETED = ['commentCreated', 'customerStatusChanged', 'productAdded', 'productRemoved'];

export function triggerOptionsField(): INodeProperties {
	return optionsField([
		{
			displayName: 'Events per Execution',
			name: 'eventsPerExecution',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_EVENTS_PER_EXECUTION },
			default: 1,
			description:
				'The maximum number of events that start one execution, oldest first. The rest waits and follows with the next polls, so the polls in a day times this number is the most that goes out in a day. With 1, each event is an execution of its own. If you change the event or a filter, the events that wait are dropped.',
		},
		{
			displayName: 'Requests per Poll',
			name: 'requestsPerPoll',
			type: 'number',
			typeOptions: { minValue: MIN_REQUESTS },
			displayOptions: { show: { '/event': BUDGETED } },
			default: DEFAULT_REQUESTS,
			description:
				'The maximum number of requests per poll for comments or to compare lists, not counting retries after an error. More requests find changes faster, as far as the time of a poll allows.',
		},
		safeTextField(),
		{
			displayName: 'Start From',
			name: 'startFrom',
			type: 'dateTime',
			default: '',
			description:
				"Also starts the workflow for records created or published since this date. On a running trigger, adding it or choosing an earlier date delivers everything since then again, and adding a future date drops what wasn't delivered yet. Has no effect on status and access events, because the service doesn't record when those happened.",
		},
	]);
}
