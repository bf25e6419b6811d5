import { isObject } from '../json';
import { credentialData, credentialId, type ServiceContext } from './credential';

/** Requests that fetch the first access token of a credential, by the credential's id. */
const firstRequests = new Map<string, Promise<unknown>>();

async function hasToken(context: ServiceContext): Promise<boolean> {
	const { oauthTokenData } = await credentialData(context);
	return isObject(oauthTokenData) && Boolean(oauthTokenData.access_token);
}

/**
 * Lets one request of a credential go first, until the credential has an access token: n8n renews a
 * token once for all, but fetches the first one for each request that finds none.
 *
 * @param request sends the request, which fetches the token when there is none
 * @throws what the request throws, also to those that waited for a first one that failed
 */
export async function sendWithOAuth2<T>(
	context: ServiceContext,
	request: () => Promise<T>,
): Promise<T> {
	const id = credentialId(context);
	while (!(await hasToken(context))) {
		const first = firstRequests.get(id);
		if (!first) {
			const mine = request();
			firstRequests.set(id, mine);
			try {
				return await mine;
			} finally {
				firstRequests.delete(id);
			}
		}
		await first;
	}
	return await request();
}
