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

/** Returns the first field of both credentials. */
export function baseUrlField(): INodeProperties {
	return {
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://api.example.com',
		description: 'The address of the service, beginning with https://',
	};
}

/** Returns the last field of both credentials. */
export function headerPrefixField(): INodeProperties {
	return {
		displayName: 'Header Prefix',
		name: 'headerPrefix',
		type: 'string',
		default: 'SVC',
		description:
			'What the names of the service’s own headers begin with: SVC makes SVC-Customer and SVC-Client-IP',
	};
}
