import type {
	ICredentialDataDecryptedObject,
	Icon,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { trim } from '../nodes/shared/values/text';
import {
	baseUrlField,
	headerPrefixField,
	testModeFields,
} from '../nodes/shared/panel/credentialFields';

export class VideoSubscriptionApi implements ICredentialType {
	name = 'videoSubscriptionApi';

	displayName = 'Video Subscription API';

	icon: Icon = {
		light: 'file:../icons/videoSubscription.svg',
		dark: 'file:../icons/videoSubscription.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-video-subscription/n8n-nodes-video-subscription#credentials';

	// The OAuth2 credential inherits the Base URL, which thereby comes first there as well.
	properties: INodeProperties[] = [
		baseUrlField(),
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			doNotInherit: true,
			description: 'The account owner creates keys in the administration area of the service',
		},
		...testModeFields().map((field) => ({ ...field, doNotInherit: true })),
		{ ...headerPrefixField(), doNotInherit: true },
	];

	/**
	 * Sends the key as user name with an empty password (docs/developers/service.md, API key). Code, because n8n would evaluate an
	 * expression for each request. Trims the key: a pasted one may end with a space or line break.
	 */
	async authenticate(
		{ apiKey }: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const username = typeof apiKey === 'string' ? trim(apiKey) : '';
		return { ...options, auth: { username, password: '' } };
	}
}
