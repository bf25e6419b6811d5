import type { INodePropertyOptions } from 'n8n-workflow';

/** The documented values (docs/service.md, Extra fields of a video), spelt as there, and their names. */
export type Names = Record<string, string>;

export function choices(names: Names): INodePropertyOptions[] {
	return Object.entries(names)
		.map(([value, name]) => ({ name, value }))
		.sort((a, b) => a.name.localeCompare(b.name));
}

export const GENRES: Names = {
	action: 'Action',
	adventure: 'Adventure',
	animation: 'Animation',
	anime: 'Anime',
	biography: 'Biography',
	bollywood: 'Bollywood',
	classics: 'Classics',
	comedy: 'Comedy',
	crime: 'Crime',
	documentary: 'Documentary',
	drama: 'Drama',
	educational: 'Educational',
	fantasy: 'Fantasy',
	game_show: 'Game Show',
	history: 'History',
	holiday: 'Holiday',
	horror: 'Horror',
	independent: 'Independent',
	kids_and_family: 'Kids and Family',
	lgbt: 'LGBT',
	music: 'Music',
	musical: 'Musical',
	mystery: 'Mystery',
	news: 'News',
	novelas: 'Novelas',
	reality: 'Reality',
	romance: 'Romance',
	sci_fi: 'Sci-Fi',
	short_films: 'Short Films',
	special_interest: 'Special Interest',
	sports: 'Sports',
	talk_show: 'Talk Show',
	teens: 'Teens',
	thriller: 'Thriller',
	travel: 'Travel',
	war: 'War',
	western: 'Western',
};

export const CREW_ROLES: Names = {
	actor: 'Actor',
	director: 'Director',
	writer: 'Writer',
	producer: 'Producer',
	creator: 'Creator',
	voice: 'Voice',
	narrator: 'Narrator',
	guest: 'Guest',
	host: 'Host',
	anchor: 'Anchor',
	music: 'Music',
	executive_producer: 'Executive Producer',
	executive_in_charge: 'Executive in Charge',
	head_writer: 'Head Writer',
	editor: 'Editor',
	other: 'Other',
};

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

export const MEDIA_TYPES: Names = {
	movie: 'Movie',
	episode: 'Episode',
	live_sporting_event: 'Live Sporting Event',
	other: 'Other',
};

export const MOVIE_TYPES: Names = {
	feature: 'Feature',
	short_film: 'Short Film',
	tv_movie: 'TV Movie',
};

export const MOVIE_VERSIONS: Names = {
	standard: 'Standard',
	unrated: 'Unrated',
	rated: 'Rated',
	uncut: 'Uncut',
	directors_cut: "Director's Cut",
	extended: 'Extended',
	remastered: 'Remastered',
	special_edition: 'Special Edition',
	alternate_ending: 'Alternate Ending',
	alternate_cut: 'Alternate Cut',
	editing_for_tv: 'Edited for TV',
};

export const SPORTS_TYPES: Names = {
	afl: 'AFL',
	australian_football_leage: 'Australian Football League',
	bundesliga: 'Bundesliga',
	cfl: 'CFL',
	epl: 'EPL',
	formula_1: 'Formula 1',
	ipl: 'IPL',
	la_liga: 'La Liga',
	mll: 'MLL',
	minor_league_baseball: 'Minor League Baseball',
	mlb: 'MLB',
	mls: 'MLS',
	nascar: 'NASCAR',
	nll: 'NLL',
	national_league: 'National League',
	national_womens_soccer_league: "National Women's Soccer League",
	nba: 'NBA',
	ncaa: 'NCAA',
	nhl: 'NHL',
	nrl: 'NRL',
	premiere_league: 'Premier League',
	super_league: 'Super League',
	uefa: 'UEFA',
	wnba: 'WNBA',
};
