import {
	badIds,
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	TRIED,
	waysToSayFive,
} from '../kit.mts';

const sent = { method: 'GET', path: '/comments/5' };
const answer = {
	_links: { self: { href: 'me' }, video: { href: 'video' } },
	_embedded: { comments: [{ id: 6, _links: { self: { href: 'reply' } } }] },
	id: 5,
};
const full = {
	href: 'me',
	links: { video: 'video' },
	comments: [{ href: 'reply', id: 6 }],
	id: 5,
};
const ways = waysToSayFive('comments');

itSends('comment', 'get', {
	'one request, whatever way the id is said': {
		parameters: { comment: chosen('={{ $json.id }}') },
		input: ways.map((id) => ({ id })),
		sends: ways.map(() => sent),
		answer,
		gives: ways.map((_, item) => [{ id: 5, href: 'me' }, item]),
	},
	'everything, tidied up': {
		parameters: { comment: chosen(5), output: 'full' },
		sends: [sent],
		answer,
		gives: [full],
	},
	'every parameter': {
		parameters: { comment: chosen(5), output: 'raw', options: FOR_CUSTOMER },
		sends: [{ ...sent, headers: CUSTOMER_HEADERS }],
		answer,
		gives: [answer],
	},
});

itRefuses('comment', 'get', [
	{ names: 'Comment', parameters: { comment: chosen(TRIED) }, good: 5, bad: badIds('videos') },
]);
