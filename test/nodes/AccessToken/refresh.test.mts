import nock from 'nock';
import { describe, expect, it } from 'vitest';

import { oAuth2Credential, runNode } from '../../kit/engine.mts';
import { BASE_URL } from '../kit.mts';

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
