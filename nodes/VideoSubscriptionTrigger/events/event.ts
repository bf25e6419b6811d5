import type { IDataObject } from 'n8n-workflow';

import type { RecordKind } from '../../shared/output/records';
import type { ServiceReader } from '../serviceReader';
import { changedAt, type Entry, UNDATED } from '../checkpoint/records';

/** The parameters, with IDs in the place of locators and addresses. */
export interface Config {
	/** The ID of a product. */
	product: number | undefined;
	/** A customer status (docs/service.md, States). */
	status: string;
	/** The IDs of videos; all videos when there are none. */
	videos: number[];
	query: string;
	plan: string[];
	/** Customer statuses that fire. */
	statuses: string[];
	/** Maximum events that one poll delivers. */
	batch: number;
	/** Maximum requests that one poll spends on comments or on compared lists. */
	requestsPerPoll: number;
}

/** An event to deliver: the record, and when it happened in seconds since the epoch. */
export interface TriggerEvent {
	entry: Entry;
	at: number;
	/** Distinguishes it from every other event of its type in the account. */
	key: string;
	/** What the event tells, before the record and behind it. */
	details?: IDataObject;
	about?: IDataObject;
}

/** The result of a poll: the events, oldest first, and the checkpoint that replaces the saved one. */
export interface Outcome<Checkpoint> {
	events: TriggerEvent[];
	checkpoint: Checkpoint;
}

/** An event of the trigger. Its checkpoint, saved between polls, is plain data with sets of IDs and numbers by ID. */
export interface EventSource<Checkpoint = unknown> {
	/** When it fires, as the editor says it. */
	description: string;
	/** The kind of its records. */
	record: RecordKind;
	/** The filters that decide what fires: another value makes the trigger start afresh. */
	filters: ReadonlyArray<keyof Config>;
	/** Whether a product must be chosen. */
	isProductRequired?: boolean;
	/** The error of a manual test that finds no record, and what to do. */
	emptyHint: string;
	/** Begins now, or at an earlier time in seconds. */
	start(reader: ServiceReader, config: Config, from?: number): Promise<Checkpoint>;
	/** @param isRestored whether n8n may have restored a checkpoint from before the latest polls */
	poll(
		reader: ServiceReader,
		config: Config,
		checkpoint: Checkpoint,
		isRestored?: boolean,
	): Promise<Outcome<Checkpoint>>;
	/** Returns some of the newest real records, for a manual test. */
	sample(reader: ServiceReader, config: Config): Promise<TriggerEvent[]>;
}

/** Makes the event of a created record. One without a date counts from its last change, or from now. */
export function createdEvent(entry: Entry, now: number): TriggerEvent {
	const at = entry.at === UNDATED ? Math.min(now, changedAt(entry)) : entry.at;
	return { entry, at, key: String(entry.id) };
}

/** Compares events, oldest first. */
export function byTime(a: TriggerEvent, b: TriggerEvent): number {
	return a.at - b.at || a.entry.id - b.entry.id;
}
