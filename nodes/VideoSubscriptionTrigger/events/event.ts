import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';

import type { RecordKind } from '../../shared/output/records';
import type { ServiceReader } from '../serviceReader';
import type { Entry } from '../lists/entries';
import type { EventType } from './types';

/** The filters of an event, with IDs in place of locators and addresses. */
export interface Filters {
	product?: number | undefined;
	videos?: number[];
	[name: string]: unknown;
}

/** What a search is to find, and with how many requests. */
export interface SearchOptions {
	/** The chosen events that the search finds. */
	types: EventType[];
	/** Maximum requests that one poll spends on comments or on compared lists. */
	requestsPerPoll: number;
}

/** An event that a search has found, as plain data: the record, and when it happened in seconds since the epoch. */
export interface FoundEvent {
	entry: Entry;
	at: number;
	/** The part of the event ID that is unique for the event's type and account. */
	key: string;
	/** Which event it is, where a search finds several. */
	type?: EventType;
	/** Fields that the item has before those of the record, and after them. */
	fieldsBefore?: IDataObject;
	fieldsAfter?: IDataObject;
}

/** An event to deliver. */
export type TriggerEvent = FoundEvent & { type: EventType };

/** The result of a search in one poll: all events that it found, and the checkpoint that replaces the saved one. */
export interface SearchResult<Checkpoint> {
	events: FoundEvent[];
	checkpoint: Checkpoint;
}

/**
 * An event of the trigger, and the search that finds it. The checkpoint of the search, saved between polls, is plain data
 * with sets of IDs and numbers by ID. A search does not change the checkpoint that it gets.
 */
export interface EventSource<Checkpoint = unknown, F extends Filters = Filters> {
	/** When the event fires, for the editor. */
	description: string;
	/** The kind of its records. */
	record: RecordKind;
	/** The name of the search that the event shares with others. Any other event has a search of its own. */
	search?: string;
	/** Whether the service records when the event happened, so that Start From has an effect. */
	hasStartFrom: boolean;
	/** Whether the event is about the chosen product. */
	needsProduct?: boolean;
	/** Notices below Trigger On. */
	notices?(): INodeProperties[];
	/** The fields of the group Filters that the event has. */
	filters?(): INodeProperties[];
	/** Notices about limits that few accounts meet, below all other fields of the event. */
	footnotes?(): INodeProperties[];
	/** Reads and validates the filters. After a change of one the search begins again. */
	read?(context: IPollFunctions): F;
	/** What to do when Fetch Test Event finds no record. */
	emptyHint: string;
	/** Returns the first checkpoint, for events from now on, or from an earlier time in seconds, and events found already. */
	start(
		reader: ServiceReader,
		config: SearchOptions & F,
		from?: number,
	): Promise<SearchResult<Checkpoint>>;
	/** Returns the checkpoint with which further events of a shared search begin now. */
	join?(checkpoint: Checkpoint, types: EventType[]): Checkpoint;
	/** @param isRestored whether n8n may have restored a checkpoint from before the latest polls */
	poll(
		reader: ServiceReader,
		config: SearchOptions & F,
		checkpoint: Checkpoint,
		isRestored?: boolean,
	): Promise<SearchResult<Checkpoint>>;
	/** Returns some of the newest records, for Fetch Test Event. */
	sample(reader: ServiceReader, config: SearchOptions & F): Promise<FoundEvent[]>;
}

/** Compares events, oldest first. */
export function byTime(a: FoundEvent, b: FoundEvent): number {
	return a.at - b.at || a.entry.id - b.entry.id;
}

/** Returns the events of created records. */
export function createdEvents(entries: Entry[]): FoundEvent[] {
	return entries.map((entry) => ({ entry, at: entry.at, key: String(entry.id) }));
}
