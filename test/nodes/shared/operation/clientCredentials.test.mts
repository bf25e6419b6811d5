import { CLIENT_SECRET } from '../../../kit/engine.mts';
import { itSends } from '../../kit.mts';

const client = { client_id: 'client_for_tests', client_secret: CLIENT_SECRET };
const answer = { code: 'A1B2C3', expires_in: 1800 };

itSends('pairingCode', 'create', {
	'the client of the credential in the body': {
		parameters: {},
		sends: [{ method: 'POST', path: '/oauth/codes', body: client }],
		answer,
		gives: [answer],
	},
});

itSends('pairingCode', 'get', {
	'the client of the credential in the query': {
		parameters: { code: 'A1B2C3' },
		sends: [{ method: 'GET', path: '/oauth/codes/A1B2C3', query: client }],
		answer: { access_token: 'abcdef' },
		gives: [{ access_token: 'abcdef' }],
	},
});
