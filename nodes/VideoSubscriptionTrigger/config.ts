import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import { credentialData, credentialId } from '../shared/client/context';
import { requireGroup, requireWholeNumberFrom } from '../shared/values/checks';
import { toTimestamp } from '../shared/values/dates';
import { requireBaseUrl } from '../shared/values/baseUrl';
import { isBlank } from '../shared/values/listEntries';
import { events, searchOf } from './events';
import type { EventSource, Filters, SearchOptions } from './events/event';
import { EVENT_TYPES, eventName, type EventType } from './events/types';
import { requireValue } from './filters';
import { secondsOf } from './lists/entries';
import { DEFAULT_REQUESTS, MAX_EVENTS_PER_EXECUTION, MIN_REQUESTS } from './pollBudget';
import { hashOf, type TriggerSettings } from './state';

/** A search for chosen events: usually for one. */
export interface Search {
	name: string;
	source: EventSource;
	config: SearchOptions & Filters;
}

/** The validated parameters, and the account. */
export interface TriggerConfig {
	/** The searches for the chosen events. */
	searches: Search[];
	/** Start From in seconds since the epoch; `undefined` without one. */
	from: number | undefined;
	baseUrl: string;
	/** Events per Execution; `undefined` where it is not added. */
	eventsPerExecution: number | undefined;
	/** Everything that a saved state depends on. */
	settings: TriggerSettings;
	/** Distinguishes the event IDs of accounts: a hash of the base URL and the ID of the credential. */
	account: string;
}

/** Returns Trigger On: the events with their display names. */
export function eventsField(): INodeProperties {
	return {
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		noDataExpression: true,
		options: EVENT_TYPES.map((value) => ({
			name: eventName(value),
			value,
			description: events[value].description,
		})),
		default: ['customerCreated'],
		description:
			"The events that start the workflow, in one queue. If one of them can't be read, all wait until it can. The field event.type of each item says which event it is.",
	};
}

/** Returns the filters that have a value, by name: a filter that a later version adds starts no saved trigger anew. */
function setFilters(filters: Filters): Record<string, unknown> {
	const set = Object.entries(filters)
		.filter(([, value]) => !isBlank(value))
		.sort(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(set);
}

/**
 * Reads and validates the parameters.
 *
 * @throws UserError that names the invalid parameter
 */
export async function readConfig(context: IPollFunctions): Promise<TriggerConfig> {
	const baseUrl = requireBaseUrl((await credentialData(context)).baseUrl);
	const given = [requireValue(context.getNodeParameter('events', []), eventsField())].flat();
	const chosen = EVENT_TYPES.filter((type) => given.includes(type));
	const filtersOf = (type: EventType): Filters => events[type].read?.(context) ?? {};
	const options = requireGroup(context.getNodeParameter('options', {}), 'Options');
	const { startFrom, requestsPerPoll, eventsPerExecution } = options;
	const timezone = context.getTimezone();
	const ofStartFrom = { label: 'Start From', timezone, baseUrl, values: {} };
	const credential = credentialId(context);
	const requests = requireWholeNumberFrom(
		isBlank(requestsPerPoll) ? DEFAULT_REQUESTS : requestsPerPoll,
		'Requests per Poll',
		MIN_REQUESTS,
	);
	// A blank is refused where the option is added: without a limit, a thousand customers would be one execution.
	const isAdded = Object.hasOwn(options, 'eventsPerExecution');
	return {
		searches: [...new Set(chosen.map(searchOf))].map((name) => {
			const types = chosen.filter((type) => searchOf(type) === name);
			// Events that share a search have the same filters.
			const [first = 'customerCreated'] = types;
			const filters = filtersOf(first);
			return {
				name,
				source: events[first],
				config: { ...filters, types, requestsPerPoll: requests },
			};
		}),
		eventsPerExecution: isAdded
			? requireWholeNumberFrom(
					eventsPerExecution,
					'Events per Execution',
					1,
					MAX_EVENTS_PER_EXECUTION,
				)
			: undefined,
		from: isBlank(startFrom) ? undefined : secondsOf(toTimestamp(startFrom, ofStartFrom)),
		baseUrl,
		settings: {
			events: Object.fromEntries(chosen.map((type) => [type, setFilters(filtersOf(type))])),
			baseUrl,
			credential,
		},
		account: hashOf([baseUrl, credential]).slice(0, 8),
	};
}
