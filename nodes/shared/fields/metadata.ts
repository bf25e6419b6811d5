import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isObject } from '../json';
import type { Convert } from '../validation/convert';
import { parseWholeNumber } from '../validation/numbers';
import { quote, refused } from '../validation/quote';
import { entriesOf } from '../validation/rows';
import { inBody } from './sent';

/** Keys that the service generates and refuses to change (docs/service.md, Metadata). */
export const RESERVED_METADATA_KEYS = {
	video: [
		'advertising_keywords',
		'series_name',
		'season_name',
		'season_number',
		'episode_number',
		'movie_name',
	],
	collection: ['season_number'],
} as const;

export type MetadataOwner = keyof typeof RESERVED_METADATA_KEYS;

const IMAGE_PREFIX = 'image_url:';

function refuse(problem: string, remedy: string): never {
	throw refused('Metadata', problem, remedy);
}

function wholeNumber(key: string, value: unknown): number {
	const number = parseWholeNumber(value);
	if (number !== undefined) return number;
	return refuse(
		`has no whole number under "${key}": ${quote(value)}`,
		'Type a whole number, or choose the kind Text.',
	);
}

function text(key: string, value: unknown): string {
	if (typeof value === 'string' || typeof value === 'number') return String(value);
	return refuse(
		`has no text under "${key}": ${quote(value)}`,
		'Give a text, or choose the kind List.',
	);
}

function list(key: string, value: unknown): unknown[] {
	if (Array.isArray(value)) return value.map((entry) => text(key, entry));
	return text(key, value)
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}

function image(key: string, value: unknown): string {
	const address = text(key, value).replace(IMAGE_PREFIX, '');
	if (/^https?:\/\/\S+$/.test(address)) return IMAGE_PREFIX + address;
	return refuse(
		`has no image address under "${key}": ${quote(value)}`,
		'Type the address of a public image, beginning with https://.',
	);
}

const VALUE_OF_KIND = new Map<string, (key: string, value: unknown) => unknown>([
	['text', text],
	['number', wholeNumber],
	['list', list],
	['image', image],
]);

/** Names that mean something else to the language: on their way to the service they would get lost. */
const FORBIDDEN_KEYS = ['__proto__', 'constructor', 'prototype'];

function refuseReserved(metadata: IDataObject, owner: MetadataOwner): IDataObject {
	const forbidden = Object.keys(metadata).find((key) => FORBIDDEN_KEYS.includes(key));
	if (forbidden !== undefined) {
		return refuse(`has the key "${forbidden}", which cannot be sent`, 'Give it another name.');
	}
	const keys: readonly string[] = RESERVED_METADATA_KEYS[owner];
	const reserved = Object.keys(metadata).find((key) => keys.includes(key));
	if (reserved === undefined) return metadata;
	return refuse(
		`has the key "${reserved}", which the service makes itself`,
		'Remove it: it follows from the collection that the video or season is in.',
	);
}

/** The repeating group `entries` of key, kind and value as the object that the API takes. */
const fromEntries =
	(owner: MetadataOwner): Convert =>
	(value) => {
		const pairs = entriesOf(value, 'Metadata').map(
			({ key, kind, value: raw }): [string, unknown] => {
				const name = key === undefined || key === null || key === '' ? '' : text('Key', key);
				if (name === '') return refuse('has an entry without a key', 'Type a key in each entry.');
				const valueOf = VALUE_OF_KIND.get(String(kind ?? 'text'));
				if (!valueOf) {
					return refuse(`has an unknown kind: ${quote(kind)}`, 'Use text, number, list or image.');
				}
				return [name, valueOf(name, raw ?? '')];
			},
		);
		return refuseReserved(Object.fromEntries(pairs) as IDataObject, owner);
	};

function parseObject(value: unknown): IDataObject {
	try {
		const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : value;
		if (isObject(parsed)) return parsed;
	} catch {
		// Said below: whatever it is, it is not an object.
	}
	throw refused(
		'Metadata (JSON)',
		`is not an object: ${quote(value)}`,
		'Type an object such as {"director": "Ada Example"}.',
	);
}

/** The object itself, joined with the entries where both are given. */
const fromJson =
	(owner: MetadataOwner): Convert =>
	(value, { values }) => {
		const entries = isObject(values.metadata) ? values.metadata : {};
		values.metadata = { ...refuseReserved(parseObject(value), owner), ...entries };
		return undefined;
	};

/** What one entry of the repeating group has. */
function entryFields(): INodeProperties[] {
	return [
		{
			displayName: 'Key',
			name: 'key',
			type: 'string',
			default: '',
			placeholder: 'e.g. director',
			description: 'The name of the information',
		},
		{
			displayName: 'Kind',
			name: 'kind',
			type: 'options',
			options: [
				{ name: 'Image', value: 'image', description: 'The address of a public image' },
				{ name: 'List', value: 'list', description: 'Texts separated by commas' },
				{ name: 'Number', value: 'number', description: 'A whole number' },
				{ name: 'Text', value: 'text' },
			],
			default: 'text',
			description: 'What the value is',
		},
		{
			displayName: 'Value',
			name: 'value',
			type: 'string',
			default: '',
			description:
				'A text, a whole number, texts separated by commas, or the address of an image, depending on Kind',
		},
	];
}

/** The two ways to give metadata (docs/service.md, Metadata): entry by entry, or as an object. */
export function metadataFields(owner: MetadataOwner): INodeProperties[] {
	return [
		inBody(
			{
				displayName: 'Metadata',
				name: 'metadata',
				type: 'fixedCollection',
				typeOptions: { multipleValues: true },
				placeholder: 'Add Entry',
				default: {},
				description: 'Your own information, as pairs of key and value',
				options: [{ displayName: 'Entry', name: 'entries', values: entryFields() }],
			},
			fromEntries(owner),
		),
		inBody(
			{
				displayName: 'Metadata (JSON)',
				name: 'metadataJson',
				type: 'json',
				default: '{}',
				description: 'Metadata as an object, for values that come from another node',
			},
			fromJson(owner),
		),
	];
}
