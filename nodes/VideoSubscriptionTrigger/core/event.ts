import type { IDataObject } from 'n8n-workflow';

import type { Entry, Reader } from './types';

/** What a person chose, with ids in the place of locators and addresses. */
export interface Choice {
	/** Id of a product. */
	product?: number;
	/** A customer status (spec, States and transitions). */
	status: string;
	/** Ids of videos; all videos when undefined. */
	videos?: number[];
	query?: string;
	plan?: string[];
	/** Customer statuses that fire when a customer comes to them. */
	statuses: string[];
	/** The most events that one poll delivers. */
	batch: number;
	/** The most requests that one poll spends on comments or on changes of status. */
	commentRequests: number;
}

/** An event to deliver: the record, and when it happened in seconds since the epoch. */
export interface Happening {
	entry: Entry;
	at: number;
	/** Tells it from every other event of its type; by default the id of the record does. */
	key?: string;
	/** What the event tells beside its type and moment. */
	details?: IDataObject;
}

/** What a poll comes to. */
export interface Outcome<Place> {
	/** Oldest first. */
	happenings: Happening[];
	/** Replaces the place saved before. */
	place: Place;
}

/**
 * One event of the trigger. A place is JSON that only the event itself understands; a reader is all
 * that it sees of the outside.
 */
export interface EventSource<Place extends object = object> {
	/** The filters that decide what fires: another value makes the trigger start afresh. */
	filters: ReadonlyArray<keyof Choice>;
	/** Whether the service lists what fires for one product only. */
	isProductRequired?: boolean;
	/** The fewest requests a poll with which everything is found in the end. */
	leastRequests?: number;
	/** What a manual test says when there is nothing to show. */
	nothing: { message: string; description: string };
	/** The place from which on events fire: now, or an earlier moment in seconds. */
	start(reader: Reader, choice: Choice, from?: number): Promise<Place>;
	poll(reader: Reader, choice: Choice, place: Place): Promise<Outcome<Place>>;
	/** The newest real records, at most `count`, oldest first. */
	sample(reader: Reader, choice: Choice, count: number): Promise<Happening[]>;
}
