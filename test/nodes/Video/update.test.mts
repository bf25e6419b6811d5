import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { expect, it } from 'vitest';

import * as documented from '../../../service/contract/values.mts';
import { nodeTypeOf } from '../../kit/engine.mts';
import {
	badIds,
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	TRIED,
} from '../kit.mts';
import { DESCRIBED, DESCRIBED_BODY, UNSET, UNSET_BODY } from './parameters.mts';

const sent = { method: 'PUT', path: '/videos/5' };
const answer = { id: 5, _links: { self: { href: 'x' } } };
const given = { id: 5, href: 'x' };

const EXTRA: INodeParameters = {
	tags: 'sea,salt',
	genres: ['sci_fi', 'short_films'],
	casts: { entries: [{ actor: 'A. Berg', character: 'The keeper' }] },
	crew: {
		entries: [
			{ name: 'M. Lindqvist', role: 'director' },
			{ name: 'O. Holm', role: 'executive_in_charge' },
		],
	},
	releaseDates: {
		entries: [
			{ date: '2026-05-01T00:00:00', location: 'SE' },
			{ date: '2026-06-01T23:30:00', location: '' },
		],
	},
	ratings: { entries: [{ rating: '12A', location: 'GB' }, { rating: 'PG-13' }] },
	advisories: { entries: [{ advisory: 'FV', location: '' }] },
	license: 'original',
	mediaId: 'salt-1',
	mediaType: 'movie',
	movieType: 'feature',
	movieVersion: 'directors_cut',
	productionStudios: {
		entries: [
			{ name: 'Harbour Films', country: 'SE' },
			{ name: 'Tide', country: null },
		],
	},
	sportsType: 'australian_football_leage',
	episodeNumber: 3,
	productionId: 'p-7',
};

const EXTRA_BODY = {
	tags: 'sea,salt',
	genres: 'sci_fi,short_films',
	casts: [{ actor: 'A. Berg', character: 'The keeper' }],
	crew: [
		{ name: 'M. Lindqvist', role: 'director' },
		{ name: 'O. Holm', role: 'executive_in_charge' },
	],
	release_dates: [{ date: '2026-05-01', location: 'SE' }, { date: '2026-06-01' }],
	ratings: [{ rating: '12A', location: 'GB' }, { rating: 'PG-13' }],
	advisories: [{ advisory: 'FV' }],
	license: 'original',
	media_id: 'salt-1',
	media_type: 'movie',
	movie_type: 'feature',
	movie_version: 'directors_cut',
	production_studios: [{ name: 'Harbour Films', country: 'SE' }, { name: 'Tide' }],
	sports_type: 'australian_football_leage',
	episode_number: 3,
	production_id: 'p-7',
};

itSends('video', 'update', {
	'every parameter': {
		parameters: {
			video: chosen(5),
			updateFields: { title: 'Salt', ...DESCRIBED, ...EXTRA },
			options: FOR_CUSTOMER,
		},
		sends: [
			{
				...sent,
				body: { title: 'Salt', ...DESCRIBED_BODY, ...EXTRA_BODY },
				headers: CUSTOMER_HEADERS,
			},
		],
		answer,
		gives: [given],
	},
	'what is set to nothing': {
		parameters: {
			video: chosen(5),
			updateFields: { ...UNSET, tags: '', genres: [], casts: {}, episodeNumber: 0, license: '' },
		},
		sends: [
			{
				...sent,
				body: { ...UNSET_BODY, tags: '', genres: '', casts: [], episode_number: 0, license: '' },
			},
		],
		answer,
		gives: [given],
	},
	'for each item what it holds': {
		parameters: {
			video: chosen('={{ $json.id }}'),
			updateFields: {
				title: '={{ $json.title }}',
				genres: '={{ $json.genres }}',
				tags: '={{ $json.tags }}',
				crew: { entries: [{ name: '={{ $json.by }}', role: 'director' }] },
			},
		},
		input: [
			{ id: 5, title: 'Salt', genres: ['war', 'news'], tags: ['a', 'b'], by: 'M. Lindqvist' },
			{ id: 6, title: '', genres: 'war,news', tags: 'a', by: 'O. Holm' },
		],
		sends: [
			{
				...sent,
				body: {
					title: 'Salt',
					genres: 'war,news',
					tags: 'a,b',
					crew: [{ name: 'M. Lindqvist', role: 'director' }],
				},
			},
			{
				method: 'PUT',
				path: '/videos/6',
				body: {
					title: '',
					genres: 'war,news',
					tags: 'a',
					crew: [{ name: 'O. Holm', role: 'director' }],
				},
			},
		],
		answer,
		gives: [given, [given, 1]],
	},
});

const withField = (updateFields: INodeParameters) => ({ video: chosen(5), updateFields });

itRefuses('video', 'update', [
	{
		names: 'Video',
		parameters: { video: chosen(TRIED), updateFields: { title: 'Salt' } },
		good: 5,
		bad: badIds('products'),
	},
	{
		names: 'Casts',
		parameters: withField({ casts: { entries: [{ actor: TRIED, character: 'x' }] } }),
		good: 'A. Berg',
		bad: ['', null],
	},
	{
		names: 'Crew',
		parameters: withField({ crew: { entries: [{ name: 'x', role: TRIED }] } }),
		good: 'host',
		bad: [''],
	},
	{
		names: 'Release Dates',
		parameters: withField({ releaseDates: { entries: [{ date: TRIED, location: 'SE' }] } }),
		good: '2026-05-01',
		bad: ['', 'spring'],
	},
	{
		names: 'Production Studios',
		parameters: withField({ productionStudios: { entries: [{ name: TRIED, country: 'SE' }] } }),
		good: 'Tide',
		bad: [''],
	},
	{
		names: 'Episode Number',
		parameters: withField({ episodeNumber: TRIED }),
		good: '3',
		bad: ['', 'three', 1.5, true],
	},
	{
		names: 'Metadata',
		parameters: withField({ metadataJson: TRIED }),
		good: '{}',
		bad: [{ episode_number: 1 }, 7, '{ "__proto__": 1 }', '{ "constructor": 1 }'],
	},
]);

function optionsOf(properties: INodeProperties[], name: string): Array<unknown> {
	const inside = properties.flatMap(({ options = [] }) =>
		options.flatMap((option) =>
			'values' in option ? option.values : 'type' in option ? [option] : [],
		),
	);
	const found = [...properties, ...inside].find((property) => property.name === name);
	if (found) return (found.options ?? []).map((option) => 'value' in option && option.value);
	return optionsOf(inside, name);
}

it.each([
	['genres', documented.genres],
	['role', documented.crewRoles],
	['rating', documented.ratings],
	['advisory', documented.advisories],
	['mediaType', documented.mediaTypes],
	['movieType', documented.movieTypes],
	['movieVersion', documented.movieVersions],
	['sportsType', documented.sportsTypes],
	['plans', documented.plans],
])('%s offers just the documented values', (name, values) => {
	const { properties } = nodeTypeOf('video').description;
	expect(optionsOf(properties, name).sort()).toEqual([...values].sort());
});
