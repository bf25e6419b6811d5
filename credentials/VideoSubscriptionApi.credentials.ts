import type { IAuthenticateGeneric, Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

export class VideoSubscriptionApi implements ICredentialType {
	name = 'videoSubscriptionApi';

	displayName = 'Video Subscription API';

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
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The account owner creates keys in the administration area of the service',
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

	/** The key is the user name; the password is empty (spec, API key 1). */
	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: {
			auth: {
				username: '={{$credentials.apiKey}}',
				password: '',
			},
		},
	};
}
