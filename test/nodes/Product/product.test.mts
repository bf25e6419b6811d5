import { chosen, itSends, page } from '../kit.mts';

itSends('product', 'get', {
	'the ID in the path': {
		parameters: { product: chosen(5) },
		sends: [{ method: 'GET', path: '/products/5' }],
		answer: { id: 5 },
		gives: [{ id: 5 }],
	},
});

itSends('product', 'getAll', {
	'the filters, the sort and the first page': {
		parameters: {
			limit: 10,
			filters: { active: false, query: 'sea' },
			sorting: { sort: 'position' },
			options: { page: 2, perPage: 5 },
		},
		sends: [
			{
				method: 'GET',
				path: '/products',
				query: { active: 'false', query: 'sea', sort: 'position', page: '2', per_page: '5' },
			},
		],
		answer: page('products', [{ id: 5 }]),
		gives: [{ id: 5 }],
	},
});
