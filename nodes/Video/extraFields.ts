import type { INodeProperties } from 'n8n-workflow';

import { filingFields } from '../shared/panel/content';
import { invalidParameter } from '../shared/values/parameterErrors';
import { quote } from '../shared/values/text';
import { requireObject, toCommaText, toRows, type Transform } from '../shared/values/transform';
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
import { apiName, inBody, textField, titledRows } from '../shared/panel/fields';

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

/** A repeating group whose columns have the API's names. It is sent as an array. */
interface Group {
	displayName: string;
	name: string;
	description: string;
	/** The name of one row. */
	row: string;
	columns: [INodeProperties, ...INodeProperties[]];
	transforms?: Record<string, Transform>;
}

function groupField({ row, columns, transforms, ...group }: Group): INodeProperties {
	const field: INodeProperties = {
		...group,
		type: 'fixedCollection',
		typeOptions: titledRows(columns[0].name),
		placeholder: `Add ${row}`,
		default: {},
		options: [{ displayName: row, name: 'entries', values: columns }],
	};
	return inBody(field, toRows(columns, transforms));
}

const DAY_PICKER: Partial<INodeProperties> = { type: 'dateTime', typeOptions: { dateOnly: true } };

/** Returns the groups about who made a video. */
const creditGroups = (): Group[] => [
	{
		displayName: 'Credits: Casts',
		name: 'casts',
		description: 'Actors and their characters',
		row: 'Cast Member',
		columns: [
			column('Actor', 'actor', 'The actor'),
			column('Character', 'character', 'The character'),
		],
	},
	{
		displayName: 'Credits: Crew',
		name: 'crew',
		description: 'People who made the video',
		row: 'Crew Member',
		columns: [
			column('Name', 'name', 'The name of the person'),
			column('Role', 'role', 'The role of the person', choice(CREW_ROLES)),
		],
	},
	{
		displayName: 'Credits: Production Studios',
		name: 'productionStudios',
		description: 'The studios, and their countries',
		row: 'Studio',
		columns: [
			column('Name', 'name', 'The name of the studio'),
			countryColumn('Country', 'country'),
		],
	},
];

/** Returns the groups about what differs by country. */
const countryGroups = (): Group[] => [
	{
		displayName: 'By Country: Advisories',
		name: 'advisories',
		description: 'Warnings for viewers, by country',
		row: 'Advisory',
		columns: [
			column('Advisory', 'advisory', 'The warning', choice(ADVISORIES)),
			countryColumn('Location', 'location'),
		],
	},
	{
		displayName: 'By Country: Ratings',
		name: 'ratings',
		description: 'Age ratings, by country',
		row: 'Rating',
		columns: [
			column('Rating', 'rating', 'The age rating', choice(RATINGS)),
			countryColumn('Location', 'location'),
		],
	},
	{
		displayName: 'By Country: Release Dates',
		name: 'releaseDates',
		description: 'Release dates, by country',
		row: 'Release Date',
		columns: [
			column('Date', 'date', 'The day of the release', { ...DAY_PICKER }),
			countryColumn('Location', 'location'),
		],
		transforms: { date: toDay },
	},
];

/** Returns the repeating groups of a video (docs/developers/service.md, Extra fields of a video). */
const groups = (): Group[] => [...creditGroups(), ...countryGroups()];

/**
 * Sends each field of the object as its group would be. A field that its group has sent already is refused; the groups come
 * first in the panel. Sends nothing under a name of its own.
 */
const extraFieldsFromJson: Transform = (value, context) => {
	const { label, values } = context;
	const all = groups();
	const example = 'Enter an object such as {"casts": [{"actor": "Ada", "character": "Eve"}]}.';
	for (const [name, rows] of Object.entries(requireObject(value, label, example))) {
		const group = all.find((each) => apiName(each.name) === name);
		if (!group) {
			const names = all.map((each) => apiName(each.name)).join(', ');
			throw invalidParameter(label, `has the field ${quote(name)}`, `Use these names: ${names}.`);
		}
		if (Object.hasOwn(values, name)) {
			const problem = `has the field "${name}", which also has rows in "${group.displayName}"`;
			throw invalidParameter(label, problem, 'Remove them from one of the two.');
		}
		const { columns, transforms } = group;
		const sent = toRows(columns, transforms)(rows, { ...context, label: `${label}: ${name}` });
		if (sent !== undefined) Object.assign(values, { [name]: sent });
	}
	return undefined;
};

/**
 * Returns the fields that only an update has (docs/developers/service.md, Extra fields of a video). The panel lists them
 * alphabetically: a theme in front of each name keeps related fields together.
 */
export function extraFields(): INodeProperties[] {
	return [
		...groups().map(groupField),
		inBody(
			{
				displayName: 'Extra Fields (JSON)',
				name: 'extraFieldsJson',
				type: 'json',
				default: '{}',
				description:
					'An object with casts, crew, production_studios, advisories, ratings or release_dates, for rows whose number differs from video to video. Each is an array of objects with the fields of its group.',
			},
			extraFieldsFromJson,
		),
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
		textField('Media: Production ID', 'productionId', 'For the type Episode'),
	];
}
