import type {
	ICredentialDataDecryptedObject,
	IExecuteSingleFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

/** Where requests are made from: an operation, a searchable list, or the trigger. */
export type ServiceContext = IExecuteSingleFunctions | ILoadOptionsFunctions | IPollFunctions;

export function usesOAuth2(context: ServiceContext): boolean {
	return context.getNodeParameter('authentication', 'apiKey') === 'oAuth2';
}

export function credentialType(context: ServiceContext): string {
	return usesOAuth2(context) ? 'videoSubscriptionOAuth2Api' : 'videoSubscriptionApi';
}

/** The id of the credential that the node uses; empty where n8n gave none. */
export function credentialId(context: ServiceContext): string {
	return context.getNode().credentials?.[credentialType(context)]?.id ?? '';
}

export async function credentialData(
	context: ServiceContext,
): Promise<ICredentialDataDecryptedObject> {
	return await context.getCredentials(credentialType(context));
}
