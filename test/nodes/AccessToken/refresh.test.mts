import nock from 'nock';
import { describe, expect, it } from 'vitest';

import { oAuth2Credential, runNode } from '../../kit/engine.mts';
import { BASE_URL, CUSTOMER_HEADERS, FOR_CUSTOMER, itRefuses, itSends, TRIED } from '../kit.mts';

const request = { method: 'POST', path: '/oauth/token' };
const answer = { access_token: 'abcdef', refresh_token: 'next_one', expires_in: 7200 };
const given = answer;

itSends('accessToken', 'refresh', {
	'nothing but the refresh token, for each item': {
		parameters: { refreshToken: '={{ $json.token }}' },
		input: [{ token: 'first_one' }, { token: 'second_one' }],
		sends: [
			{ ...request, body: { grant_type: 'refresh_token', refresh_token: 'first_one' } },
			{ ...request, body: { grant_type: 'refresh_token', refresh_token: 'second_one' } },
		],
		answer,
		gives: [given, [given, 1]],
	},
	'every parameter': {
		parameters: { refreshToken: 'first_one', options: FOR_CUSTOMER },
		sends: [
			{
				...request,
				body: { grant_type: 'refresh_token', refresh_token: 'first_one' },
				headers: CUSTOMER_HEADERS,
			},
		],
		answer,
		gives: [given],
	},
});

itRefuses('accessToken', 'refresh', [
	{
		names: 'Refresh Token',
		parameters: { refreshToken: TRIED },
		good: 'first_one',
		bad: ['', null],
	},
]);

describe('accessToken refresh fails', () => {
	const refresh = async () =>
		await runNode({
			node: 'accessToken',
			parameters: { operation: 'refresh', refreshToken: 'first_one' },
			credential: oAuth2Credential(BASE_URL),
		});

	it('with the way out of a token that is used up, and without the token', async () => {
		nock('https://service.test')
			.post('/api/oauth/token')
			.reply(400, { error: 'invalid_grant', error_description: 'first_one is used up' });
		const { error } = await refresh();
		expect(error?.message).toBe('The service did not accept the refresh token');
		expect(error?.description).toContain('pair the device again');
		expect(error?.description).toContain('"invalid_grant: [hidden] is used up"');
	});

	it('at once when the answer is lost, because a refresh token can be used once', async () => {
		const scope = nock('https://service.test').post('/api/oauth/token').reply(503);
		const { error } = await refresh();
		expect(error?.description).toContain('The refresh token may be used up');
		expect(scope.isDone()).toBe(true);
	});
});
