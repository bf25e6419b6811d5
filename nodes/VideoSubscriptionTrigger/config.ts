import type { IPollFunctions } from 'n8n-workflow';

import { credentialData, credentialId } from '../shared/client/context';
import { requireChoice, requireGroup, requireWholeNumberFrom } from '../shared/values/checks';
import { toTimestamp } from '../shared/values/dates';
import { requireBaseUrl } from '../shared/values/baseUrl';
import { isBlank } from '../shared/values/listEntries';
import { EVENT_TYPES, events, type EventType } from './events';
import type { EventSource, Filters, PollLimits } from './events/event';
import { secondsOf } from './lists/entries';
import { DEFAULT_REQUESTS, MIN_REQUESTS } from './pollBudget';
import { hashOf, type TriggerSettings } from './state';

/** The most events that start one execution, also where Events per Execution is not added. */
export const MAX_EVENTS_PER_EXECUTION = 1000;

/** The validated parameters, and the account. */
export interface TriggerConfig extends PollLimits, Filters {
	event: EventType;
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

/**
 * Reads and validates the parameters.
 *
 * @throws UserError that names the invalid parameter
 */
export async function readConfig(context: IPollFunctions): Promise<TriggerConfig> {
	const baseUrl = requireBaseUrl((await credentialData(context)).baseUrl);
	const types = Object.fromEntries(EVENT_TYPES.map((type) => [type, type]));
	const event = requireChoice(context.getNodeParameter('event'), 'Trigger On', types);
	const source: EventSource = events[event];
	const filters = source.read?.(context) ?? {};
	const options = requireGroup(context.getNodeParameter('options', {}), 'Options');
	const { startFrom, requestsPerPoll, eventsPerExecution } = options;
	const timezone = context.getTimezone();
	const ofStartFrom = { label: 'Start From', timezone, baseUrl, values: {} };
	const credential = credentialId(context);
	// By name and only where set: a filter that a later version adds starts no saved trigger anew.
	const chosen = Object.entries(filters)
		.filter(([, value]) => !isBlank(value))
		.sort(([a], [b]) => (a < b ? -1 : 1));
	const requests = isBlank(requestsPerPoll) ? DEFAULT_REQUESTS : requestsPerPoll;
	// A blank is refused where the option is added: without a limit, a thousand customers would be one execution.
	const isAdded = Object.hasOwn(options, 'eventsPerExecution');
	return {
		...filters,
		requestsPerPoll: requireWholeNumberFrom(requests, 'Requests per Poll', MIN_REQUESTS),
		eventsPerExecution: isAdded
			? requireWholeNumberFrom(
					eventsPerExecution,
					'Events per Execution',
					1,
					MAX_EVENTS_PER_EXECUTION,
				)
			: undefined,
		event,
		from: isBlank(startFrom) ? undefined : secondsOf(toTimestamp(startFrom, ofStartFrom)),
		baseUrl,
		settings: { event, filters: Object.fromEntries(chosen), baseUrl, credential },
		account: hashOf([baseUrl, credential]).slice(0, 8),
	};
}
