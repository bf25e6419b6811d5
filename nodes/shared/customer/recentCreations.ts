import { NodeApiError, type IDataObject } from 'n8n-workflow';

import { clock } from '../concurrency/clock';
import { credentialId } from '../http/credential';
import { orRefusal } from '../http/nodeErrors';
import type { ItemRequest } from '../http/request';
import { idFromResponse } from '../http/response';
import { sendGet } from '../http/send';
import { bodyOf } from '../json';
import { parseBaseUrl } from '../reference/baseUrl';
import { inSmallLetters, isSameAddress } from '../validation/email';

/** A new record takes seconds to appear in lists (docs/service.md, Lists); this is ample. */
const REMEMBERED_FOR_MS = 5 * 60_000;

interface Creation {
	/** As the service answered it. */
	id: unknown;
	/** By the monotonic clock. */
	until: number;
}

/** By service, credential and address. */
const creations = new Map<string, Creation>();

function keyOf({ context, options }: ItemRequest, email: string): string {
	return `${parseBaseUrl(options.baseURL)} ${credentialId(context)} ${inSmallLetters(email)}`;
}

function forgetExpired(): void {
	for (const [key, { until }] of creations) if (until <= clock.monotonic()) creations.delete(key);
}

/** Remembers a customer whom this process has created, for as long as lists may not show them. */
export function rememberCreation(request: ItemRequest, email: string, { id }: IDataObject): void {
	forgetExpired();
	creations.set(keyOf(request, email), { id, until: clock.monotonic() + REMEMBERED_FOR_MS });
}

export function isRemembered(request: ItemRequest, email: string): boolean {
	forgetExpired();
	return creations.has(keyOf(request, email));
}

/** Whom this process has just created, one or none, as the service knows them now; with a product, if they have it. */
export async function findUnlisted(
	request: ItemRequest,
	email: string,
	{ product }: IDataObject = {},
): Promise<IDataObject[]> {
	forgetExpired();
	const creation = creations.get(keyOf(request, email));
	if (!creation) return [];
	const url = `/customers/${idFromResponse(creation.id, 'customer')}`;
	const qs = product === undefined ? {} : { product };
	const answer = await orRefusal(sendGet(request, url, qs), ['404']);
	if (answer instanceof NodeApiError) return [];
	// The address may have been changed since.
	const customer = bodyOf(answer);
	return isSameAddress(customer.email, email) ? [customer] : [];
}
