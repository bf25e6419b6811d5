import { expect, it } from 'vitest';

import { WEB_PAGE } from '../../../nodes/shared/client/response';
import { CLIENT_SECRET } from '../../kit/engine.mts';
import { Account } from '../account.mts';
import { itSends } from '../kit.mts';

itSends('accessToken', 'create', {
	'the client and the scope of the credential': {
		parameters: {},
		sends: [
			{
				method: 'POST',
				path: '/oauth/token',
				body: {
					grant_type: 'client_credentials',
					scope: 'read',
					client_id: 'client_for_tests',
					client_secret: CLIENT_SECRET,
				},
			},
		],
		answer: { access_token: 'a' },
		gives: [{ access_token: 'a' }],
	},
});

const account = new Account('accessToken', { authentication: 'oAuth2' });

it.each([
	['create', 403],
	['refresh', 401],
])(
	'%s says that a web page with the status %i is one, and not what it refuses',
	async (operation, status) => {
		account.fail('POST', { kind: 'html', status, times: Infinity });
		const { error, items } = await account.run({ operation, refreshToken: 'first_one' });
		expect(items).toEqual([]);
		expect(error?.message).toBe(WEB_PAGE.cause);
		expect(error?.description).toContain(WEB_PAGE.remedy);
		expect(error?.description).not.toMatch(/account owner|Use the refresh token|Client Secret/);
	},
);
