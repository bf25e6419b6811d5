import {
	badIds,
	BASE_URL,
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	page,
	TRIED,
} from '../kit.mts';

const video = (id: number) => `${BASE_URL}/videos/${id}`;
const sent = { method: 'GET', path: '/comments' };
const answer = page('comments', [{ id: 1, _links: { self: { href: 'me' } } }, { id: 2 }]);
const first = { href: 'me', id: 1 };
const second = { id: 2 };

itSends('comment', 'getAll', {
	'nothing but the video, for each item': {
		parameters: { video: chosen('={{ $json.video }}') },
		input: [{ video: 5 }, { video: `${video(6)}/` }],
		sends: [
			{ ...sent, query: { video: video(5), page: '1', per_page: '50' } },
			{ ...sent, query: { video: video(6), page: '1', per_page: '50' } },
		],
		answer,
		gives: [
			[first, 0],
			[second, 0],
			[first, 1],
			[second, 1],
		],
	},
	'every parameter': {
		parameters: {
			video: chosen('5', 'list'),
			returnAll: true,
			output: 'raw',
			options: { page: 2, perPage: 10, ...FOR_CUSTOMER },
		},
		sends: [
			{
				...sent,
				query: { video: video(5), page: '2', per_page: '10' },
				headers: CUSTOMER_HEADERS,
			},
		],
		answer,
		gives: [{ id: 1, _links: { self: { href: 'me' } } }, { id: 2 }],
	},
	'no more than Limit': {
		parameters: { video: chosen(5), limit: 1 },
		sends: [{ ...sent, query: { video: video(5), page: '1', per_page: '1' } }],
		answer,
		gives: [first],
	},
});

itRefuses('comment', 'getAll', [
	{ names: 'Video', parameters: { video: chosen(TRIED) }, good: 5, bad: badIds('comments') },
]);
