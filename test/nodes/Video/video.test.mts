import { chosen, itRefuses, itSends, page, TRIED } from '../kit.mts';

const answer = { id: 5 };
const gives = [{ id: 5 }];
const updates = (updateFields: object, body: object) => ({
	parameters: { video: chosen(5), updateFields: { ...updateFields } },
	sends: [{ method: 'PUT', path: '/videos/5', body: { ...body } }],
	answer,
	gives,
});

itSends('video', 'update', {
	'the ID in the URL of a Canonical Collection': updates(
		{ canonicalCollection: chosen('https://service.test/api/collections/302', 'url') },
		{ canonical_collection: { id: 302 } },
	),
	'the empty value of each field that is cleared, and no blank value': {
		parameters: {
			video: chosen(5),
			updateFields: { timeAvailable: '', description: ' ', plans: [], license: 'l', casts: {} },
			options: { clearFields: 'timeUnavailable; Description, Credits: Crew, catalog: tags' },
		},
		sends: [
			{
				method: 'PUT',
				path: '/videos/5',
				body: { license: 'l', time_unavailable: null, description: null, crew: [], tags: '' },
			},
		],
		answer,
		gives,
	},
	'choices by their labels, whatever the case, and lists of any form': updates(
		{ plans: 'STANDARD; Free', genres: 'Drama, Kids and Family', tags: '["a","b"]' },
		{ plans: ['standard', 'free'], genres: 'drama,kids_and_family', tags: 'a,b' },
	),
	'times in UTC, an hour earlier in winter and two hours in summer': updates(
		{ timeAvailable: '2026-01-31T18:00:00+01:00', timeUnavailable: '2026-07-31T18:00:00+02:00' },
		{ time_available: '2026-01-31T17:00:00Z', time_unavailable: '2026-07-31T16:00:00Z' },
	),
	'comma-separated texts, also for an array': updates(
		{ genres: ['drama', 'sci_fi'], tags: ['one', 'two'], geoAvailable: ['US', 'CA'] },
		{ genres: 'drama,sci_fi', tags: 'one,two', geo_available: 'US,CA' },
	),
	'the rows of repeating groups, a day without its time, and no blank location': updates(
		{
			casts: { entries: [{ actor: 'Ada', character: 'Herself' }] },
			releaseDates: { entries: [{ date: '2026-01-31T23:59:00', location: '' }] },
			ratings: { entries: [{ rating: '12A', location: 'GB' }] },
		},
		{
			casts: [{ actor: 'Ada', character: 'Herself' }],
			release_dates: [{ date: '2026-01-31' }],
			ratings: [{ rating: '12A', location: 'GB' }],
		},
	),
	'each of the other fields under its own name': updates(
		{
			sourceUrl: 'https://files.example.com/a.mp4',
			title: 'Salt',
			url: ' salt\n',
			shortDescription: 's',
			thumbnailUrl: 'https://files.example.com/t',
			geoUnavailable: 'DE',
			plans: ['free'],
			mediaId: 'm',
			license: 'l',
			productionId: 'p',
			mediaType: 'movie',
			movieType: 'feature',
			movieVersion: 'editing_for_tv',
			sportsType: 'nba',
			crew: { entries: [{ name: 'Ada', role: 'writer' }] },
			productionStudios: { entries: [{ name: 'Sea', country: 'SE' }] },
			advisories: { entries: [{ advisory: 'FV', location: '' }] },
		},
		{
			source_url: 'https://files.example.com/a.mp4',
			title: 'Salt',
			url: 'salt',
			short_description: 's',
			thumbnail_url: 'https://files.example.com/t',
			geo_unavailable: 'DE',
			plans: ['free'],
			media_id: 'm',
			license: 'l',
			production_id: 'p',
			media_type: 'movie',
			movie_type: 'feature',
			movie_version: 'editing_for_tv',
			sports_type: 'nba',
			crew: [{ name: 'Ada', role: 'writer' }],
			production_studios: [{ name: 'Sea', country: 'SE' }],
			advisories: [{ advisory: 'FV' }],
		},
	),
	'false and 0 as they are': updates(
		{ isCommentingEnabled: false, episodeNumber: 0 },
		{ is_commenting_enabled: false, episode_number: 0 },
	),
});

itSends('video', 'create', {
	'only the title when Source URL is empty': {
		parameters: { title: 'Salt', sourceUrl: '' },
		sends: [{ method: 'POST', path: '/videos', body: { title: 'Salt' } }],
		answer,
		gives,
	},
	'the source when Source URL has a value': {
		parameters: { title: 'Salt', sourceUrl: 'https://files.example.com/a.mp4' },
		sends: [
			{
				method: 'POST',
				path: '/videos',
				body: { title: 'Salt', source_url: 'https://files.example.com/a.mp4' },
			},
		],
		answer,
		gives,
	},
});

itSends('video', 'getAll', {
	'the filters and the sort': {
		parameters: {
			limit: 10,
			filters: { plan: ['free', 'public'], query: 'sea' },
			sorting: { sort: 'plays' },
		},
		sends: [
			{
				method: 'GET',
				path: '/videos',
				query: { plan: 'free,public', query: 'sea', sort: 'plays', page: '1', per_page: '10' },
			},
		],
		answer: page('videos', [{ id: 5, status: 'uploaded', duration: { seconds: 9 } }]),
		gives: [{ id: 5, status: 'uploaded', duration_seconds: 9 }],
	},
});

itSends('video', 'getFiles', {
	'the filters, and returns the address of the stream': {
		parameters: { video: chosen(5), filters: { format: 'mp4', quality: '720p' } },
		sends: [{ method: 'GET', path: '/videos/5/files', query: { format: 'mp4', quality: '720p' } }],
		answer: [
			{
				_links: { self: { href: 'x' }, source: { href: 'y' } },
				quality: '720p',
				size: { bytes: 7, formatted: '7 B' },
			},
		],
		gives: [{ quality: '720p', size: '7 B', size_bytes: 7, source: 'y', href: 'x' }],
	},
});

itRefuses('video', 'update', [
	{
		names: 'Credits: Crew',
		parameters: {
			video: chosen(5),
			updateFields: { crew: { entries: [{ name: 'Ada', role: TRIED }] } },
		},
		good: 'writer',
		bad: ['boss', '', null],
	},
	{
		names: 'By Country: Release Dates',
		parameters: {
			video: chosen(5),
			updateFields: { releaseDates: { entries: [{ date: TRIED }] } },
		},
		good: '2026-01-31',
		bad: ['2026-02-30', 'soon', ' '],
	},
]);
