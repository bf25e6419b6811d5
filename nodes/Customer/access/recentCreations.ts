import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { clock } from '../../shared/concurrency/clock';
import { inSmallLetters } from '../../shared/customer/customerByEmail';
import { credentialId } from '../../shared/http/credential';
import { parseBaseUrl } from '../../shared/reference/baseUrl';

/** A new record takes seconds to appear in lists (docs/service.md, Lists); this is ample. */
const REMEMBERED_FOR_MS = 5 * 60_000;

interface Creation {
	/** As the service answered it. */
	id: unknown;
	/** By the monotonic clock. */
	until: number;
}

/** By service, credential and address: the order of insertion is that of expiry. */
const creations = new Map<string, Creation>();

function keyOf(
	context: IExecuteSingleFunctions,
	{ baseURL }: IHttpRequestOptions,
	email: string,
): string {
	return `${parseBaseUrl(baseURL)} ${credentialId(context)} ${inSmallLetters(email)}`;
}

function forgetExpired(): void {
	for (const [key, { until }] of creations) if (until <= clock.monotonic()) creations.delete(key);
}

/** Remembers a customer whom this process has created, for as long as lists may not show them. */
export function rememberCreation(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	email: string,
	{ id }: IDataObject,
): void {
	forgetExpired();
	creations.set(keyOf(context, options, email), {
		id,
		until: clock.monotonic() + REMEMBERED_FOR_MS,
	});
}

/**
 * The id of the customer whom this process has created with an address within the last minutes, as the service answered
 * it; `undefined` when there is none.
 */
export function recentlyCreated(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	email: string,
): unknown {
	forgetExpired();
	return creations.get(keyOf(context, options, email))?.id;
}
