import { BASE_URL, chosen, itSends, page } from '../kit.mts';

const row = (name: string) => ({
	_links: { self: { href: `${BASE_URL}/collections/12` } },
	name,
});

itSends('browse', 'getAll', {
	'the page size, and returns both of two rows with the same href': {
		parameters: { product: chosen(3), returnAll: true, output: 'selected', outputFields: 'name' },
		sends: [
			{
				method: 'GET',
				path: '/browse',
				query: { product: `${BASE_URL}/products/3`, page: '1', per_page: '100' },
			},
		],
		answer: page('items', [row('Series'), row('Films')]),
		gives: [
			{ id: 12, name: 'Series' },
			{ id: 12, name: 'Films' },
		],
	},
});
