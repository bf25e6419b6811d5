import type { INodeParameters } from 'n8n-workflow';

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

const sent = { method: 'PUT', path: '/collections/5' };
const answer = { id: 5, _links: { self: { href: 'x' } } };
const given = { id: 5, href: 'x' };

itSends('collection', 'update', {
	'every parameter': {
		parameters: {
			collection: chosen(5),
			updateFields: {
				...DESCRIBED,
				name: 'Tides',
				slug: 'tides',
				geoAvailable: 'US',
				geoUnavailable: 'FR,DE',
				tags: 'sea',
				mediaId: 't-1',
			},
			options: FOR_CUSTOMER,
		},
		sends: [
			{
				...sent,
				body: {
					...DESCRIBED_BODY,
					name: 'Tides',
					slug: 'tides',
					geo_available: 'US',
					geo_unavailable: 'FR,DE',
					tags: 'sea',
					media_id: 't-1',
				},
				headers: CUSTOMER_HEADERS,
			},
		],
		answer,
		gives: [given],
	},
	'what is set to nothing': {
		parameters: {
			collection: chosen(5),
			updateFields: { ...UNSET, geoAvailable: '', geoUnavailable: '', tags: '', mediaId: '' },
		},
		sends: [
			{
				...sent,
				body: { ...UNSET_BODY, geo_available: '', geo_unavailable: '', tags: '', media_id: '' },
			},
		],
		answer,
		gives: [given],
	},
	'for each item what it holds': {
		parameters: {
			collection: chosen('={{ $json.id }}'),
			updateFields: { isFeatured: '={{ $json.on }}', geoAvailable: '={{ $json.countries }}' },
		},
		input: [
			{ id: 5, on: false, countries: ['US', 'CA'] },
			{ id: 6, on: true, countries: 'US' },
		],
		sends: [
			{ ...sent, body: { is_featured: 'false', geo_available: 'US,CA' } },
			{
				method: 'PUT',
				path: '/collections/6',
				body: { is_featured: 'true', geo_available: 'US' },
			},
		],
		answer,
		gives: [given, [given, 1]],
	},
});

const withField = (updateFields: INodeParameters) => ({ collection: chosen(5), updateFields });

itRefuses('collection', 'update', [
	{
		names: 'Collection',
		parameters: { collection: chosen(TRIED), updateFields: { name: 'Salt' } },
		good: 5,
		bad: badIds('products'),
	},
	{
		names: 'Season Number',
		parameters: withField({ seasonNumber: TRIED }),
		good: 2,
		bad: ['', 'two'],
	},
	{
		names: 'Metadata',
		parameters: withField({ metadataJson: TRIED }),
		good: { episode_number: 1 },
		bad: [{ season_number: 1 }, '"x"'],
	},
]);
