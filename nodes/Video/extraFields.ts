import type { INodeProperties } from 'n8n-workflow';

import { filingFields } from '../shared/panel/content';
import { toCommaText, toTrimmed, toRows, type Transform } from '../shared/values/transform';
import { toDay } from '../shared/values/dates';
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
import { inBody, textField, titledRows } from '../shared/panel/fields';

/** Returns the type, choices and default of a dropdown; the first choice is the default. */
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

/** Returns a required column of a group: a text, unless the details say otherwise. */
const column = (
	displayName: string,
	name: string,
	description: string,
	details: Partial<INodeProperties> = {},
): INodeProperties => ({
	displayName,
	name,
	description,
	type: 'string',
	default: '',
	required: true,
	...details,
});

const countryColumn = (displayName: string, name: string): INodeProperties =>
	column(displayName, name, 'A two-letter country code. If empty, everywhere.', {
		placeholder: 'e.g. US',
		required: false,
	});

interface Group {
	/** The name of one row. */
	row: string;
	columns: [INodeProperties, ...INodeProperties[]];
	transforms?: Record<string, Transform>;
}

/** Returns a repeating group whose columns have the API's names. It is sent as an array. */
function groupField(
	displayName: string,
	name: string,
	description: string,
	{ row, columns, transforms }: Group,
): INodeProperties {
	const field: INodeProperties = {
		displayName,
		name,
		description,
		type: 'fixedCollection',
		typeOptions: titledRows(columns[0].name),
		placeholder: `Add ${row}`,
		default: {},
		options: [{ displayName: row, name: 'entries', values: columns }],
	};
	return inBody(field, toRows(columns, transforms));
}

const creditGroups = (): INodeProperties[] => [
	groupField('Credits: Casts', 'casts', 'Actors and their characters', {
		row: 'Cast Member',
		columns: [
			column('Actor', 'actor', 'The actor'),
			column('Character', 'character', 'The character'),
		],
	}),
	groupField('Credits: Crew', 'crew', 'People who made the video', {
		row: 'Crew Member',
		columns: [
			column('Name', 'name', 'The name of the person'),
			column('Role', 'role', 'The role of the person', choice(CREW_ROLES)),
		],
	}),
	groupField(
		'Credits: Production Studios',
		'productionStudios',
		'The studios, and their countries',
		{
			row: 'Studio',
			columns: [
				column('Name', 'name', 'The name of the studio'),
				countryColumn('Country', 'country'),
			],
		},
	),
];

const DAY_PICKER: Partial<INodeProperties> = { type: 'dateTime', typeOptions: { dateOnly: true } };

const countryGroups = (): INodeProperties[] => [
	groupField('By Country: Advisories', 'advisories', 'Warnings for viewers, by country', {
		row: 'Advisory',
		columns: [
			column('Advisory', 'advisory', 'The warning', choice(ADVISORIES)),
			countryColumn('Location', 'location'),
		],
	}),
	groupField('By Country: Ratings', 'ratings', 'Age ratings, by country', {
		row: 'Rating',
		columns: [
			column('Rating', 'rating', 'The age rating', choice(RATINGS)),
			countryColumn('Location', 'location'),
		],
	}),
	groupField('By Country: Release Dates', 'releaseDates', 'Release dates, by country', {
		row: 'Release Date',
		columns: [
			column('Date', 'date', 'The day of the release', { ...DAY_PICKER }),
			countryColumn('Location', 'location'),
		],
		transforms: { date: toDay },
	}),
];

/**
 * Returns the fields that only an update has (docs/service.md, Extra fields of a video). The panel lists them
 * alphabetically: a theme in front of each name keeps related fields together.
 */
export function extraFields(): INodeProperties[] {
	return [
		...creditGroups(),
		...countryGroups(),
		...filingFields('Catalog: '),
		inBody(
			{
				displayName: 'Catalog: Genres',
				name: 'genres',
				type: 'multiOptions',
				options: choices(GENRES),
				default: [],
				description: 'The genres of the video',
			},
			toCommaText,
		),
		textField('Catalog: License', 'license', 'Whether the content is licensed or original'),
		choiceField('Media: Type', 'mediaType', 'The kind of video', MEDIA_TYPES),
		choiceField('Media: Movie Type', 'movieType', 'For the type Movie', MOVIE_TYPES),
		choiceField('Media: Movie Version', 'movieVersion', 'The version of a movie', MOVIE_VERSIONS),
		choiceField(
			'Media: Sports Type',
			'sportsType',
			'For the type Live Sporting Event',
			SPORTS_TYPES,
		),
		inBody({
			displayName: 'Media: Episode Number',
			name: 'episodeNumber',
			type: 'number',
			default: 1,
			description: 'For the type Episode',
		}),
		textField('Media: Production ID', 'productionId', 'For the type Episode', {
			transform: toTrimmed,
		}),
	];
}
