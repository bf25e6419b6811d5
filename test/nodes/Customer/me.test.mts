import { expect, it } from 'vitest';

import { apiKeyCredential, runNode } from '../../kit/engine.mts';
import { BASE_URL, listen } from '../../kit/wire.mts';

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
		expect(error?.message).toContain('Customer Access Token');
		expect(sent).toEqual([]);
	},
);
