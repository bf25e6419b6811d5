import type { IDataObject } from 'n8n-workflow';

import type { RecordKind } from '../../shared/output/records';
import type { ServiceReader } from '../serviceReader';
import { changedAt, type Entry, UNDATED } from '../checkpoint/records';

/** What a person chose, with ids in the place of locators and addresses. */
export interface Config {
	/** Id of a product. */
	product: number | undefined;
	/** A customer status (docs/service.md, States). */
	status: string;
	/** Ids of videos; all videos when there are none. */
	videos: number[];
	query: string;
	plan: string[];
	/** Customer statuses that fire when a customer comes to them. */
	statuses: string[];
	/** The most events that one poll delivers. */
	batch: number;
	/** The most requests that one poll spends on comments or on lists that are compared. */
	requestsPerPoll: number;
}

/** An event to deliver: the record, and when it happened in seconds since the epoch. */
export interface TriggerEvent {
	entry: Entry;
	at: number;
	/** Tells it from every other event of its type in the account. */
	key: string;
	/** What the event tells, before the record and behind it. */
	details?: IDataObject;
	about?: IDataObject;
}

/** What a poll comes to: events, the oldest first, and what replaces the checkpoint saved before. */
export interface Outcome<Checkpoint> {
	events: TriggerEvent[];
	checkpoint: Checkpoint;
}

/** An event of the trigger. Its checkpoint, kept between polls, is plain data with sets of ids and moments by id. */
export interface EventSource<Checkpoint = unknown> {
	/** When it fires, as the panel says it. */
	description: string;
	/** What its records are. */
	record: RecordKind;
	/** The filters that decide what fires: another value makes the trigger start afresh. */
	filters: ReadonlyArray<keyof Config>;
	/** Whether a product must be chosen. */
	isProductRequired?: boolean;
	/** What a manual test says when there is no record to show, and what to do. */
	emptyHint: string;
	/** Where events fire from: now, or an earlier moment in seconds. */
	start(reader: ServiceReader, config: Config, from?: number): Promise<Checkpoint>;
	/** @param isRestored whether n8n may have restored a checkpoint from before the latest polls */
	poll(
		reader: ServiceReader,
		config: Config,
		checkpoint: Checkpoint,
		isRestored?: boolean,
	): Promise<Outcome<Checkpoint>>;
	/** Some of the newest real records, for a manual test. */
	sample(reader: ServiceReader, config: Config): Promise<TriggerEvent[]>;
}

/** That a record was created. One without a date was when it changed last, or was found. */
export function createdEvent(entry: Entry, now: number): TriggerEvent {
	const at = entry.at === UNDATED ? Math.min(now, changedAt(entry)) : entry.at;
	return { entry, at, key: String(entry.id) };
}

/** Oldest first. */
export function byTime(a: TriggerEvent, b: TriggerEvent): number {
	return a.at - b.at || a.entry.id - b.entry.id;
}
