import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type * as AllItemsModule from '../../../../nodes/shared/execution/allItems';
import { built } from '../../../kit/built.mts';
import { itemContext } from '../../../kit/itemContext.mts';

const { requestOptionsOf } = built<typeof AllItemsModule>('shared/execution/allItems');

describe('the settings of a request that stands for all items', () => {
	const requestOptions = async (settings: IDataObject) =>
		await requestOptionsOf(
			Object.assign(itemContext(), {
				getNodeParameter: (name: string) => (name === 'requestOptions' ? settings : 'apiKey'),
				getCredentials: async () => ({ baseUrl: 'https://service.test/api' }),
			}),
		);

	it.each<[IDataObject, object]>([
		[{}, {}],
		[{ proxy: '' }, {}],
		[
			{ proxy: 'http://proxy.test:3128' },
			{ proxy: { protocol: 'http', host: 'proxy.test', port: 3128 } },
		],
		[
			{ proxy: 'https://me:mine@proxy.test:8' },
			{
				proxy: {
					...{ protocol: 'https', host: 'proxy.test', port: 8 },
					auth: { username: 'me', password: 'mine' },
				},
			},
		],
		[{ timeout: 500 }, { timeout: 500 }],
		[{ timeout: '' }, {}],
		[{ allowUnauthorizedCerts: true }, { skipSslCertificateValidation: true }],
		[{ allowUnauthorizedCerts: false }, {}],
	])('are those that n8n has for each item: %j', async (settings, options) => {
		const usual = { url: '', baseURL: 'https://service.test/api' };
		expect(await requestOptions(settings)).toEqual({ ...usual, ...options });
	});

	it.each(['proxy', 5])('are refused for a proxy that is no address: %j', async (proxy) => {
		await expect(requestOptions({ proxy })).rejects.toMatchObject({
			message: 'The parameter "Proxy" is not an address',
			description: expect.stringContaining('http://myproxy:3128'),
		});
	});
});
