import { CUSTOMER_HEADERS, FOR_CUSTOMER, itSends, page } from '../kit.mts';

const sent = { method: 'GET', path: '/videos' };
const answer = page('videos', [{ id: 5, _links: { self: { href: 'me' } } }, { id: 6 }]);

itSends('video', 'getAll', {
	'nothing set': {
		parameters: {},
		sends: [{ ...sent, query: { page: '1', per_page: '50' } }],
		answer,
		gives: [{ id: 5, href: 'me' }, { id: 6 }],
	},
	'every parameter': {
		parameters: {
			returnAll: true,
			output: 'raw',
			filters: { query: 'salt', plan: ['free', 'public'] },
			sorting: { sort: 'finishes' },
			options: { page: 2, perPage: 10, ...FOR_CUSTOMER },
		},
		sends: [
			{
				...sent,
				query: { query: 'salt', plan: 'free,public', sort: 'finishes', page: '2', per_page: '10' },
				headers: CUSTOMER_HEADERS,
			},
		],
		answer,
		gives: [{ id: 5, _links: { self: { href: 'me' } } }, { id: 6 }],
	},
	'a list for each item, empty ones too': {
		parameters: { filters: { plan: '={{ $json.plan }}' } },
		input: [{ plan: 'free' }, { plan: ['standard', 'public'] }],
		sends: [
			{ ...sent, query: { plan: 'free', page: '1', per_page: '50' } },
			{ ...sent, query: { plan: 'standard,public', page: '1', per_page: '50' } },
		],
		answer: page('videos', []),
		gives: [],
	},
});
