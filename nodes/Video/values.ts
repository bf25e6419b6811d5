import type { INodePropertyOptions } from 'n8n-workflow';

import { compareNames } from '../shared/panel/fields';

/** The documented values (docs/developers/service.md, Extra fields of a video), spelt as there, and their names. */
export type Names = Record<string, string>;

/** Returns new options each time, because n8n changes arrays of properties. */
export function choices(names: Names): INodePropertyOptions[] {
	return Object.entries(names)
		.map(([value, name]) => ({ name, value }))
		.sort((a, b) => compareNames(a.name, b.name));
}

const SMALL_WORDS = ['and', 'in'];

/** Names values by their own words: `kids_and_family` is "Kids and Family". */
function nameByWords(values: string): Names {
	const capitalized = (word: string) =>
		SMALL_WORDS.includes(word) ? word : word.charAt(0).toUpperCase() + word.slice(1);
	const nameOf = (value: string) => value.split('_').map(capitalized).join(' ');
	return Object.fromEntries(values.split(/\s+/).map((value) => [value, nameOf(value)]));
}

/** Names values that are abbreviations: `nba` is "NBA". */
function nameInCapitals(values: string): Names {
	return Object.fromEntries(values.split(' ').map((value) => [value, value.toUpperCase()]));
}

export const GENRES: Names = {
	...nameByWords(
		`action adventure animation anime biography bollywood classics comedy crime documentary drama
		educational fantasy game_show history holiday horror independent kids_and_family music musical
		mystery news novelas reality romance short_films special_interest sports talk_show teens thriller
		travel war western`,
	),
	lgbt: 'LGBT',
	sci_fi: 'Sci-Fi',
};

export const CREW_ROLES = nameByWords(
	`actor anchor creator director editor executive_in_charge executive_producer guest head_writer host
	music narrator other producer voice writer`,
);

export const RATINGS: Names = {
	G: 'G (General Audiences)',
	PG: 'PG (Parental Guidance)',
	'PG-13': 'PG-13',
	R: 'R (Restricted)',
	'NC-17': 'NC-17',
	U: 'U (Universal)',
	UR: 'UR (Unrated)',
	'12A': '12A',
	'12': '12',
	'15': '15',
	'18': '18',
	R18: 'R18',
	'TV-Y': 'TV-Y (All Children)',
	'TV-Y7': 'TV-Y7 (Older Children)',
	'TV-G': 'TV-G (General Audience)',
	'TV-PG': 'TV-PG (Parental Guidance)',
	'TV-14': 'TV-14',
	'TV-MA': 'TV-MA (Mature Audience)',
};

export const ADVISORIES: Names = {
	D: 'Suggestive Dialogue',
	L: 'Coarse Language',
	S: 'Sexual Content',
	V: 'Violence',
	FV: 'Fantasy Violence',
};

export const MEDIA_TYPES = nameByWords('episode live_sporting_event movie other');

export const MOVIE_TYPES: Names = { ...nameByWords('feature short_film'), tv_movie: 'TV Movie' };

export const MOVIE_VERSIONS: Names = {
	...nameByWords(
		`alternate_cut alternate_ending extended rated remastered special_edition standard uncut unrated`,
	),
	directors_cut: "Director's Cut",
	editing_for_tv: 'Edited for TV',
};

export const SPORTS_TYPES: Names = {
	...nameInCapitals('afl cfl epl ipl mlb mll mls nascar nba ncaa nhl nll nrl uefa wnba'),
	...nameByWords('bundesliga formula_1 la_liga minor_league_baseball national_league super_league'),
	australian_football_leage: 'Australian Football League',
	national_womens_soccer_league: "National Women's Soccer League",
	premiere_league: 'Premier League',
};
