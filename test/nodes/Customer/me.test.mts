import nock from 'nock';
import { expect, it } from 'vitest';

import { apiKeyCredential, runNode } from '../../kit/engine.mts';
import { BASE_URL, listen } from '../../kit/wire.mts';
import { chosen, page } from '../kit.mts';

it('requests to /me send the customer’s access token and no other credential', async () => {
	const scope = nock('https://service.test', {
		reqheaders: { authorization: 'Bearer token-of-ada' },
	});
	scope
		.get('/api/me/watching')
		.query(true)
		.reply(200, page('items', [{ id: 3 }]));
	const { json } = await runNode({
		node: 'customer',
		parameters: {
			operation: 'getWatching',
			customerSource: 'me',
			customerAccessToken: 'token-of-ada',
		},
		credential: apiKeyCredential(BASE_URL),
	});
	expect(json).toMatchObject([{ id: 3 }]);
	expect(scope.isDone()).toBe(true);
});

it.each(['', ' ', 'two words', 'line\r\nbreak'])(
	"the access token %j is nobody's, and nothing is sent",
	async (token) => {
		const sent = listen(() => ({}));
		const customerAccessToken = `={{ ${JSON.stringify(token)} }}`;
		const { error } = await runNode({
			node: 'customer',
			parameters: { operation: 'getWatching', customerSource: 'me', customerAccessToken },
			credential: apiKeyCredential(BASE_URL),
		});
		expect(error?.message).toMatch(/"Customer Access Token" is (?:empty|not a token)/);
		expect(error?.description).toMatch(/Fill in|Enter the access token of a paired customer/);
		expect(sent).toEqual([]);
	},
);

it('a Customer Source that is neither of the two is refused by its name', async () => {
	const sent = listen(() => ({}));
	const parameters = {
		operation: 'getWatching',
		customerSource: '={{ "her" }}',
		customer: chosen(7),
		customerAccessToken: 'token-of-ada',
	};
	const credential = apiKeyCredential(BASE_URL);
	const { error } = await runNode({ node: 'customer', parameters, credential });
	expect(error?.message).toContain('"Customer Source" ');
	expect(sent).toEqual([]);
});
