import nock from 'nock';
import { expect, it } from 'vitest';

import { oAuth2Credential, runNode } from '../../kit/engine.mts';
import { BASE_URL } from '../kit.mts';

it.each([400, 401])(
	'refresh says after a %i what to do about a used refresh token, and does not show the token',
	async (status) => {
		nock('https://service.test')
			.post('/api/oauth/token')
			.reply(status, { error: 'invalid_grant', error_description: 'first_one is used up' });
		const { error } = await runNode({
			node: 'accessToken',
			parameters: { operation: 'refresh', refreshToken: 'first_one' },
			credential: oAuth2Credential(BASE_URL),
		});
		expect(error?.message).toBe('The service did not accept the refresh token');
		expect(error?.description).toContain('pair the device again');
		expect(error?.description).toContain('"invalid_grant: [hidden] is used up"');
	},
);
