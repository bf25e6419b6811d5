import { inspect } from 'node:util';

import nock from 'nock';
import { expect, it } from 'vitest';

import { CLIENT_SECRET, oAuth2Credential, runNode } from '../../kit/engine.mts';
import { BASE_URL, CUSTOMER_HEADERS, FOR_CUSTOMER, itRefuses, itSends, TRIED } from '../kit.mts';

const query = { client_id: 'client_for_tests', client_secret: CLIENT_SECRET };
const answer = { access_token: 'abcdef', refresh_token: 'next_one', scope: 'public' };
const given = answer;

itSends('pairingCode', 'get', {
	'the code as one segment of the path, for each item': {
		parameters: { code: '={{ $json.code }}' },
		input: [{ code: 'A1B2C3' }, { code: 123456 }, { code: 'a%2f:$&é' }],
		sends: [
			{ method: 'GET', path: '/oauth/codes/A1B2C3', query },
			{ method: 'GET', path: '/oauth/codes/123456', query },
			{ method: 'GET', path: '/oauth/codes/a%252f%3A%24%26%C3%A9', query },
		],
		answer,
		gives: [given, [given, 1], [given, 2]],
	},
	'every parameter': {
		parameters: { code: 'A1B2C3', output: 'raw', options: FOR_CUSTOMER },
		sends: [{ method: 'GET', path: '/oauth/codes/A1B2C3', query, headers: CUSTOMER_HEADERS }],
		answer,
		gives: [answer],
	},
});

itRefuses('pairingCode', 'get', [
	{
		names: 'Code',
		parameters: { code: TRIED },
		good: 'A1B2C3',
		bad: ['', null, 'a/b', 'a?b', 'a#b', '.', '..', 'a..b', 'a b', ' A1B2C3', { code: 'A1B2C3' }],
	},
]);

it('says of a code that is not paired yet what to do, and tells nobody the secret', async () => {
	nock('https://service.test')
		.get('/api/oauth/codes/A1B2C3')
		.query(query)
		.reply(404, { message: `No code for ${CLIENT_SECRET}` });
	const { error } = await runNode({
		node: 'pairingCode',
		parameters: { operation: 'get', code: 'A1B2C3' },
		credential: oAuth2Credential(BASE_URL),
	});
	expect(error?.message).toBe('The code is not paired yet');
	expect(error?.description).toContain('Ask again');
	expect(error?.description).toContain('"No code for [hidden]"');
	expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(CLIENT_SECRET);
});
