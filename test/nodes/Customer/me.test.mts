import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

import { apiKeyCredential, runNode } from '../../kit/engine.mts';
import { BASE_URL, page } from '../kit.mts';

const TOKEN = 'customer_access_token_5d2e';
const video = `${BASE_URL}/videos/6`;

beforeAll(() => nock.disableNetConnect());
afterEach(() => {
	expect(nock.pendingMocks()).toEqual([]);
	nock.cleanAll();
});

async function run(operation: string, customerAccessToken = TOKEN) {
	return await runNode({
		node: 'customer',
		parameters: {
			operation,
			customerSource: 'me',
			customerAccessToken: `={{ ${JSON.stringify(customerAccessToken)} }}`,
			video: 6,
			limit: 2,
		},
		credential: apiKeyCredential(BASE_URL),
	});
}

const service = () => nock(BASE_URL, { reqheaders: { authorization: `Bearer ${TOKEN}` } });

describe('the owner of an access token', () => {
	it.each(['watching', 'watchlist'])('has a list of what is in %s', async (list) => {
		service()
			.get(`/me/${list}`)
			.query({ page: 1, per_page: 2 })
			.reply(200, page('items', [{ id: 6 }]));
		const operation = list === 'watching' ? 'getWatching' : 'getWatchlist';
		expect((await run(operation)).json).toEqual([{ id: 6 }]);
	});

	it('adds to the watchlist', async () => {
		service().put('/me/watchlist', { video }).reply(204);
		expect((await run('addToWatchlist')).json).toEqual([{ success: true, videoId: 6 }]);
	});

	it('removes from the watchlist', async () => {
		service().delete('/me/watchlist', { video }).reply(204);
		expect((await run('removeFromWatchlist')).json).toEqual([{ success: true, videoId: 6 }]);
	});

	it.each(['', ' ', 'two words', 'line\r\nbreak'])(
		'is nobody with the token %j, and nothing is sent',
		async (token) => {
			const { error } = await run('getWatching', token);
			expect(error?.message).toContain('Customer Access Token');
		},
	);
});
