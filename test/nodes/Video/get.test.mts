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

const sent = { method: 'GET', path: '/videos/5' };
const answer = {
	_links: { self: { href: 'me' }, files: { href: 'files' } },
	_embedded: { files: [{ _links: { self: { href: 'file' } }, quality: '720p' }] },
	id: 5,
};
const full = {
	href: 'me',
	links: { files: 'files' },
	files: [{ href: 'file', quality: '720p' }],
	id: 5,
};
const ways = waysToSayFive('videos');

itSends('video', 'get', {
	'one request, whatever way the id is said': {
		parameters: { video: chosen('={{ $json.id }}', 'list') },
		input: ways.map((id) => ({ id })),
		sends: ways.map(() => sent),
		answer,
		gives: ways.map((_, item) => [{ id: 5, href: 'me' }, item]),
	},
	'everything, tidied up': {
		parameters: { video: chosen(5), output: 'full' },
		sends: [sent],
		answer,
		gives: [full],
	},
	'every parameter': {
		parameters: { video: chosen(5), output: 'raw', options: FOR_CUSTOMER },
		sends: [{ ...sent, headers: CUSTOMER_HEADERS }],
		answer,
		gives: [answer],
	},
});

itRefuses('video', 'get', [
	{ names: 'Video', parameters: { video: chosen(TRIED) }, good: 5, bad: badIds('collections') },
	{
		names: 'Request: Client IP',
		parameters: { video: chosen(5), options: { clientIp: TRIED } },
		good: '2001:db8::7',
		bad: ['', 'here'],
	},
	{
		names: 'Request: On Behalf Of Customer',
		parameters: { video: chosen(5), options: { onBehalfOfCustomer: chosen(TRIED) } },
		good: 7,
		bad: badIds('videos'),
	},
]);
