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

const sent = { method: 'GET', path: '/live_events/5' };
// The service gives this address itself, without an object around it (docs/service.md, Live
// events).
const answer = {
	_links: { self: 'me', latest_video: { href: 'video' } },
	id: 5,
	title: 'The opening',
};
const simplified = { href: 'me', id: 5, title: 'The opening' };
const ways = waysToSayFive('live_events');

itSends('liveEvent', 'get', {
	'one request, whatever way the id is said': {
		parameters: { liveEvent: chosen('={{ $json.id }}') },
		input: ways.map((id) => ({ id })),
		sends: ways.map(() => sent),
		answer,
		gives: ways.map((_, item) => [simplified, item]),
	},
	'every parameter': {
		parameters: { liveEvent: chosen('5', 'list'), output: 'raw', options: FOR_CUSTOMER },
		sends: [{ ...sent, headers: CUSTOMER_HEADERS }],
		answer,
		gives: [answer],
	},
});

itRefuses('liveEvent', 'get', [
	{
		names: 'Live Event',
		parameters: { liveEvent: chosen(TRIED) },
		good: 5,
		bad: badIds('videos'),
	},
]);
