import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { clock } from '../concurrency/concurrency';
import { credentialId, type ItemRequest } from '../client/request';
import { catchStatus } from '../client/errors';
import { requireIdInResponse } from '../client/response';
import { sendGet } from '../client/sender';
import { bodyOf } from '../json';
import { requireBaseUrl } from '../resources/resources';
import { isOnlySimilarEmail, isSameEmail, toAsciiLowerCase } from '../parameters/email';

/** A new record takes seconds to appear in lists (docs/service.md, Lists); this is ample. */
const REMEMBERED_FOR_MS = 5 * 60_000;

interface Creation {
	/** The id in the response. */
	id: unknown;
	email: string;
	/** By the monotonic clock. */
	until: number;
}

/** By service, credential and address. */
const creations = new Map<string, Creation>();

function keyOf({ context, options }: ItemRequest, email: string): string {
	return `${requireBaseUrl(options.baseURL)} ${credentialId(context)} ${toAsciiLowerCase(email)}`;
}

function forgetExpired(): void {
	for (const [key, { until }] of creations) if (until <= clock.monotonic()) creations.delete(key);
}

/** Remembers a customer whom this process has created, for as long as lists may not show them. */
export function rememberCreation(request: ItemRequest, email: string, { id }: IDataObject): void {
	forgetExpired();
	creations.set(keyOf(request, email), { id, email, until: clock.monotonic() + REMEMBERED_FOR_MS });
}

export function isRemembered(request: ItemRequest, email: string): boolean {
	forgetExpired();
	return creations.has(keyOf(request, email));
}

/** Finds a customer with an address that is only similar, whom this process has just created. */
export function findRememberedSimilar(request: ItemRequest, email: string): IDataObject[] {
	forgetExpired();
	const account = keyOf(request, '');
	const found = [...creations].filter(
		([key, creation]) => key.startsWith(account) && isOnlySimilarEmail(creation.email, email),
	);
	return found.map(([, creation]) => ({ id: String(creation.id), email: creation.email }));
}

/** Reads the recently created customer with this address, or none. With a product, only a customer who has it. */
export async function findUnlisted(
	request: ItemRequest,
	email: string,
	{ product }: IDataObject = {},
): Promise<IDataObject[]> {
	forgetExpired();
	const creation = creations.get(keyOf(request, email));
	if (!creation) return [];
	const url = `/customers/${requireIdInResponse(creation.id, 'customer')}`;
	const qs = product === undefined ? {} : { product };
	const response = await catchStatus(sendGet(request, url, qs), ['404']);
	if (response instanceof NodeApiError) return [];
	// The address may have been changed since.
	const customer = bodyOf(response);
	return isSameEmail(customer.email, email) ? [customer] : [];
}
