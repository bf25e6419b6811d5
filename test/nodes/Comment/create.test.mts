import nock from 'nock';
import { expect, it } from 'vitest';

import { apiKeyCredential, runNode } from '../../kit/engine.mts';
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

const customer = `${BASE_URL}/customers/7`;
const video = `${BASE_URL}/videos/5`;
const comment = `${BASE_URL}/comments/9`;
const request = { method: 'POST', path: '/comments' };
const given = { video: chosen(5), customer: chosen(7), content: 'What a finale!' };
const answer = { _links: { self: { href: 'me' } }, id: 10, content: 'What a finale!' };
const written = { id: 10, content: 'What a finale!', href: 'me' };
const ways = waysToSayFive('videos');

itSends('comment', 'create', {
	'nothing but what is required, whatever way the video is said': {
		parameters: { ...given, video: chosen('={{ $json.video }}') },
		input: ways.map((way) => ({ video: way })),
		sends: ways.map(() => ({ ...request, body: { video, customer, content: 'What a finale!' } })),
		answer,
		gives: ways.map((_, item) => [written, item]),
	},
	'every parameter': {
		parameters: {
			video: chosen(video, 'url'),
			customer: chosen('7', 'list'),
			content: '0',
			additionalFields: { comment: chosen('9', 'list') },
			options: FOR_CUSTOMER,
		},
		sends: [
			{ ...request, body: { video, customer, content: '0', comment }, headers: CUSTOMER_HEADERS },
		],
		answer,
		gives: [written],
	},
});

itRefuses('comment', 'create', [
	{
		names: 'Video',
		parameters: { ...given, video: chosen(TRIED) },
		good: 5,
		bad: badIds('customers'),
	},
	{
		names: 'Customer',
		parameters: { ...given, customer: chosen(TRIED) },
		good: 7,
		bad: badIds('videos'),
	},
	{ names: 'Content', parameters: { ...given, content: TRIED }, good: 'Salt', bad: ['', null] },
	{
		names: 'Reply To',
		parameters: { ...given, additionalFields: { comment: chosen(TRIED) } },
		good: 9,
		bad: badIds('videos'),
	},
]);

it('is not repeated when the answer is lost, and says how to check', async () => {
	const scope = nock('https://service.test').post('/api/comments').reply(502);
	const parameters = { operation: 'create', ...given };
	const { error } = await runNode({
		node: 'comment',
		parameters,
		credential: apiKeyCredential(BASE_URL),
	});
	expect(error?.description).toContain('may have been written all the same');
	expect(scope.isDone()).toBe(true);
});
