import nock from 'nock';
import { expect, it } from 'vitest';

import { apiKeyCredential, runNode } from '../../kit/engine.mts';
import { BASE_URL, chosen, itOffers, itRefuses, itSends, TRIED } from '../kit.mts';

const [customer, video] = [chosen(7), chosen(51)];

itSends('authorization', 'create', {
	'the addresses of the customer and the video': {
		parameters: { customer, video },
		sends: [
			{
				method: 'POST',
				path: '/authorizations',
				body: { customer: `${BASE_URL}/customers/7`, video: `${BASE_URL}/videos/51` },
			},
		],
		answer: { token: 't' },
		gives: [{ token: 't' }],
	},
});

itRefuses('authorization', 'create', [
	{ names: 'Customer', parameters: { customer: chosen(TRIED), video }, good: 7, bad: ['', null] },
	{ names: 'Video', parameters: { customer, video: chosen(TRIED) }, good: 51, bad: ['', null] },
]);

itOffers('authorization', 'create', { customer: { required: true }, video: { required: true } });

it('is asked for again when the answer is lost: one that is not used expires', async () => {
	const scope = nock('https://service.test').post('/api/authorizations').reply(502);
	scope.post('/api/authorizations').reply(200, { token: 't' });
	const { json } = await runNode({
		node: 'authorization',
		parameters: { operation: 'create', customer, video },
		credential: apiKeyCredential(BASE_URL),
	});
	expect(json).toEqual([{ token: 't' }]);
	expect(scope.isDone()).toBe(true);
});
