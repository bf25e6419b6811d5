import type {
	ICredentialDataDecryptedObject,
	IExecuteSingleFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { unlessCancelled } from '../concurrency/clock';
import { isObject } from '../json';
import type { AttemptResult } from './retryPolicy';

/** The context of a request: an operation, a searchable list, or the trigger. */
export type ServiceContext = IExecuteSingleFunctions | ILoadOptionsFunctions | IPollFunctions;

export function usesOAuth2(context: ServiceContext): boolean {
	return context.getNodeParameter('authentication', 'apiKey') === 'oAuth2';
}

export function credentialType(context: ServiceContext): string {
	return usesOAuth2(context) ? 'videoSubscriptionOAuth2Api' : 'videoSubscriptionApi';
}

/** Returns the ID of the node's credential; empty where n8n gave none. */
export function credentialId(context: ServiceContext): string {
	return context.getNode().credentials?.[credentialType(context)]?.id ?? '';
}

export async function credentialData(
	context: ServiceContext,
): Promise<ICredentialDataDecryptedObject> {
	return await context.getCredentials(credentialType(context));
}

/** Pending requests that fetch the first access token of a credential, by the credential's ID. */
const firstRequests = new Map<string, Promise<AttemptResult>>();

async function hasToken(context: ServiceContext): Promise<boolean> {
	const { oauthTokenData } = await credentialData(context);
	return isObject(oauthTokenData) && Boolean(oauthTokenData.access_token);
}

function isUnsent(attempted: AttemptResult): boolean {
	return 'outcome' in attempted && Boolean(attempted.outcome.isUnsent);
}

/**
 * Sends one request of a credential at a time until the credential has an access token: n8n renews a token once for all
 * requests, but fetches the first token once for each of them. When the service gives no token, all waiting requests fail
 * with that; any other failure of the first request is its own.
 */
export async function withFirstToken(
	context: ServiceContext,
	request: () => Promise<AttemptResult>,
	signal?: AbortSignal,
): Promise<AttemptResult> {
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
