import { isObject } from '../shared/data/json';
import { events, searchOf } from './events';
import type { TriggerEvent } from './events/event';
import { EVENT_TYPES, eventName, type EventType } from './events/types';
import type { SavedState, TriggerData, TriggerSettings } from './state';

/** What still counts of a saved state after a person has changed the trigger. */
interface Kept extends TriggerData {
	/** The chosen events that the saved state does not know. */
	added: EventType[];
	/** What n8n's log says about each event that begins or ends, and about what waited. */
	log: string[];
}

const shown = (value: unknown): string => (value === undefined ? 'not set' : JSON.stringify(value));

/** Returns what differs between named values that were saved and the present ones, in words. */
function differences(names: Array<[string, unknown, unknown]>): string[] {
	return names
		.filter(([, was, is]) => JSON.stringify(was) !== JSON.stringify(is))
		.map(([name, was, is]) => `${name} was ${shown(was)} and is ${shown(is)}`);
}

/** Returns which filters of an event have changed, in words. */
function changedFilters(before: unknown, after: Record<string, unknown>): string[] {
	const saved = isObject(before) ? before : {};
	const names = [...new Set([...Object.keys(saved), ...Object.keys(after)])].sort();
	return differences(names.map((name) => [`the filter "${name}"`, saved[name], after[name]]));
}

const dropped = (waiting: TriggerEvent[]): string =>
	waiting.length > 0 ? ` Waiting events that are dropped: ${waiting.length}.` : '';

/**
 * Returns what counts of a saved state: nothing of another account, and no events that are no longer chosen. An event with
 * other filters, or with an earlier Start From, begins again and keeps what waits.
 *
 * @param from Start From in seconds since the epoch; `undefined` without one
 */
export function keptOf(
	saved: SavedState | undefined,
	settings: TriggerSettings,
	from: number | undefined,
): Kept {
	const chosen = EVENT_TYPES.filter((type) => settings.events[type]);
	const hasFrom = (type: EventType) => from !== undefined && events[type].hasStartFrom;
	const startOf = (types: EventType[]) =>
		types.some(hasFrom) ? 'from Start From unless that is in the future' : 'from now';
	const { settings: before = {}, data = { places: {}, queue: [] } } = saved ?? {};
	const account = saved
		? differences([
				['the Base URL', before.baseUrl, settings.baseUrl],
				['the ID of the credential', before.credential, settings.credential],
			])
		: ["the trigger's saved state can't be read"];
	if (account.length > 0) {
		const because = `because ${account.join(', ')}.${dropped(data.queue)}`;
		return {
			places: {},
			queue: [],
			added: chosen,
			log: [`The trigger starts again ${startOf(chosen)}, ${because}`],
		};
	}
	const known = isObject(before.events) ? before.events : {};
	const places = { ...data.places };
	const added = chosen.filter((type) => !known[type]);
	const log = added.map(
		(type) => `${eventName(type)} starts ${startOf([type])}, because it was added.`,
	);
	for (const type of EVENT_TYPES.filter((one) => known[one])) {
		const waiting = data.queue.filter((event) => event.type === type);
		const filters = settings.events[type];
		if (!filters) {
			log.push(`${eventName(type)} ends, because it was removed.${dropped(waiting)}`);
			continue;
		}
		const changes = changedFilters(known[type], filters);
		const { startedFrom = null } = data.places[searchOf(type)] ?? {};
		const isExtended =
			events[type].hasStartFrom && from !== undefined && from < (startedFrom ?? Infinity);
		if (isExtended) changes.push('Start From is earlier than before, or new');
		if (changes.length === 0) continue;
		delete places[searchOf(type)];
		const kept =
			waiting.length > 0 && !isExtended ? ` Waiting events that stay: ${waiting.length}.` : '';
		log.push(
			`${eventName(type)} starts again ${startOf([type])}, because ${changes.join(', ')}.${kept}`,
		);
	}
	const searches = new Set(chosen.map(searchOf));
	for (const search of Object.keys(places)) if (!searches.has(search)) delete places[search];
	const queue = data.queue.filter(({ type }) => chosen.includes(type));
	return { places, queue, next: data.next, added, log };
}
