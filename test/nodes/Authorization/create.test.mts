import {
	badIds,
	BASE_URL,
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	TRIED,
	waysToSayFive,
} from '../kit.mts';

const request = { method: 'POST', path: '/authorizations' };
const body = { customer: `${BASE_URL}/customers/7`, video: `${BASE_URL}/videos/5` };
const answer = { _links: { video: { href: 'video' } }, token: 'abcdef', player: { host: 'h' } };
const given = { token: 'abcdef', player_host: 'h', video: 'video' };
const ways = waysToSayFive('videos');

itSends('authorization', 'create', {
	'nothing but what is required, whatever way the video is said': {
		parameters: { customer: chosen(7), video: chosen('={{ $json.video }}') },
		input: ways.map((way) => ({ video: way })),
		sends: ways.map(() => ({ ...request, body })),
		answer,
		gives: ways.map((_, item) => [given, item]),
	},
	'every parameter': {
		parameters: {
			customer: chosen(body.customer, 'url'),
			video: chosen('5', 'list'),
			options: FOR_CUSTOMER,
		},
		sends: [{ ...request, body, headers: CUSTOMER_HEADERS }],
		answer,
		gives: [given],
	},
});

itRefuses('authorization', 'create', [
	{
		names: 'Customer',
		parameters: { customer: chosen(TRIED), video: chosen(5) },
		good: 7,
		bad: badIds('videos'),
	},
	{
		names: 'Video',
		parameters: { customer: chosen(7), video: chosen(TRIED) },
		good: 5,
		bad: badIds('customers'),
	},
]);
