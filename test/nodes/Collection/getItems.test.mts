import {
	badIds,
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	page,
	TRIED,
} from '../kit.mts';

const sent = { method: 'GET', path: '/collections/5/items' };
const answer = page('items', [{ id: 5, item_id: 9, _links: { self: { href: 'me' } } }]);
const simplified = { id: 5, item_id: 9, href: 'me' };
const wholePage = { page: '1', per_page: '50' };

itSends('collection', 'getItems', {
	'nothing set, for two items': {
		parameters: { collection: chosen(5) },
		input: [{}, {}],
		sends: [
			{ ...sent, query: wholePage },
			{ ...sent, query: wholePage },
		],
		answer,
		gives: [simplified, [simplified, 1]],
	},
	'every parameter': {
		parameters: {
			collection: chosen(5),
			returnAll: true,
			output: 'raw',
			filters: { includeEvents: true, query: 'tide', type: 'seasons' },
			sorting: { sort: 'position' },
			options: { page: 2, perPage: 9, ...FOR_CUSTOMER },
		},
		sends: [
			{
				...sent,
				query: {
					include_events: '1',
					query: 'tide',
					type: 'seasons',
					sort: 'position',
					page: '2',
					per_page: '9',
				},
				headers: CUSTOMER_HEADERS,
			},
		],
		answer,
		gives: [{ id: 5, item_id: 9, _links: { self: { href: 'me' } } }],
	},
	'a switch that is off': {
		parameters: { collection: chosen(5), filters: { includeEvents: false } },
		sends: [{ ...sent, query: { include_events: '0', ...wholePage } }],
		answer: page('items', []),
		gives: [],
	},
});

itRefuses('collection', 'getItems', [
	{ names: 'Collection', parameters: { collection: chosen(TRIED) }, good: 5, bad: badIds('items') },
]);
