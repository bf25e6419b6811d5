import { expect, it } from 'vitest';

import { VideoSubscriptionApi } from '../../credentials/VideoSubscriptionApi.credentials';

const request = { url: '/products', headers: { accept: 'application/json' } };

it.each([
	[{ apiKey: 'key_1f6b' }, 'key_1f6b'],
	[{ apiKey: ' key_1f6b\n' }, 'key_1f6b'],
	[{}, ''],
])('a request with the credential %j has the user name %j and no password', async (data, key) => {
	const authenticated = await new VideoSubscriptionApi().authenticate(data, request);
	expect(authenticated).toEqual({ ...request, auth: { username: key, password: '' } });
});
