import type { INodeProperties } from 'n8n-workflow';

import { filingFields, textField } from '../shared/fields/content';
import { convert, type Convert } from '../shared/validation/convert';
import { date } from '../shared/validation/dates';
import { rows } from '../shared/validation/rows';
import {
	ADVISORIES,
	choices,
	CREW_ROLES,
	GENRES,
	MEDIA_TYPES,
	MOVIE_TYPES,
	MOVIE_VERSIONS,
	type Names,
	RATINGS,
	SPORTS_TYPES,
} from './values';
import { commaSeparated } from '../shared/validation/text';

type Labels = Pick<INodeProperties, 'displayName' | 'name' | 'description'> & { property: string };

/** What makes a field a dropdown; the first choice is the default. */
function choice(names: Names): Pick<INodeProperties, 'type' | 'options' | 'default'> {
	const options = choices(names);
	return { type: 'options', options, default: options[0]?.value ?? '' };
}

function choiceField({ property, ...labels }: Labels, names: Names): INodeProperties {
	return { ...labels, ...choice(names), routing: { send: { type: 'body', property } } };
}

function textColumn(displayName: string, name: string, description: string): INodeProperties {
	return { displayName, name, description, type: 'string', default: '', required: true };
}

function choiceColumn(
	displayName: string,
	name: string,
	description: string,
	names: Names,
): INodeProperties {
	return { displayName, name, description, required: true, ...choice(names) };
}

function countryColumn(displayName: string, name: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'string',
		default: '',
		placeholder: 'e.g. US',
		description: 'A two-letter country code; empty for everywhere',
	};
}

interface Group extends Labels {
	/** What one row is called. */
	row: string;
	columns: INodeProperties[];
	converted?: Record<string, Convert>;
}

/** A repeating group whose columns carry the API's names; sent as an array, empty without rows. */
function groupField({ property, row, columns, converted, ...labels }: Group): INodeProperties {
	return {
		...labels,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: `Add ${row}`,
		default: {},
		options: [{ displayName: row, name: 'entries', values: columns }],
		routing: {
			send: {
				type: 'body',
				property,
				preSend: [convert('body', property, labels.displayName, rows(columns, converted))],
			},
		},
	};
}

const groups = (): INodeProperties[] => [...people(), ...classifications()];

const people = (): INodeProperties[] => [
	groupField({
		displayName: 'Casts',
		name: 'casts',
		property: 'casts',
		description: 'Actors and their characters',
		row: 'Cast Member',
		columns: [
			textColumn('Actor', 'actor', 'The actor'),
			textColumn('Character', 'character', 'The character'),
		],
	}),
	groupField({
		displayName: 'Crew',
		name: 'crew',
		property: 'crew',
		description: 'People who made the video',
		row: 'Crew Member',
		columns: [
			textColumn('Name', 'name', 'The name of the person'),
			choiceColumn('Role', 'role', 'The role of the person', CREW_ROLES),
		],
	}),
	groupField({
		displayName: 'Production Studios',
		name: 'productionStudios',
		property: 'production_studios',
		description: 'The studios, and their countries',
		row: 'Studio',
		columns: [
			textColumn('Name', 'name', 'The name of the studio'),
			countryColumn('Country', 'country'),
		],
	}),
];

const genresField = (): INodeProperties => ({
	displayName: 'Genres',
	name: 'genres',
	type: 'multiOptions',
	options: choices(GENRES),
	default: [],
	description: 'The genres of the video',
	routing: {
		send: {
			type: 'body',
			property: 'genres',
			preSend: [convert('body', 'genres', 'Genres', commaSeparated)],
		},
	},
});

const releaseDatesField = (): INodeProperties =>
	groupField({
		displayName: 'Release Dates',
		name: 'releaseDates',
		property: 'release_dates',
		description: 'Release dates, by country',
		row: 'Release Date',
		columns: [
			{
				displayName: 'Date',
				name: 'date',
				type: 'dateTime',
				default: '',
				required: true,
				description: 'The day of the release',
			},
			countryColumn('Location', 'location'),
		],
		converted: { date },
	});

const classifications = (): INodeProperties[] => [
	genresField(),
	groupField({
		displayName: 'Advisories',
		name: 'advisories',
		property: 'advisories',
		description: 'Warnings for viewers, by country',
		row: 'Advisory',
		columns: [
			choiceColumn('Advisory', 'advisory', 'The warning', ADVISORIES),
			countryColumn('Location', 'location'),
		],
	}),
	groupField({
		displayName: 'Ratings',
		name: 'ratings',
		property: 'ratings',
		description: 'Age ratings, by country',
		row: 'Rating',
		columns: [
			choiceColumn('Rating', 'rating', 'The age rating', RATINGS),
			countryColumn('Location', 'location'),
		],
	}),
	releaseDatesField(),
];

/** What is told of a movie. */
function movieFields(): INodeProperties[] {
	return [
		choiceField(
			{
				displayName: 'Movie Type',
				name: 'movieType',
				property: 'movie_type',
				description: 'For the media type Movie',
			},
			MOVIE_TYPES,
		),
		choiceField(
			{
				displayName: 'Movie Version',
				name: 'movieVersion',
				property: 'movie_version',
				description: 'The version of a movie',
			},
			MOVIE_VERSIONS,
		),
	];
}

/** What kind of video it is, and what goes with that kind. */
function mediaFields(): INodeProperties[] {
	return [
		...movieFields(),
		choiceField(
			{
				displayName: 'Media Type',
				name: 'mediaType',
				property: 'media_type',
				description: 'The kind of video',
			},
			MEDIA_TYPES,
		),
		choiceField(
			{
				displayName: 'Sports Type',
				name: 'sportsType',
				property: 'sports_type',
				description: 'For the media type Live Sporting Event',
			},
			SPORTS_TYPES,
		),
	];
}

/** The fields that only an update has (docs/service.md, Extra fields of a video). */
export function extraFields(): INodeProperties[] {
	return [
		...groups(),
		...mediaFields(),
		...filingFields(),
		{
			displayName: 'Episode Number',
			name: 'episodeNumber',
			type: 'number',
			default: 1,
			description: 'For the media type Episode',
			routing: {
				send: {
					type: 'body',
					property: 'episode_number',
				},
			},
		},
		textField({
			displayName: 'License',
			name: 'license',
			property: 'license',
			description: 'Whether the content is licensed or original',
		}),
		textField({
			displayName: 'Production ID',
			name: 'productionId',
			property: 'production_id',
			description: 'For the media type Episode',
		}),
	];
}
