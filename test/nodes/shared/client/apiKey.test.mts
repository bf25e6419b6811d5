import nock from 'nock';
import { describe, expect, it } from 'vitest';

import manifest from '../../../../package.json' with { type: 'json' };
import { USER_AGENT } from '../../../../nodes/shared/client/request';
import { API_KEY, apiKeyCredential, credentialTypes, runNode } from '../../../kit/engine.mts';

const ORIGIN = 'https://svc.test';

async function getProduct(data: Parameters<typeof apiKeyCredential>[1]) {
	const credential = apiKeyCredential(ORIGIN, data);
	const parameters = { resource: 'product', operation: 'get', product: 5, output: 'raw' };
	return await runNode({ node: 'product', parameters, credential });
}

describe('an API key', () => {
	it('is sent as the user name of a request, without pasted blanks', async () => {
		nock(ORIGIN).get('/products/5').basicAuth({ user: API_KEY, pass: '' }).reply(200, { id: 5 });
		const { json, error } = await getProduct({ apiKey: ` ${API_KEY}\n` });
		expect(error).toBeUndefined();
		expect(json).toEqual([{ id: 5 }]);
	});

	it.each([
		{ allowedHttpRequestDomains: 'none' },
		{ allowedHttpRequestDomains: 'domains', allowedDomains: 'elsewhere.test' },
	])('is sent to its Base URL whatever n8n allows other requests: %j', async (restriction) => {
		nock(ORIGIN).get('/products/5').reply(200, { id: 5 });
		expect((await getProduct(restriction)).json).toEqual([{ id: 5 }]);
	});
});

it('a request names the package and its version, as does the test of the OAuth2 credential', () => {
	expect(USER_AGENT).toBe(`${manifest.name}/${manifest.version}`);
	const { test } = credentialTypes.videoSubscriptionOAuth2Api ?? {};
	expect(test?.request.headers).toEqual({ 'User-Agent': USER_AGENT });
});
