import type { INodeParameters } from 'n8n-workflow';

import { CUSTOMER_HEADERS, FOR_CUSTOMER, chosen, itRefuses, itSends, TRIED } from '../kit.mts';
import { DESCRIBED, DESCRIBED_BODY, UNSET, UNSET_BODY } from './parameters.mts';

const path = '/videos';
const answer = { id: 5, _links: { self: { href: 'x' } } };
const { sourceUrl = '', ...described } = DESCRIBED;
const { sourceUrl: _, ...unset } = UNSET;
const { source_url: __, ...unsetBody } = UNSET_BODY;
const given = { id: 5, href: 'x' };

itSends('video', 'create', {
	'nothing but what is required': {
		parameters: { title: 'Salt' },
		sends: [{ method: 'POST', path, body: { title: 'Salt' } }],
		answer,
		gives: [given],
	},
	'every parameter': {
		parameters: { title: 'Salt', sourceUrl, additionalFields: described, options: FOR_CUSTOMER },
		sends: [
			{
				method: 'POST',
				path,
				body: { title: 'Salt', ...DESCRIBED_BODY },
				headers: CUSTOMER_HEADERS,
			},
		],
		answer,
		gives: [given],
	},
	'what is set to nothing': {
		parameters: { title: 'Salt', additionalFields: unset },
		sends: [{ method: 'POST', path, body: { title: 'Salt', ...unsetBody } }],
		answer,
		gives: [given],
	},
	'a request for each item': {
		parameters: { title: '={{ $json.name }}' },
		input: [{ name: 'Salt' }, { name: 'Night Ferry' }],
		sends: [
			{ method: 'POST', path, body: { title: 'Salt' } },
			{ method: 'POST', path, body: { title: 'Night Ferry' } },
		],
		answer,
		gives: [given, [given, 1]],
	},
});

const withField = (additionalFields: INodeParameters) => ({ title: 'Salt', additionalFields });

itRefuses('video', 'create', [
	{ names: 'Title', parameters: { title: TRIED }, good: 'Salt', bad: ['', null] },
	{
		names: 'Canonical Collection',
		parameters: withField({ canonicalCollection: chosen(TRIED) }),
		good: 9,
		bad: ['nine', '9/..', 'https://service.test/api/videos/9'],
	},
	{
		names: 'Time Available',
		parameters: withField({ timeAvailable: TRIED }),
		good: '2026-05-01T00:00:00Z',
		bad: ['soon', 5, '01/02/2026'],
	},
	{
		names: 'Metadata',
		parameters: withField({ metadata: { entries: [{ key: TRIED, kind: 'text', value: 'x' }] } }),
		good: 'director',
		bad: ['', 'advertising_keywords', 'series_name', 'season_number'],
	},
	{
		names: 'Metadata',
		parameters: withField({ metadataJson: TRIED }),
		good: { director: 'x' },
		bad: ['[1]', 'none', { movie_name: 'x' }],
	},
]);
