import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';

import type { RecordKind } from '../../shared/output/records';
import type { ServiceReader } from '../serviceReader';
import type { Entry } from '../lists/entries';

/** The filters of an event, with IDs in place of locators and addresses. */
export interface Filters {
	product?: number | undefined;
	videos?: number[];
	[name: string]: unknown;
}

/** The limits of one poll. */
export interface PollLimits {
	/** Maximum requests that one poll spends on comments or on compared lists. */
	requestsPerPoll: number;
}

/** An event to deliver, as plain data: the record, and when it happened in seconds since the epoch. */
export interface TriggerEvent {
	entry: Entry;
	at: number;
	/** The part of the event ID that is unique for the event's type and account. */
	key: string;
	/** Fields that the item has before those of the record, and after them. */
	fieldsBefore?: IDataObject;
	fieldsAfter?: IDataObject;
}

/** The result of a poll: all events that it found, and the checkpoint that replaces the saved one. */
export interface PollResult<Checkpoint> {
	events: TriggerEvent[];
	checkpoint: Checkpoint;
}

/** An event of the trigger. Its checkpoint, saved between polls, is plain data with sets of IDs and numbers by ID. */
export interface EventSource<Checkpoint = unknown, F extends Filters = Filters> {
	/** When the event fires, for the editor. */
	description: string;
	/** The kind of its records. */
	record: RecordKind;
	/** The fields of the filters. */
	fields?(): INodeProperties[];
	/** Notices about limits that few accounts meet, below all other fields of the event. */
	footnotes?(): INodeProperties[];
	/** Reads and validates the filters. After a change of one the trigger starts again. */
	read?(context: IPollFunctions): F;
	/** What to do when Fetch Test Event finds no record. */
	emptyHint: string;
	/** Returns the first checkpoint, for events from now on, or from an earlier time in seconds, and events found already. */
	start(
		reader: ServiceReader,
		config: PollLimits & F,
		from?: number,
	): Promise<PollResult<Checkpoint>>;
	/** @param isRestored whether n8n may have restored a checkpoint from before the latest polls */
	poll(
		reader: ServiceReader,
		config: PollLimits & F,
		checkpoint: Checkpoint,
		isRestored?: boolean,
	): Promise<PollResult<Checkpoint>>;
	/** Returns some of the newest records, for Fetch Test Event. */
	sample(reader: ServiceReader, config: PollLimits & F): Promise<TriggerEvent[]>;
}

/** Compares events, oldest first. */
export function byTime(a: TriggerEvent, b: TriggerEvent): number {
	return a.at - b.at || a.entry.id - b.entry.id;
}

/** Returns the events of created records. */
export function createdEvents(entries: Entry[]): TriggerEvent[] {
	return entries.map((entry) => ({ entry, at: entry.at, key: String(entry.id) }));
}
