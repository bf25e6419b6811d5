import { expect, it } from 'vitest';

import { WEB_PAGE } from '../../../nodes/shared/client/response';
import { CLIENT_SECRET } from '../../kit/engine.mts';
import { Account } from '../account.mts';
import { itSends } from '../kit.mts';

const answer = { access_token: 'a', scope: 'public' };
const asks = (scope: string) => [
	{
		method: 'POST',
		path: '/oauth/token',
		body: {
			grant_type: 'client_credentials',
			scope,
			client_id: 'client_for_tests',
			client_secret: CLIENT_SECRET,
		},
	},
];

itSends('accessToken', 'create', {
	'the client and the scope of the credential': {
		parameters: {},
		sends: asks('read'),
		answer,
		gives: [answer],
	},
	'the scope of the field Scope': {
		parameters: { additionalFields: { scope: ' public\n' } },
		sends: asks('public'),
		answer,
		gives: [answer],
	},
});

itSends('accessToken', 'refresh', {
	'the refresh token without blanks and without the client': {
		parameters: { refreshToken: ' last_one\n' },
		sends: [
			{
				method: 'POST',
				path: '/oauth/token',
				body: { grant_type: 'refresh_token', refresh_token: 'last_one' },
			},
		],
		answer,
		gives: [answer],
	},
});

const account = new Account('accessToken', { authentication: 'oAuth2' });

it.each([
	['create', 200],
	['create', 401],
	['create', 403],
	['refresh', 200],
	['refresh', 400],
	['refresh', 401],
	['refresh', 403],
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
