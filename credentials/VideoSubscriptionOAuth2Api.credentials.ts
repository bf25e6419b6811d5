import type { Icon, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

export class VideoSubscriptionOAuth2Api implements ICredentialType {
	name = 'videoSubscriptionOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Video Subscription OAuth2 API';

	icon: Icon = {
		light: 'file:../icons/videoSubscription.svg',
		dark: 'file:../icons/videoSubscription.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-video-subscription/n8n-nodes-video-subscription#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description: 'The address of the service, beginning with https://',
		},
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
			// The client secret goes to the service over https, or to this machine, and nowhere else.
			default:
				'={{ /^(https:\\/\\/|http:\\/\\/(localhost|127\\.0\\.0\\.1|\\[::1\\])(:|\\/|$))/.test($self["baseUrl"]) ? $self["baseUrl"].replace(/\\/+$/, "") + "/oauth/token" : "the-base-url-must-begin-with-https:" }}',
		},
		{
			displayName: 'Client ID',
			name: 'clientId',
			type: 'string',
			default: '',
			required: true,
		},
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
			description: 'What the access token is for, as registered with the service',
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'hidden',
			default: 'body',
		},
		{
			// The service takes no others.
			displayName: 'Send Additional Body Properties',
			name: 'sendAdditionalBodyProperties',
			type: 'hidden',
			default: false,
		},
		{
			displayName: 'Header Prefix',
			name: 'headerPrefix',
			type: 'string',
			default: 'SVC',
			description:
				'What the names of the service’s own headers begin with: SVC makes SVC-Customer and SVC-Client-IP',
		},
	];

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.replace(/\\/+$/, "") }}',
			url: '/products',
			qs: { per_page: 1 },
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'The service did not accept the access token. Check the Client ID, the Client Secret and the Scope.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 403,
					message: 'The service does not allow this client to read products. Check the Scope.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message:
						'No service answers at the Base URL. Check the address: it must be that of the API.',
				},
			},
		],
	};
}
