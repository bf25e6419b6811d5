import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

/** The credential that {@link authenticationField} chooses; the node has `testApiKey` among its methods. */
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

/** In the place of the choice where only the client of the OAuth2 credential can be used. */
export function clientOnlyField(): INodeProperties {
	return {
		displayName: 'Authentication',
		name: 'authentication',
		type: 'hidden',
		default: 'oAuth2',
	};
}
