import nock from 'nock';
import { describe, expect, it } from 'vitest';

import manifest from '../../../../package.json' with { type: 'json' };
import { USER_AGENT } from '../../../../nodes/shared/http/request';
import { API_KEY, apiKeyCredential, credentialTypes, runNode } from '../../../kit/engine.mts';

const ORIGIN = 'https://svc.test';

const { authenticate } = credentialTypes.videoSubscriptionApi ?? {};

async function getProduct(data: Parameters<typeof apiKeyCredential>[1]) {
	const credential = apiKeyCredential(ORIGIN, data);
	const parameters = { resource: 'product', operation: 'get', product: 5, output: 'raw' };
	return await runNode({ node: 'product', parameters, credential });
}

describe('an API key', () => {
	it('is the user name of every request, without pasted blanks', async () => {
		nock(ORIGIN).get('/products/5').basicAuth({ user: API_KEY, pass: '' }).reply(200, { id: 5 });
		const { json, error } = await getProduct({ apiKey: ` ${API_KEY}\n` });
		expect(error).toBeUndefined();
		expect(json).toEqual([{ id: 5 }]);
	});

	it('changes nothing else of a request', async () => {
		if (typeof authenticate !== 'function') throw new Error('It is put on the request by code');
		const options = { url: '/products', headers: { a: 'b' }, allowedDomains: 'svc.test' };
		expect(await authenticate({ apiKey: API_KEY }, options)).toEqual({
			...options,
			auth: { username: API_KEY, password: '' },
		});
	});

	it.each([
		{ allowedHttpRequestDomains: 'none' },
		{ allowedHttpRequestDomains: 'domains', allowedDomains: 'elsewhere.test' },
	])('goes to its own Base URL, wherever else it may be used: %j', async (restriction) => {
		nock(ORIGIN).get('/products/5').reply(200, { id: 5 });
		expect((await getProduct(restriction)).json).toEqual([{ id: 5 }]);
	});
});

it('a request names the package and its version, as does the test of the OAuth2 credential', () => {
	expect(USER_AGENT).toBe(`${manifest.name}/${manifest.version}`);
	const { test } = credentialTypes.videoSubscriptionOAuth2Api ?? {};
	expect(test?.request.headers).toEqual({ 'User-Agent': USER_AGENT });
});
