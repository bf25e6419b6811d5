import { UserError } from 'n8n-workflow';

import { MINUTE_MS } from '../../shared/concurrency/clock';
import { withKeyedMutex } from '../../shared/concurrency/keyedMutex';
import { listByEmail } from '../../shared/customers/customerByEmail';
import { accountOf, recentlyCreated } from '../../shared/customers/recentWrites';
import type { Client } from '../../shared/client/client';
import { cancelSignal } from '../../shared/client/context';
import { toWaitingTime } from '../../shared/client/errorTexts';
import { RATE_LIMITS } from '../../shared/client/limiter';
import type { RequestOptions, ServiceRequest } from '../../shared/client/request';
import { type HttpResponse, requireField } from '../../shared/client/response';
import { bodyOf, parseMoment } from '../../shared/json';
import { toAsciiLowerCase } from '../../shared/parameters/email';
import { toCount } from '../../shared/sync/report';

/** The statuses with which the service may refuse an email address that is taken. */
export const TAKEN = ['400', '409', '422'];

/** Tolerated difference between the clock of the service and ours, in milliseconds. */
const CLOCK_TOLERANCE_MS = 2 * MINUTE_MS;

/**
 * Finds out, by address and product, whether a customer was created although the response was lost.
 *
 * @param since when the creation was first tried; `undefined` when there was no such customer before
 * @throws UserError when the customer may be older
 */
async function findCreated(
	client: Client,
	{ body }: ServiceRequest,
	since: number | undefined,
): Promise<HttpResponse | undefined> {
	const { email, product } = bodyOf({ body });
	const query = { product, status: 'all' };
	const [customer] = await listByEmail(client, String(email), query);
	if (!customer) return undefined;
	const createdAt = parseMoment(customer.created_at) ?? -Infinity;
	if (since === undefined || createdAt >= since - CLOCK_TOLERANCE_MS) {
		return { status: 200, headers: {}, body: customer };
	}
	throw new UserError('The customer may have existed before');
}

/**
 * How the creation of the customer in the body is sent: within the rate limit (docs/service.md, Limits), and not blindly
 * repeated.
 *
 * @param remedy what a person does when it stays unclear whether the customer was created
 * @param wasAbsent whether the customer was looked for and not found before
 */
export function creationOptions(
	client: Client,
	request: ServiceRequest,
	remedy: string,
	wasAbsent = false,
): RequestOptions {
	return {
		limit: 'creation',
		assertUsable: requireField('id'),
		reconcile: async (since) => await findCreated(client, request, wasAbsent ? undefined : since),
		ambiguousHint: `The customer may have been created anyway: ${remedy}`,
	};
}

/**
 * Runs the creation of a customer with an address, one at a time in this process.
 *
 * @returns the result, or `undefined` when this process has just created such a customer
 */
export async function createOnce<T>(
	client: Client,
	email: string,
	create: () => Promise<T>,
): Promise<T | undefined> {
	const key = `${accountOf(client)} ${toAsciiLowerCase(email)}`;
	const work = async () =>
		recentlyCreated(client, email) === undefined ? await create() : undefined;
	return await withKeyedMutex(key, work, cancelSignal(client.context));
}

/** Creations that take so short a time that no dry run says it: those of a minute. */
const FEW_CREATIONS = 60 * RATE_LIMITS.creation.count;

/**
 * Returns the sentence of a dry run that says how long the creations take within the rate limit, if it is a minute or more.
 *
 * @example creationTimeNote(6000) // ['Creating 6,000 customers takes about 20 minutes.']
 */
export function creationTimeNote(count: number): string[] {
	if (count < FEW_CREATIONS) return [];
	const duration = toWaitingTime((count / RATE_LIMITS.creation.count) * 1000);
	return [`Creating ${toCount(count)} customers takes about ${duration}.`];
}
