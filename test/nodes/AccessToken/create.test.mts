import { CLIENT_SECRET } from '../../kit/engine.mts';
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
