import type { IDataObject } from 'n8n-workflow';

import { asObject, isObject, setField } from '../data/json';
import { isBlank } from '../values/listEntries';
import { fieldOf } from './flatten';
import { idOf, type RecordKind, typeOf } from './records';

interface Naming {
	/** The fields that may have the name, in order of preference. The first gets the stand-in. */
	fields: string[];
	/** What a record of this kind is called, where it does not tell its type. */
	noun: string;
	/** The records in a record, whose names are shown with it. */
	embedded?: Record<string, RecordKind>;
}

/** How records are named. Kinds without a name have none. */
const NAMINGS: Partial<Record<RecordKind, Naming>> = {
	browseRow: { fields: ['name'], noun: 'collection' },
	collection: { fields: ['name'], noun: 'collection', embedded: { trailer: 'video' } },
	customer: { fields: ['name'], noun: 'customer', embedded: { products: 'product' } },
	item: { fields: ['title', 'name'], noun: 'video' },
	liveEvent: { fields: ['title', 'name'], noun: 'live event' },
	product: { fields: ['name'], noun: 'product' },
	video: { fields: ['title'], noun: 'video' },
};

/**
 * Returns a text in place of a missing name or title.
 *
 * @example standIn('live event', 12) // 'live event 12'
 */
export const standIn = (noun: string, id: unknown): string =>
	isBlank(id) ? `a ${noun}` : `${noun} ${String(id)}`;

/** Returns the record with the fields of its embedded records replaced. */
function withEmbedded(
	record: IDataObject,
	embedded: Record<string, RecordKind>,
	ids: IDataObject = {},
): IDataObject {
	const own = { ...record };
	const inEnvelope = { ...asObject(record._embedded) };
	for (const [key, kind] of Object.entries(embedded)) {
		const holder = Object.hasOwn(own, key) ? own : inEnvelope;
		const value = holder[key];
		if (isObject(value)) holder[key] = withNames({ ...value }, kind, ids[key]);
		if (Array.isArray(value)) {
			holder[key] = value.map((each: IDataObject[string]) =>
				isObject(each) ? withNames(each, kind) : each,
			);
		}
	}
	return isObject(record._embedded) ? { ...own, _embedded: inEnvelope } : own;
}

/** A comment shows the names of its customer and its video, also where it shows neither. */
function commentWithNames(comment: IDataObject): IDataObject {
	const shown = {
		...comment,
		customer: { ...asObject(fieldOf(comment, 'customer')) },
		video: { ...asObject(fieldOf(comment, 'video')) },
	};
	const ids = { video: comment.video_id };
	return withEmbedded(shown, { customer: 'customer', video: 'video', comments: 'comment' }, ids);
}

/**
 * Returns a record whose missing names, and those of the records in it, have a stand-in: `customer 1000042`, `video 501`.
 *
 * @param knownId its ID, where the record may not show it
 */
export function withNames(
	record: IDataObject,
	kind: RecordKind,
	knownId?: IDataObject[string],
): IDataObject {
	if (kind === 'comment') return commentWithNames(record);
	const naming = NAMINGS[kind];
	if (!naming) return record;
	const { fields, noun, embedded = {} } = naming;
	const named = withEmbedded(record, embedded);
	const [first = 'name'] = fields;
	if (!fields.every((name) => isBlank(fieldOf(record, name)))) return named;
	const type = kind === 'item' ? typeOf(record) : undefined;
	const own = typeof type === 'string' ? type.replaceAll('_', ' ') : noun;
	setField(named, first, standIn(own, idOf(record) ?? knownId));
	return named;
}
