import { inspect } from 'node:util';

import nock from 'nock';
import { expect, it } from 'vitest';

import { CLIENT_SECRET, oAuth2Credential, runNode } from '../../kit/engine.mts';
import { BASE_URL, itRefuses, itSends, TRIED } from '../kit.mts';

const query = { client_id: 'client_for_tests', client_secret: CLIENT_SECRET };
itRefuses('pairingCode', 'get', [
	{
		names: 'Code',
		parameters: { code: TRIED },
		good: 'A1B2C3',
		bad: [
			'',
			null,
			'a/b',
			'a?b',
			'a#b',
			'.',
			'..',
			'a..b',
			'a b',
			'A1\u200BB2',
			{ code: 'A1B2C3' },
		],
	},
]);

it('get explains a code that is not paired yet, and does not show the client secret', async () => {
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
	expect(error?.description).toContain('Try again');
	expect(error?.description).toContain('"No code for [hidden]"');
	expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(CLIENT_SECRET);
});

itSends('pairingCode', 'get', {
	'a code with other characters, encoded in the path': {
		parameters: { code: 'A1+B%2F&é' },
		sends: [{ method: 'GET', path: '/oauth/codes/A1%2BB%252F%26%C3%A9', query }],
		answer: { access_token: 'a', refresh_token: 'r' },
		gives: [{ access_token: 'a', refresh_token: 'r' }],
	},
});

itSends('pairingCode', 'create', {
	'the client in the body': {
		parameters: {},
		sends: [{ method: 'POST', path: '/oauth/codes', body: query }],
		answer: { code: 'A1B2C3', expires_in: 1800 },
		gives: [{ code: 'A1B2C3', expires_in: 1800 }],
	},
});
