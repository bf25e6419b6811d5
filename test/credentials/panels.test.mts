import { runInNewContext } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { VideoSubscriptionApi } from '../../credentials/VideoSubscriptionApi.credentials';
import { VideoSubscriptionOAuth2Api } from '../../credentials/VideoSubscriptionOAuth2Api.credentials';

const BASE_URL = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://api.example.com',
	description: 'The URL of the API, beginning with https://. It is not the URL of the website.',
};
const HEADER_PREFIX = {
	displayName: 'Header Prefix',
	name: 'headerPrefix',
	type: 'string',
	default: 'SVC',
	description:
		'Leave SVC, unless your service documents other names for its headers SVC-Customer and SVC-Client-IP. Then enter the part before -Customer.',
};

describe.each([
	['videoSubscriptionApi', 'Video Subscription API', VideoSubscriptionApi],
	['videoSubscriptionOAuth2Api', 'Video Subscription OAuth2 API', VideoSubscriptionOAuth2Api],
])('the credential %s', (name, displayName, Credential) => {
	it('has the promised names, an icon and a page that explains it', () => {
		expect(new Credential()).toMatchObject({
			name,
			displayName,
			icon: {
				light: 'file:../icons/videoSubscription.svg',
				dark: 'file:../icons/videoSubscription.dark.svg',
			},
			documentationUrl: expect.stringMatching(/^https:.*#credentials$/),
		});
	});

	it('begins with the Base URL and ends with the Header Prefix', () => {
		const { properties } = new Credential();
		expect(properties.at(0)).toEqual(BASE_URL);
		expect(properties.at(-1)).toEqual(HEADER_PREFIX);
	});
});

it('the API key is a required secret', () => {
	expect(new VideoSubscriptionApi().properties).toHaveLength(3);
	expect(new VideoSubscriptionApi().properties[1]).toEqual({
		displayName: 'API Key',
		name: 'apiKey',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		required: true,
		description: 'The account owner creates keys in the administration area of the service',
	});
});

it('the OAuth2 credential makes n8n request a token with client credentials in the body', () => {
	const { extends: extended, test, properties } = new VideoSubscriptionOAuth2Api();
	expect(extended).toEqual(['oAuth2Api']);
	expect(test.request).toMatchObject({
		url: '/products',
		qs: { per_page: 1 },
		headers: { 'User-Agent': expect.stringMatching(/^n8n-nodes-video-subscription\//) },
		disableFollowRedirect: true,
	});
	expect(properties.slice(1, -1)).toEqual([
		{
			displayName: 'Grant Type',
			name: 'grantType',
			type: 'hidden',
			default: 'clientCredentials',
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'hidden',
			default: expect.stringMatching(/"\/oauth\/token" : /),
		},
		{ displayName: 'Client ID', name: 'clientId', type: 'string', default: '', required: true },
		{
			displayName: 'Client Secret',
			name: 'clientSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
		},
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'string',
			default: 'read',
			description: expect.stringContaining('Writing may need a scope'),
		},
		{ displayName: 'Authentication', name: 'authentication', type: 'hidden', default: 'body' },
		{
			displayName: 'Send Additional Body Properties',
			name: 'sendAdditionalBodyProperties',
			type: 'hidden',
			default: false,
		},
	]);
});

it.each([
	['client', 'secret', 'https://service.test/oauth/token'],
	['client ', 'secret', /^the-client-id-or-client-secret-has-a-blank/],
	['client', 'secret\n', /^the-client-id-or-client-secret-has-a-blank/],
	['client', '\u200Bsecret', /^the-client-id-or-client-secret-has-a-blank/],
])('the token of client %j with the secret %j is requested from %s', (id, secret, url) => {
	const { properties } = new VideoSubscriptionOAuth2Api();
	const field = properties.find(({ name }) => name === 'accessTokenUrl');
	const $self = { baseUrl: 'https://service.test/', clientId: id, clientSecret: secret };
	const [, code = ''] = /^=\{\{(.*)\}\}$/.exec(String(field?.default)) ?? [];
	expect(runInNewContext(code, { $self })).toMatch(url);
});
