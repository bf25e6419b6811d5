import {
	badIds,
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	TRIED,
} from '../kit.mts';

const sent = { method: 'GET', path: '/videos/5/files' };
const file = { _links: { self: { href: 'me' }, source: { href: 'stream' } }, quality: '720p' };
const simplified = { href: 'me', source: 'stream', quality: '720p' };

itSends('video', 'getFiles', {
	'nothing set, for two items': {
		parameters: { video: chosen(5) },
		input: [{}, {}],
		sends: [sent, sent],
		answer: [file, file],
		gives: [simplified, simplified, [simplified, 1], [simplified, 1]],
	},
	'every parameter': {
		parameters: {
			video: chosen(5),
			output: 'raw',
			filters: { quality: '720p', format: 'm3u8' },
			options: FOR_CUSTOMER,
		},
		sends: [{ ...sent, query: { quality: '720p', format: 'm3u8' }, headers: CUSTOMER_HEADERS }],
		answer: [file],
		gives: [file],
	},
});

const refused = {
	names: 'Video',
	parameters: { video: chosen(TRIED) },
	good: 5,
	bad: badIds('files'),
};
itRefuses('video', 'getFiles', [refused], []);
