import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { compareNames, filtersField, optionsField, safeTextField } from '../shared/panel/fields';
import { locator } from '../shared/panel/locators';
import { outputField, selectedFields } from '../shared/panel/output';
import { events } from './events';
import { EVENT_TYPES, type EventType } from './events/types';
import { DEFAULT_REQUESTS, MAX_EVENTS_PER_EXECUTION, MIN_REQUESTS } from './pollBudget';

/** Returns the fields or choices of all events, each name once, with the condition that shows them for their events. */
function ofEvents<T extends { name: string }>(
	partsOf: (event: EventType) => T[],
	parameter: 'events' | '/events' = 'events',
): T[] {
	const parts = EVENT_TYPES.flatMap((event) => partsOf(event).map((part) => ({ event, part })));
	const byName = new Map(parts.map(({ part }) => [part.name, part]));
	return [...byName].map(([name, part]) => {
		const shown = parts.filter((one) => one.part.name === name).map(({ event }) => event);
		return { ...part, displayOptions: { show: { [parameter]: shown } } };
	});
}

/** The events for which `isShown` says so. */
const eventsWith = (isShown: (event: EventType) => unknown): EventType[] =>
	EVENT_TYPES.filter((event) => isShown(event));

/** Returns Product, once for all events that need one. */
const productField = (): INodeProperties => ({
	...locator('product', {
		required: true,
		description:
			'The product of the live events, and of the customers who get or lose access to it',
	}),
	displayOptions: { show: { events: eventsWith((event) => events[event].needsProduct) } },
});

/** Returns Output Fields, which offers the fields of the chosen events. */
function outputFieldsField(): INodeProperties {
	const isChoice = (option: object): option is INodePropertyOptions => 'value' in option;
	const choicesOf = (event: EventType) =>
		(selectedFields(events[event].record).options ?? []).filter(isChoice);
	const [first] = EVENT_TYPES;
	const choices = ofEvents(choicesOf).sort((a, b) => compareNames(a.name, b.name));
	return { ...selectedFields(events[first].record), options: choices };
}

/** Returns the fields below Trigger On: notices, filters and the output. */
export function eventFields(): INodeProperties[] {
	const kinds = [...new Set(EVENT_TYPES.map((event) => events[event].record))];
	return [
		...ofEvents((event) => events[event].notices?.() ?? []),
		productField(),
		{
			...filtersField(ofEvents((event) => events[event].filters?.() ?? [], '/events')),
			displayOptions: { show: { events: eventsWith((event) => events[event].filters) } },
		},
		outputField(kinds),
		outputFieldsField(),
		...ofEvents((event) => events[event].footnotes?.() ?? []),
	];
}

/** The events with the option Requests per Poll. */
const BUDGETED = ['commentCreated', 'customerStatusChanged', 'productAdded', 'productRemoved'];

/** The events with the option Start From. */
const DATED = eventsWith((event) => events[event].hasStartFrom);

export function triggerOptionsField(): INodeProperties {
	return optionsField([
		{
			displayName: 'Events per Execution',
			name: 'eventsPerExecution',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_EVENTS_PER_EXECUTION },
			default: 1,
			description:
				'The maximum number of events that start one execution, oldest first. The rest waits and follows with the next polls, so the polls in a day times this number is the most that goes out in a day. With 1, each event is an execution of its own. A poll that finds events waiting only delivers them. If you remove an event from Trigger On, rename this node, or use another Base URL or credential, the events that wait are dropped.',
		},
		{
			displayName: 'Requests per Poll',
			name: 'requestsPerPoll',
			type: 'number',
			typeOptions: { minValue: MIN_REQUESTS },
			displayOptions: { show: { '/events': BUDGETED } },
			default: DEFAULT_REQUESTS,
			description:
				'The maximum number of requests per poll for comments, and again for each compared list, not counting retries after an error. More requests find changes faster, as far as the time of a poll allows.',
		},
		safeTextField(),
		{
			displayName: 'Start From',
			name: 'startFrom',
			type: 'dateTime',
			displayOptions: { show: { '/events': DATED } },
			default: '',
			description:
				"Also starts the workflow for records created or published since this date. On a running trigger, adding it or choosing an earlier date delivers everything since then again, and adding a future date drops what wasn't delivered yet. Has no effect on status and access events, because the service doesn't record when those happened.",
		},
	]);
}
