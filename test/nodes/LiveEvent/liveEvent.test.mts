import { BASE_URL, chosen, itRefuses, itSends, page, TRIED } from '../kit.mts';

const event = {
	_links: { self: 'https://shows.example.com/live_events/7', live_event_page: { href: 'p' } },
	id: 7,
	name: 'Gala',
	title: null,
	short_description: 'Live',
	live_status: 'pending',
	product_ids: [1],
};
const simple = {
	id: 7,
	title: 'Gala',
	description: 'Live',
	live_status: 'pending',
	product_ids: [1],
	page: 'p',
	href: 'https://shows.example.com/live_events/7',
};

itSends('liveEvent', 'get', {
	'the ID in a URL on another host to the host of the credential': {
		parameters: { liveEvent: chosen('https://shows.example.com/live_events/7', 'url') },
		sends: [{ method: 'GET', path: '/live_events/7' }],
		answer: event,
		gives: [simple],
	},
});

itSends('liveEvent', 'getAll', {
	'the href of the product, the filters and the sort': {
		parameters: {
			product: chosen(3),
			limit: 10,
			filters: { plan: 'standard', query: 'gala' },
			sorting: { sort: 'title', order: 'DESC' },
		},
		sends: [
			{
				method: 'GET',
				path: '/live_events',
				query: {
					product: `${BASE_URL}/products/3`,
					plan: 'standard',
					query: 'gala',
					sort: 'title',
					order: 'DESC',
					page: '1',
					per_page: '10',
				},
			},
		],
		answer: page('live_events', [event]),
		gives: [simple],
	},
});

itRefuses('liveEvent', 'getAll', [
	{
		names: 'Order',
		parameters: { product: chosen(3), sorting: { sort: 'title', order: TRIED } },
		good: 'ASC',
		bad: ['up', 'asc desc'],
	},
	{
		names: 'Product',
		parameters: { product: chosen(TRIED) },
		good: 3,
		bad: ['', null, 'x y', 1.5],
	},
]);
