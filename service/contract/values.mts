/** The documented values and limits. */

export const plans = ['public', 'free', 'standard'] as const;
export const customerPlans = ['free', 'standard'] as const;
export const customerStatuses = [
	'enabled',
	'disabled',
	'cancelled',
	'refunded',
	'expired',
	'paused',
] as const;
/** The values of the list filter; `all` means every status. */
export const customerStatusFilters = [...customerStatuses, 'all'] as const;
export const expiryUnits = ['days', 'weeks', 'months', 'years'] as const;

export const productSorts = ['alphabetical', 'newest', 'oldest', 'position'] as const;
export const customerSorts = ['newest', 'oldest', 'latest'] as const;
export const videoSorts = [
	'alphabetical',
	'newest',
	'oldest',
	'plays',
	'finishes',
	'duration',
] as const;
export const collectionSorts = ['alphabetical', 'newest', 'oldest', 'latest'] as const;
export const itemSorts = ['newest', 'oldest', 'position'] as const;
export const liveEventSorts = [
	'alphabetical',
	'newest',
	'oldest',
	'title',
	'latest',
	'updated_at',
	'created_at',
] as const;
export const sortOrders = ['ASC', 'DESC'] as const;

export const qualities = ['1080p', '720p', '540p', '480p', '360p', 'adaptive'] as const;
export const formats = ['m3u8', 'mpd', 'mp4', 'webm', 'ogg'] as const;

export const collectionTypes = ['category', 'series', 'season', 'movie', 'playlist'] as const;
/** Also met in the list filter and in responses; `section` is from an older description. */
export const listedCollectionTypes = [...collectionTypes, 'section'] as const;
export const itemTypes = ['videos', 'extras', 'seasons'] as const;

export const genres = [
	'action',
	'adventure',
	'animation',
	'anime',
	'biography',
	'bollywood',
	'classics',
	'comedy',
	'crime',
	'documentary',
	'drama',
	'educational',
	'fantasy',
	'game_show',
	'history',
	'holiday',
	'horror',
	'independent',
	'kids_and_family',
	'lgbt',
	'music',
	'musical',
	'mystery',
	'news',
	'novelas',
	'reality',
	'romance',
	'sci_fi',
	'short_films',
	'special_interest',
	'sports',
	'talk_show',
	'teens',
	'thriller',
	'travel',
	'war',
	'western',
] as const;
export const crewRoles = [
	'actor',
	'director',
	'writer',
	'producer',
	'creator',
	'voice',
	'narrator',
	'guest',
	'host',
	'anchor',
	'music',
	'executive_producer',
	'executive_in_charge',
	'head_writer',
	'editor',
	'other',
] as const;
export const ratings = [
	'G',
	'PG',
	'PG-13',
	'R',
	'NC-17',
	'U',
	'UR',
	'12A',
	'12',
	'15',
	'18',
	'R18',
	'TV-Y',
	'TV-Y7',
	'TV-G',
	'TV-PG',
	'TV-14',
	'TV-MA',
] as const;
export const advisories = ['D', 'L', 'S', 'V', 'FV'] as const;
export const mediaTypes = ['movie', 'episode', 'live_sporting_event', 'other'] as const;
export const movieTypes = ['feature', 'short_film', 'tv_movie'] as const;
export const movieVersions = [
	'standard',
	'unrated',
	'rated',
	'uncut',
	'directors_cut',
	'extended',
	'remastered',
	'special_edition',
	'alternate_ending',
	'alternate_cut',
	'editing_for_tv',
] as const;
/** Spelled as documented, with "leage" and "premiere". */
export const sportsTypes = [
	'afl',
	'australian_football_leage',
	'bundesliga',
	'cfl',
	'epl',
	'formula_1',
	'ipl',
	'la_liga',
	'mll',
	'minor_league_baseball',
	'mlb',
	'mls',
	'nascar',
	'nll',
	'national_league',
	'national_womens_soccer_league',
	'nba',
	'ncaa',
	'nhl',
	'nrl',
	'premiere_league',
	'super_league',
	'uefa',
	'wnba',
] as const;

export const reportTypes = [
	'traffic',
	'income_statement',
	'units',
	'subscribers',
	'churn',
	'video',
	'video.platforms',
	'video.geography',
	'video.subtitles',
] as const;
/** The reports that `by` turns into a time series; the others are aggregates only (docs/developers/service.md, Analytics). */
export const seriesReportTypes: readonly string[] = [
	'units',
	'subscribers',
	'churn',
	'video',
	'video.geography',
	'video.subtitles',
];
export const reportIntervals = ['hour', 'day', 'week', 'month', 'year'] as const;
export const relativeDateUnits = ['day', 'week', 'month', 'year'] as const;

export const reservedVideoMetadata = [
	'advertising_keywords',
	'series_name',
	'season_name',
	'season_number',
	'episode_number',
	'movie_name',
] as const;
export const reservedCollectionMetadata = ['season_number'] as const;

/** The scopes that a client can request. */
export const clientScopes = ['read'] as const;
/** Seconds (docs/developers/service.md, Limits). */
export const accessTokenSeconds = 7200;
/** Seconds (docs/developers/service.md, Limits). */
export const pairingCodeSeconds = 1800;
/** Requests a second to `POST /customers` (docs/developers/service.md, Limits). */
export const customerCreationsPerSecond = 5;
export const defaultPerPage = 50;
export const minPasswordLength = 8;
