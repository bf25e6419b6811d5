import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { asObject } from '../data/json';
import { parseWholeNumber, requireChoice } from '../values/checks';
import { invalidParameter } from '../values/parameterErrors';
import { isBlank, listEntries } from '../values/listEntries';
import { quote, trim } from '../values/text';
import {
	parseWebAddress,
	requireObject,
	requireShownText,
	rowsInGroup,
	type Transform,
} from '../values/transform';
import { inBody, titledRows } from './fields';

/** Keys that the service generates and nobody can change (docs/developers/service.md, Metadata). */
const RESERVED_KEYS = {
	video: [
		'advertising_keywords',
		'series_name',
		'season_name',
		'season_number',
		'episode_number',
		'movie_name',
	],
	collection: ['season_number'],
};

type MetadataOwner = keyof typeof RESERVED_KEYS;

const IMAGE_PREFIX = 'image_url:';

function refuse(problem: string, remedy: string): never {
	throw invalidParameter('Metadata', problem, remedy);
}

function toNumber(key: string, value: unknown): number {
	const problem = `has no whole number under "${key}": ${quote(value)}`;
	return (
		parseWholeNumber(value) ?? refuse(problem, 'Enter a whole number, or choose the kind Text.')
	);
}

function toMetadataText(key: string, value: unknown): string {
	if (typeof value === 'string' || Number.isFinite(value)) {
		return requireShownText(String(value), 'Metadata');
	}
	return refuse(
		`has no text under "${key}": ${quote(value)}`,
		'Enter a text, or choose the kind List.',
	);
}

function toList(key: string, value: unknown): string[] {
	return listEntries(value).map((entry) => toMetadataText(key, entry));
}

function toImage(key: string, value: unknown): string {
	const address = parseWebAddress(toMetadataText(key, value).replace(IMAGE_PREFIX, ''));
	if (address !== undefined) return IMAGE_PREFIX + address;
	return refuse(
		`has no image URL under "${key}": ${quote(value)}`,
		'Enter the URL of a public image, beginning with https://.',
	);
}

const CONVERSIONS: Record<string, (key: string, value: unknown) => unknown> = {
	text: toMetadataText,
	number: toNumber,
	list: toList,
	image: toImage,
};

function refuseReserved(metadata: IDataObject, owner: MetadataOwner): IDataObject {
	for (const key of Object.keys(metadata)) {
		if (RESERVED_KEYS[owner].includes(key)) {
			return refuse(
				`has the key "${key}", which the service makes itself`,
				'Remove it: it follows from the collection that the video or season is in.',
			);
		}
	}
	return metadata;
}

/** Returns the key and value of an entry; none for a blank value, which leaves alone what is there. */
function parseEntry({ key, kind, value }: IDataObject): Array<[string, unknown]> {
	if (isBlank(key)) return refuse('has an entry without a key', 'Enter a key in each entry.');
	const name = trim(toMetadataText('Key', key));
	const convert = requireChoice(isBlank(kind) ? 'text' : kind, 'Metadata', CONVERSIONS);
	return isBlank(value) ? [] : [[name, convert(name, value)]];
}

const fromEntries =
	(owner: MetadataOwner): Transform =>
	(value) => {
		const pairs = rowsInGroup(value, 'Metadata').flatMap(parseEntry);
		const metadata = refuseReserved(Object.fromEntries(pairs) as IDataObject, owner);
		return pairs.length > 0 ? metadata : undefined;
	};

/** Merges the object into the entries of Metadata, which win. Sends nothing under a name of its own. */
const metadataFromJson =
	(owner: MetadataOwner): Transform =>
	(value, { label, values }) => {
		const example = 'Enter an object such as {"director": "Ada Example"}.';
		const metadata = refuseReserved(requireObject(value, label, example), owner);
		// An empty object is the field as it was added.
		if (Object.keys(metadata).length > 0) {
			values.metadata = { ...metadata, ...asObject(values.metadata) };
		}
		return undefined;
	};

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
				{ name: 'Image', value: 'image', description: 'The URL of a public image' },
				{ name: 'List', value: 'list', description: 'Texts separated by commas' },
				{ name: 'Number', value: 'number', description: 'A whole number' },
				{ name: 'Text', value: 'text' },
			],
			default: 'text',
			description: 'The type of the value',
		},
		{
			displayName: 'Value',
			name: 'value',
			type: 'string',
			default: '',
			description:
				'A text, a whole number, texts separated by commas, or the URL of an image, depending on Kind',
		},
	];
}

/** Returns Metadata, entry by entry, and Metadata (JSON), an object (docs/developers/service.md, Metadata). */
export function metadataFields(owner: MetadataOwner): INodeProperties[] {
	return [
		inBody(
			{
				displayName: 'Metadata',
				name: 'metadata',
				type: 'fixedCollection',
				typeOptions: titledRows('key'),
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
			metadataFromJson(owner),
		),
	];
}
