import { runInNewContext } from 'node:vm';

import { type ICredentialType, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { VideoSubscriptionApi } from '../../credentials/VideoSubscriptionApi.credentials';
import { VideoSubscriptionOAuth2Api } from '../../credentials/VideoSubscriptionOAuth2Api.credentials';

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
});

/** Returns the fields of a credential, as saved credentials depend on them. */
const fieldsOf = ({ properties }: ICredentialType) =>
	properties.map(({ name, type, required, typeOptions, default: value }) =>
		[
			name,
			type,
			required && 'required',
			typeOptions?.password && 'secret',
			value !== '' && !String(value).startsWith('=') && `= ${String(value)}`,
		]
			.filter(Boolean)
			.join(' '),
	);

it('the API key is a required secret between the Base URL and the Header Prefix', () => {
	expect(fieldsOf(new VideoSubscriptionApi())).toEqual([
		'baseUrl string required',
		'apiKey string required secret',
		'testMode boolean = false',
		'testModeNotice notice',
		'headerPrefix string = SVC',
	]);
});

it('the OAuth2 credential makes n8n request a token with client credentials in the body', () => {
	const { extends: extended, test } = new VideoSubscriptionOAuth2Api();
	expect(extended).toEqual(['videoSubscriptionApi', 'oAuth2Api']);
	expect(test.request).toMatchObject({
		url: '/products',
		qs: { per_page: 1 },
		headers: { 'User-Agent': expect.stringMatching(/^n8n-nodes-video-subscription\//) },
		disableFollowRedirect: true,
	});
	expect(fieldsOf(new VideoSubscriptionOAuth2Api())).toEqual([
		'baseUrl string required',
		'grantType hidden = clientCredentials',
		'accessTokenUrl hidden',
		'clientId string required',
		'clientSecret string required secret',
		'scope string = read',
		'authentication hidden = body',
		'sendAdditionalBodyProperties hidden = false',
		'testMode boolean = false',
		'testModeNotice notice',
		'headerPrefix string = SVC',
	]);
});

it('the OAuth2 credential begins with the Base URL, which it inherits from the API key, and nothing else', () => {
	const inherited: INodeProperties[] = [];
	NodeHelpers.mergeNodeProperties(inherited, new VideoSubscriptionApi().properties);
	expect(inherited.map(({ name }) => name)).toEqual(['baseUrl']);
	NodeHelpers.mergeNodeProperties(inherited, new VideoSubscriptionOAuth2Api().properties);
	expect(inherited[0]).toMatchObject({ name: 'baseUrl' });
	expect(inherited.map(({ name }) => name)).not.toContain('apiKey');
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

it.each([VideoSubscriptionApi, VideoSubscriptionOAuth2Api])(
	'the window of a credential says what test mode does once the switch is on: %o',
	(Credential) => {
		const { properties } = new Credential();
		const shown = (testMode: boolean) =>
			properties
				.filter((field) => NodeHelpers.displayParameter({ testMode }, field, null, null))
				.filter(({ type }) => type === 'notice')
				.map(({ displayName }) => displayName);
		expect(shown(false)).toEqual([]);
		expect(shown(true)).toEqual([
			expect.stringMatching(/Nothing is changed.*published workflows fail.*name.*\(test mode\)/),
		]);
	},
);
