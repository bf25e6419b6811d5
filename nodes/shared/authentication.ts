import type {
	ICredentialDataDecryptedObject,
	IExecuteSingleFunctions,
	ILoadOptionsFunctions,
	INodeProperties,
	IPollFunctions,
} from 'n8n-workflow';

/** Where requests are made from: an operation, a searchable list, or the trigger. */
export type ServiceContext = IExecuteSingleFunctions | ILoadOptionsFunctions | IPollFunctions;

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

export function usesOAuth2(context: ServiceContext): boolean {
	return context.getNodeParameter('authentication', 'apiKey') === 'oAuth2';
}

/** The type of the credential that the node uses. */
export function credentialType(context: ServiceContext): string {
	return usesOAuth2(context) ? 'videoSubscriptionOAuth2Api' : 'videoSubscriptionApi';
}

/** The id of the credential that the node uses; empty where n8n gave none. */
export function credentialId(context: ServiceContext): string {
	return context.getNode().credentials?.[credentialType(context)]?.id ?? '';
}

/** The decrypted data of the credential that the node uses. */
export async function credentialData(
	context: ServiceContext,
): Promise<ICredentialDataDecryptedObject> {
	return await context.getCredentials(credentialType(context));
}
