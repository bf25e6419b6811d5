import { createHash } from 'crypto';
import { UserError, type IDataObject } from 'n8n-workflow';

import { isObject } from '../shared/data/json';
import { parse, serialize } from './checkpoint/codec';
import { searchOf } from './events';
import type { TriggerEvent } from './events/event';
import { EVENT_TYPES, type EventType } from './events/types';

/** What a person has set. Contains no secret. */
export interface TriggerSettings {
	/** By chosen event, its filters that have a value, by name. */
	events: Partial<Record<EventType, Record<string, unknown>>>;
	baseUrl: string;
	/** The ID of the credential. */
	credential: string;
}

/** Where a search continues. */
interface Place {
	/** Start From in seconds since the epoch when the search began; null for the time of publishing. */
	startedFrom: number | null;
	/** What the search remembers. */
	checkpoint: unknown;
}

/** What a trigger remembers between polls. */
export interface TriggerData {
	/** By name of the search. */
	places: Record<string, Place>;
	/** The events that were found and have not started the workflow yet, oldest first. */
	queue: TriggerEvent[];
	/** The search with which the next poll begins, because the latest one had no time for it. */
	next?: string | undefined;
}

/** The state that n8n saves between polls: JSON without secrets (docs/trigger-operations.md, What it costs). */
export interface State extends IDataObject {
	version: number;
	settings: TriggerSettings;
	/** When a poll left the state, in milliseconds since the epoch. Later states have later times. */
	leftAt: number;
	/** The serialized {@link TriggerData}. */
	data: string;
	/** A hash of `data`. */
	digest: string;
}

/** A saved state that was read: what it was saved for, and its data. */
export interface SavedState {
	settings: IDataObject;
	data: TriggerData;
}

/** The version of the saved state. CONTRIBUTING.md says how to change what is saved. */
const VERSION = 3;

/** Returns a hash of a value, in 64 hexadecimal digits. */
export function hashOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** Returns the state that n8n saves. */
export async function stateOf(
	header: { settings: TriggerSettings; leftAt: number },
	data: TriggerData,
): Promise<State> {
	const serialized = await serialize(data);
	return { version: VERSION, ...header, data: serialized, digest: hashOf(serialized) };
}

/** The digest has shown that the data are as this package left them. */
const isQueue = (value: unknown): value is TriggerEvent[] => Array.isArray(value);
const arePlaces = (value: unknown): value is Record<string, Place> => isObject(value);
const isEventType = (value: unknown): value is EventType =>
	EVENT_TYPES.some((type) => type === value);

/** Reads a state of version 2, which has one event. */
function readVersion2(state: IDataObject, data: IDataObject): SavedState | undefined {
	const { event, filters, ...account } = isObject(state.settings) ? state.settings : {};
	const { checkpoint, queue } = data;
	if (!isEventType(event) || !isQueue(queue)) return undefined;
	const startedFrom = typeof state.startedFrom === 'number' ? state.startedFrom : null;
	return {
		settings: { ...account, events: { [event]: filters } },
		data: {
			places: { [searchOf(event)]: { startedFrom, checkpoint } },
			queue: queue.map((waiting) => ({ ...waiting, type: event })),
		},
	};
}

/** Reads a state of the present version. */
function readVersion3({ settings }: IDataObject, data: IDataObject): SavedState | undefined {
	const { places, queue, next } = data;
	if (!isObject(settings) || !arePlaces(places) || !isQueue(queue)) return undefined;
	return { settings, data: { places, queue, next: typeof next === 'string' ? next : undefined } };
}

const READERS: Record<number, typeof readVersion3> = { 2: readVersion2, [VERSION]: readVersion3 };

/**
 * Reads a saved state.
 *
 * @returns `undefined` for a state that is damaged
 * @throws UserError for a state of a version that this package does not know
 */
export async function readState(saved: unknown): Promise<SavedState | undefined> {
	const state = isObject(saved) ? saved : {};
	const { version, data: serialized, digest } = state;
	const read = READERS[Number(version)];
	if (Number.isInteger(version) && !read) {
		throw new UserError("Another version of this package saved the trigger's state", {
			description: `This one reads versions ${Object.keys(READERS).join(' and ')} of the state, and not version ${String(version)}. Install the version of the package that saved it. Or replace the trigger with a new trigger node under another name: it starts from now.`,
		});
	}
	if (typeof serialized !== 'string' || digest !== hashOf(serialized)) return undefined;
	const data = await parse(serialized);
	return isObject(data) ? read?.(state, data) : undefined;
}
