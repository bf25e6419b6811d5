import { chosen, itRefuses, itSends, TRIED } from '../../kit.mts';

const create = (additionalFields: object) => ({
	title: 'Salt',
	additionalFields: { ...additionalFields },
});
const sends = (metadata: object) => ({
	sends: [{ method: 'POST', path: '/videos', body: { title: 'Salt', metadata } }],
	answer: { id: 5 },
	gives: [{ id: 5 }],
});
const entry = (key: string, kind: string, value: string) => ({ key, kind, value });

itSends('video', 'create', {
	'each kind of entry, over what the JSON holds': {
		parameters: create({
			metadata: {
				entries: [
					entry('director', 'text', 'M. Lindqvist'),
					entry('year', 'number', '1999'),
					entry('words', 'list', 'sea, salt,'),
					entry('poster', 'image', 'https://files.example.com/poster.jpg'),
				],
			},
			metadataJson: '{ "language": "sv", "year": 1998 }',
		}),
		...sends({
			language: 'sv',
			year: 1999,
			director: 'M. Lindqvist',
			words: ['sea', 'salt'],
			poster: 'image_url:https://files.example.com/poster.jpg',
		}),
	},
	'large numbers as far as they are exact': {
		parameters: create({ metadataJson: '{ "views": 9007199254740991, "rate": 0.00004 }' }),
		...sends({ views: 9_007_199_254_740_991, rate: 0.000_04 }),
	},
	'nothing, when it is added and left empty': {
		parameters: create({ metadata: {} }),
		...sends({}),
	},
});

const ofVideos = ['advertising_keywords', 'series_name', 'season_name', 'movie_name'];
const forbidden = ['', '__proto__', 'constructor', 'season_number'];

itRefuses('video', 'create', [
	{
		names: 'Metadata',
		where: ' as the key of an entry',
		parameters: create({ metadata: { entries: [entry(TRIED, 'text', 'x')] } }),
		good: 'director',
		bad: [...forbidden, ...ofVideos, 'episode_number'],
	},
	{
		names: 'Metadata',
		parameters: create({ metadataJson: TRIED }),
		good: { director: 'x' },
		bad: [{ movie_name: 'x' }, '{ "__proto__": 1 }'],
	},
	{
		names: 'Metadata (JSON)',
		parameters: create({ metadataJson: TRIED }),
		good: { director: 'x' },
		bad: [
			'[1]',
			'none',
			7,
			'{ "views": 9007199254740993 }',
			{ views: 2 ** 53 },
			'{ "list": [{ "a": -9007199254740993 }] }',
			'{ "views": 1e300 }',
		],
	},
	{
		names: 'Metadata',
		where: ' as a number',
		parameters: create({ metadata: { entries: [entry('year', 'number', TRIED)] } }),
		good: '1999',
		bad: ['', 'soon', 1.5],
	},
	{
		names: 'Metadata',
		where: ' as a text',
		parameters: create({ metadata: { entries: [entry('mood', 'text', TRIED)] } }),
		good: '',
		bad: [null, NaN, true, ['calm']],
	},
	{
		names: 'Metadata',
		where: ' as a list',
		parameters: create({ metadata: { entries: [entry('mood', 'list', TRIED)] } }),
		good: '',
		bad: [null, [null], {}],
	},
	{
		names: 'Metadata',
		parameters: create({
			metadata: { entries: [entry('mood', 'text', 'calm'), entry(TRIED, 'text', 'warm')] },
		}),
		good: 'weather',
		bad: ['mood'],
	},
]);

itRefuses('collection', 'update', [
	{
		names: 'Metadata',
		parameters: { collection: chosen(5), updateFields: { metadataJson: TRIED } },
		good: { episode_number: 1 },
		bad: [{ season_number: 1 }],
	},
]);
