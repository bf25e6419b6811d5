import type { Instance } from '../../../scripts/lib/instance.mts';
import type { CredentialReference } from '../../../scripts/lib/n8nApi.mts';

export type Credentials = Record<
	'videoSubscriptionApi' | 'videoSubscriptionOAuth2Api',
	CredentialReference
>;

/** Creates both credentials of the package with valid values. */
export async function createCredentials({
	api,
	service,
}: Pick<Instance, 'api' | 'service'>): Promise<Credentials> {
	const create = async (name: string, type: keyof Credentials) =>
		await api.createCredential(name, type, service.credentials[type]);
	return {
		videoSubscriptionApi: await create('API key', 'videoSubscriptionApi'),
		videoSubscriptionOAuth2Api: await create('OAuth2', 'videoSubscriptionOAuth2Api'),
	};
}
