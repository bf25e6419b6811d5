import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { withOAuthClient } from '../../../../nodes/shared/request/oauthClient';

it.each(['qs', 'body'] as const)(
	'withOAuthClient adds the client, without the blanks of pasting, to the values in %s',
	async (place) => {
		const context = {
			getNodeParameter: () => 'oAuth2',
			getCredentials: async () => ({ clientId: ' id\n', clientSecret: '\tsecret ' }),
		} as unknown as IExecuteSingleFunctions;
		const client = { client_id: 'id', client_secret: 'secret' };
		const options: IHttpRequestOptions = { url: '/oauth/token', [place]: { code: 'A1' } };
		await withOAuthClient(place).call(context, options);
		expect(options).toEqual({ url: '/oauth/token', [place]: { code: 'A1', ...client } });
		const empty: IHttpRequestOptions = { url: '/oauth/token' };
		await withOAuthClient(place).call(context, empty);
		expect(empty[place]).toEqual(client);
	},
);
