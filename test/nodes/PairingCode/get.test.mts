import { inspect } from 'node:util';

import nock from 'nock';
import { expect, it } from 'vitest';

import { CLIENT_SECRET, oAuth2Credential, runNode } from '../../kit/engine.mts';
import { BASE_URL, itRefuses, TRIED } from '../kit.mts';

const query = { client_id: 'client_for_tests', client_secret: CLIENT_SECRET };
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
