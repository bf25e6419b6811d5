import {
	BASE_URL,
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	page,
	TRIED,
} from '../kit.mts';

const sent = { method: 'GET', path: '/collections' };
const answer = page('collections', [{ id: 5, _links: { self: { href: 'me' } } }, { id: 6 }]);
const five = { id: 5, href: 'me' };
const six = { id: 6 };
const wholePage = { page: '1', per_page: '50' };

itSends('collection', 'getAll', {
	'nothing set, for two items': {
		parameters: {},
		input: [{}, {}],
		sends: [
			{ ...sent, query: wholePage },
			{ ...sent, query: wholePage },
		],
		answer,
		gives: [five, six, [five, 1], [six, 1]],
	},
	'every parameter': {
		parameters: {
			returnAll: true,
			output: 'raw',
			filters: {
				active: true,
				plan: ['standard'],
				product: chosen(101),
				query: 'sea',
				type: ['series', 'section'],
			},
			sorting: { sort: 'latest' },
			options: { page: 3, perPage: 7, ...FOR_CUSTOMER },
		},
		sends: [
			{
				...sent,
				query: {
					active: 'true',
					plan: 'standard',
					product: `${BASE_URL}/products/101`,
					query: 'sea',
					type: 'series,section',
					sort: 'latest',
					page: '3',
					per_page: '7',
				},
				headers: CUSTOMER_HEADERS,
			},
		],
		answer,
		gives: [{ id: 5, _links: { self: { href: 'me' } } }, { id: 6 }],
	},
	'a switch that is off': {
		parameters: { limit: 2, filters: { active: false } },
		sends: [{ ...sent, query: { active: 'false', page: '1', per_page: '2' } }],
		answer: page('collections', []),
		gives: [],
	},
});

itRefuses('collection', 'getAll', [
	{
		names: 'Type',
		parameters: { filters: { type: TRIED } },
		good: ['series', 'movie'],
		bad: [[], '', null, 'film', ['series', 'film'], { series: true }],
	},
	{
		names: 'Product',
		parameters: { filters: { product: chosen(TRIED) } },
		good: 101,
		bad: ['', '1 2', `${BASE_URL}/videos/1`],
	},
	{ names: 'Limit', parameters: { limit: TRIED }, good: 1, bad: [0, 'many', 1.5] },
]);
