import { unlessCancelled } from '../concurrency/clock';
import { isObject } from '../json';
import { credentialData, credentialId, type ServiceContext } from './credential';
import type { Attempted } from './retryPolicy';

/**
 * Requests that fetch the first access token of a credential, by the credential's id, for as long as they are under
 * way.
 */
const firstRequests = new Map<string, Promise<Attempted>>();

async function hasToken(context: ServiceContext): Promise<boolean> {
	const { oauthTokenData } = await credentialData(context);
	return isObject(oauthTokenData) && Boolean(oauthTokenData.access_token);
}

function isUnsent(attempted: Attempted): boolean {
	return 'outcome' in attempted && Boolean(attempted.outcome.isUnsent);
}

/**
 * Lets one request of a credential go first, until the credential has an access token: n8n renews a token once for all,
 * but fetches the first one for each request that finds none. When no token is given, those that waited for it fail
 * alike; any other result of the first request is its own.
 */
export async function withFirstToken(
	context: ServiceContext,
	request: () => Promise<Attempted>,
	signal?: AbortSignal,
): Promise<Attempted> {
	const id = credentialId(context);
	while (!(await hasToken(context))) {
		const first = firstRequests.get(id);
		if (!first) {
			const mine = request().finally(() => firstRequests.delete(id));
			firstRequests.set(id, mine);
			return await mine;
		}
		// Its execution may be cancelled, which is no reason for others to end.
		const attempted = await unlessCancelled(
			first.catch(() => undefined),
			signal,
		);
		if (attempted && isUnsent(attempted) && !(await hasToken(context))) return attempted;
	}
	return await request();
}
