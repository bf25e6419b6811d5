import type { IDataObject } from 'n8n-workflow';

import { clock } from '../concurrency/concurrency';
import type { Client } from '../client/client';
import { credentialId } from '../client/context';
import { requireIdInResponse } from '../client/response';
import { bodyOf } from '../json';
import { isSameEmail, toAsciiLowerCase } from '../parameters/email';

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

function keyOf(client: Client, email: string): string {
	return `${client.baseUrl} ${credentialId(client.context)} ${toAsciiLowerCase(email)}`;
}

function forgetExpired(): void {
	for (const [key, { until }] of creations) if (until <= clock.monotonic()) creations.delete(key);
}

/** Remembers a customer whom this process has created, for as long as lists may not show them. */
export function rememberCreation(client: Client, email: string, { id }: IDataObject): void {
	forgetExpired();
	creations.set(keyOf(client, email), { id, email, until: clock.monotonic() + REMEMBERED_FOR_MS });
}

export function isRemembered(client: Client, email: string): boolean {
	forgetExpired();
	return creations.has(keyOf(client, email));
}

/** Reads the recently created customer with this address, or none. With a product, only a customer who has it. */
export async function findUnlisted(
	client: Client,
	email: string,
	{ product }: IDataObject = {},
): Promise<IDataObject[]> {
	forgetExpired();
	const creation = creations.get(keyOf(client, email));
	if (!creation) return [];
	const url = `/customers/${requireIdInResponse(creation.id, 'customer')}`;
	const qs = product === undefined ? {} : { product };
	const response = await client.find(url, qs);
	if (!response) return [];
	// The address may have been changed since.
	const customer = bodyOf(response);
	return isSameEmail(customer.email, email) ? [customer] : [];
}
