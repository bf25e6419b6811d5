import type { INodeParameters } from 'n8n-workflow';

import {
	BASE_URL,
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	TRIED,
} from '../kit.mts';
import { DESCRIBED, DESCRIBED_BODY, UNSET, UNSET_BODY } from './parameters.mts';

const path = '/collections';
const answer = { id: 5, _links: { self: { href: 'x' } } };
const given = { id: 5, href: 'x' };

itSends('collection', 'create', {
	'nothing but what is required': {
		parameters: { type: 'movie', name: 'Salt' },
		sends: [{ method: 'POST', path, body: { type: 'movie', name: 'Salt' } }],
		answer,
		gives: [given],
	},
	'every parameter': {
		parameters: {
			type: 'season',
			name: 'Salt',
			additionalFields: {
				...DESCRIBED,
				collectionIds: `3, ${BASE_URL}/collections/4/`,
				seriesId: chosen(`${BASE_URL}/collections/9`, 'url'),
				videoIds: '={{ [5, "6"] }}',
				fileIds: '7',
			},
			options: FOR_CUSTOMER,
		},
		sends: [
			{
				method: 'POST',
				path,
				body: {
					type: 'season',
					name: 'Salt',
					...DESCRIBED_BODY,
					collection_ids: [`${BASE_URL}/collections/3`, `${BASE_URL}/collections/4`],
					series_id: '9',
					video_ids: [`${BASE_URL}/videos/5`, `${BASE_URL}/videos/6`],
					file_ids: [`${BASE_URL}/files/7`],
				},
				headers: CUSTOMER_HEADERS,
			},
		],
		answer,
		gives: [given],
	},
	'what is set to nothing': {
		parameters: {
			type: 'category',
			name: 'Salt',
			additionalFields: { ...UNSET, collectionIds: '', videoIds: '', fileIds: '' },
		},
		sends: [
			{
				method: 'POST',
				path,
				body: {
					type: 'category',
					name: 'Salt',
					...UNSET_BODY,
					collection_ids: [],
					video_ids: [],
					file_ids: [],
				},
			},
		],
		answer,
		gives: [given],
	},
	'a request for each item': {
		parameters: {
			type: '={{ $json.type }}',
			name: '={{ $json.name }}',
			additionalFields: { seriesId: '={{ $json.series }}' },
		},
		input: [
			{ type: 'season', name: 'One', series: 9 },
			{ type: 'season', name: 'Two', series: '9' },
		],
		sends: ['One', 'Two'].map((name) => ({
			method: 'POST',
			path,
			body: { type: 'season', name, series_id: '9' },
		})),
		answer,
		gives: [given, [given, 1]],
	},
});

const withField = (additionalFields: INodeParameters) => ({
	type: 'season',
	name: 'Salt',
	additionalFields,
});

itRefuses('collection', 'create', [
	{ names: 'Name', parameters: { type: 'movie', name: TRIED }, good: 'Salt', bad: ['', null] },
	{ names: 'Type', parameters: { type: TRIED, name: 'Salt' }, good: 'movie', bad: ['', null] },
	{
		names: 'Collection IDs',
		parameters: withField({ collectionIds: TRIED }),
		good: '3,4',
		bad: ['3,,4', '3;4', `${BASE_URL}/videos/3`, [3, 'x']],
	},
	{
		names: 'Video IDs',
		parameters: withField({ videoIds: TRIED }),
		good: [3],
		bad: [`${BASE_URL}/collections/3`, 'https://elsewhere.test/api/videos/3'],
	},
	{
		names: 'File IDs',
		parameters: withField({ fileIds: TRIED }),
		good: 3,
		bad: [`${BASE_URL}/videos/3`, '../3'],
	},
	{
		names: 'Series',
		parameters: withField({ seriesId: chosen(TRIED) }),
		good: 9,
		bad: ['', 'nine', `${BASE_URL}/videos/9`],
	},
	{
		names: 'Season Number',
		parameters: withField({ seasonNumber: TRIED }),
		good: 2,
		bad: ['', 'two', 2.5],
	},
	{
		names: 'Metadata',
		parameters: withField({ metadata: { entries: [{ key: TRIED, kind: 'text', value: 'x' }] } }),
		good: 'series_name',
		bad: ['', 'season_number', '__proto__', 'constructor'],
	},
]);
