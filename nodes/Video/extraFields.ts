import type { INodeProperties } from 'n8n-workflow';

import { filingFields, textField } from '../shared/properties/content';
import { rows, type Transform } from '../shared/parameters/transform';
import { date } from '../shared/parameters/dates';
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
import { commaSeparated } from '../shared/parameters/values';
import { inBody } from '../shared/properties/routing';

/** What makes a field a dropdown; the first choice is the default. */
function choice(names: Names): Pick<INodeProperties, 'type' | 'options' | 'default'> {
	const options = choices(names);
	return { type: 'options', options, default: options[0]?.value ?? '' };
}

const choiceField = (
	displayName: string,
	name: string,
	description: string,
	names: Names,
): INodeProperties => inBody({ displayName, name, description, ...choice(names) });

const choiceColumn = (
	displayName: string,
	name: string,
	description: string,
	names: Names,
): INodeProperties => ({ displayName, name, description, required: true, ...choice(names) });

function textColumn(displayName: string, name: string, description: string): INodeProperties {
	return { displayName, name, description, type: 'string', default: '', required: true };
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

interface Group {
	/** What one row is called. */
	row: string;
	columns: INodeProperties[];
	converted?: Record<string, Transform>;
}

/** A repeating group whose columns carry the API's names; sent as an array, empty without rows. */
function groupField(
	displayName: string,
	name: string,
	description: string,
	{ row, columns, converted }: Group,
): INodeProperties {
	const field: INodeProperties = {
		displayName,
		name,
		description,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: `Add ${row}`,
		default: {},
		options: [{ displayName: row, name: 'entries', values: columns }],
	};
	return inBody(field, rows(columns, converted));
}

const people = (): INodeProperties[] => [
	groupField('Casts', 'casts', 'Actors and their characters', {
		row: 'Cast Member',
		columns: [
			textColumn('Actor', 'actor', 'The actor'),
			textColumn('Character', 'character', 'The character'),
		],
	}),
	groupField('Crew', 'crew', 'People who made the video', {
		row: 'Crew Member',
		columns: [
			textColumn('Name', 'name', 'The name of the person'),
			choiceColumn('Role', 'role', 'The role of the person', CREW_ROLES),
		],
	}),
	groupField('Production Studios', 'productionStudios', 'The studios, and their countries', {
		row: 'Studio',
		columns: [
			textColumn('Name', 'name', 'The name of the studio'),
			countryColumn('Country', 'country'),
		],
	}),
];

const releaseDay = (): INodeProperties => ({
	displayName: 'Date',
	name: 'date',
	type: 'dateTime',
	default: '',
	required: true,
	description: 'The day of the release',
});

const byCountry = (): INodeProperties[] => [
	groupField('Advisories', 'advisories', 'Warnings for viewers, by country', {
		row: 'Advisory',
		columns: [
			choiceColumn('Advisory', 'advisory', 'The warning', ADVISORIES),
			countryColumn('Location', 'location'),
		],
	}),
	groupField('Ratings', 'ratings', 'Age ratings, by country', {
		row: 'Rating',
		columns: [
			choiceColumn('Rating', 'rating', 'The age rating', RATINGS),
			countryColumn('Location', 'location'),
		],
	}),
	groupField('Release Dates', 'releaseDates', 'Release dates, by country', {
		row: 'Release Date',
		columns: [releaseDay(), countryColumn('Location', 'location')],
		converted: { date },
	}),
];

/** The fields that only an update has (docs/service.md, Extra fields of a video). */
export function extraFields(): INodeProperties[] {
	return [
		...people(),
		...byCountry(),
		...filingFields(),
		inBody(
			{
				displayName: 'Genres',
				name: 'genres',
				type: 'multiOptions',
				options: choices(GENRES),
				default: [],
				description: 'The genres of the video',
			},
			commaSeparated,
		),
		choiceField('Media Type', 'mediaType', 'The kind of video', MEDIA_TYPES),
		choiceField('Movie Type', 'movieType', 'For the media type Movie', MOVIE_TYPES),
		choiceField('Movie Version', 'movieVersion', 'The version of a movie', MOVIE_VERSIONS),
		choiceField(
			'Sports Type',
			'sportsType',
			'For the media type Live Sporting Event',
			SPORTS_TYPES,
		),
		inBody({
			displayName: 'Episode Number',
			name: 'episodeNumber',
			type: 'number',
			default: 1,
			description: 'For the media type Episode',
		}),
		...licenseFields(),
	];
}

const licenseFields = (): INodeProperties[] => [
	textField('License', 'license', 'Whether the content is licensed or original'),
	textField('Production ID', 'productionId', 'For the media type Episode'),
];
