import type { Icon, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

import { USER_AGENT } from '../nodes/shared/client/transport';
import {
	baseUrlField,
	headerPrefixField,
	testModeFields,
} from '../nodes/shared/panel/credentialFields';
import { OAUTH2_TEST_RULES } from '../nodes/shared/methods/checkCredential';
import { INVISIBLE } from '../nodes/shared/values/text';

/** Accepts what `parseBaseUrl` accepts: https, or http to a loopback host, without credentials, query or fragment. */
const BASE_URL = `/^[${INVISIBLE}]*(https:\\/\\/|http:\\/\\/(?=(localhost|127\\.0\\.0\\.1|\\[::1\\])(:|\\/|[${INVISIBLE}]|$)))[^\\/\\\\@?#${INVISIBLE}]+(\\/[^\\\\?#${INVISIBLE}]*)?[${INVISIBLE}]*$/iu`;

/** Matches the blanks and other unseen characters at the ends of a text, which come along when it is copied. */
const INVISIBLE_ENDS = `/^[${INVISIBLE}]+|[${INVISIBLE}]+$/gu`;

/**
 * Returns an expression for the Base URL without trailing slashes. For an invalid one the expression returns a made-up
 * scheme, which n8n refuses to request and quotes in its error, so that the client secret is sent nowhere.
 */
function checkedBaseUrl(value: string): string {
	return `(${value}.length < 2000 && ${BASE_URL}.test(${value}) ? ${value}.replace(${INVISIBLE_ENDS}, "").replace(/\\/+$/, "") : "the-base-url-must-begin-with-https-and-hold-no-user-name:")`;
}

/**
 * Returns an expression for the URL of the token, as {@link checkedBaseUrl} does. n8n sends the client as it was typed, so
 * a blank that was copied with it is reported in the same way instead of as a wrong secret.
 */
function tokenUrl(): string {
	const isTrimmed = `[$self["clientId"], $self["clientSecret"]].every((text) => !${INVISIBLE_ENDS}.test(text))`;
	return `={{ ${isTrimmed} ? ${checkedBaseUrl('$self["baseUrl"]')} + "/oauth/token" : "the-client-id-or-client-secret-has-a-blank-at-its-start-or-end:" }}`;
}

export class VideoSubscriptionOAuth2Api implements ICredentialType {
	name = 'videoSubscriptionOAuth2Api';

	// The fields of the first one come first: the Base URL.
	extends = ['videoSubscriptionApi', 'oAuth2Api'];

	displayName = 'Video Subscription OAuth2 API';

	icon: Icon = {
		light: 'file:../icons/videoSubscription.svg',
		dark: 'file:../icons/videoSubscription.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-video-subscription/n8n-nodes-video-subscription#credentials';

	properties: INodeProperties[] = [
		baseUrlField(),
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
			default: tokenUrl(),
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
			description:
				'The scope of the access token, as registered with the service. Writing may need a scope other than read, for example "read write".',
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'hidden',
			default: 'body',
		},
		{
			// The service accepts no other body properties.
			displayName: 'Send Additional Body Properties',
			name: 'sendAdditionalBodyProperties',
			type: 'hidden',
			default: false,
		},
		...testModeFields(),
		headerPrefixField(),
	];

	test: ICredentialTestRequest = {
		request: {
			baseURL: `={{ ${checkedBaseUrl('$credentials.baseUrl')} }}`,
			url: '/products',
			qs: { per_page: 1 },
			headers: { 'User-Agent': USER_AGENT },
			// The token is sent to the origin of the Base URL only.
			disableFollowRedirect: true,
		},
		// The type allows rules of one kind only; n8n accepts mixed rules.
		rules: OAUTH2_TEST_RULES as NonNullable<ICredentialTestRequest['rules']>,
	};
}
