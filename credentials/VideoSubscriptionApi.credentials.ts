import type {
	ICredentialDataDecryptedObject,
	Icon,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

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

	/**
	 * Sends the key as user name with an empty password (docs/service.md, API key). This is code because n8n would evaluate
	 * an expression for each request. Trims the key: a pasted one may end with a space or line break.
	 */
	async authenticate(
		{ apiKey }: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const username = typeof apiKey === 'string' ? apiKey.trim() : '';
		return { ...options, auth: { username, password: '' } };
	}
}
