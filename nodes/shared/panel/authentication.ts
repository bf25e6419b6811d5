import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

/** Returns the credentials that {@link authenticationField} chooses from. The node needs the method `testApiKey`. */
export function eitherCredential(): INodeCredentialDescription[] {
	return [
		{
			name: 'videoSubscriptionApi',
			required: true,
			testedBy: 'testApiKey',
			displayOptions: { show: { authentication: ['apiKey'] } },
		},
		{
			name: 'videoSubscriptionOAuth2Api',
			required: true,
			displayOptions: { show: { authentication: ['oAuth2'] } },
		},
	];
}

export function authenticationField(): INodeProperties {
	return {
		displayName: 'Authentication',
		name: 'authentication',
		type: 'options',
		options: [
			{ name: 'API Key', value: 'apiKey' },
			{ name: 'OAuth2', value: 'oAuth2' },
		],
		default: 'apiKey',
	};
}

/** Returns the hidden field of a node that only uses the client of the OAuth2 credential. */
export function clientOnlyField(): INodeProperties {
	return {
		displayName: 'Authentication',
		name: 'authentication',
		type: 'hidden',
		default: 'oAuth2',
	};
}
