import { UserError } from 'n8n-workflow';

import { MINUTE_MS } from '../shared/concurrency/clock';
import { withKeyedMutex } from '../shared/concurrency/keyedMutex';
import { findByEmail } from '../shared/customers/customerByEmail';
import {
	accountOf,
	recentlyCreated,
	rememberAccess,
	rememberCreation,
} from '../shared/customers/recentWrites';
import type { Client } from '../shared/client/client';
import { cancelSignal } from '../shared/client/context';
import type { ServiceRequest } from '../shared/client/request';
import { type HttpResponse, requireField } from '../shared/client/response';
import { bodyOf } from '../shared/data/json';
import { parseMoment } from '../shared/values/dates';
import { emailKey } from '../shared/values/email';

/** The statuses with which the service may refuse an email address that is taken. */
export const EMAIL_TAKEN = ['400', '409', '422'];

/** Tolerated difference between the clocks of the service: of its responses and of its records. Milliseconds. */
const CLOCK_TOLERANCE_MS = 2 * MINUTE_MS;

/**
 * Creates the customer in the body of a request, within the rate limit (docs/developers/service.md, Limits). Creations with one
 * address take turns in this process. A creation whose response is lost is not repeated: the customer is looked for by
 * address and product.
 *
 * @param creation.remedy what a person does when it stays unclear whether the customer was created
 * @param creation.wasAbsent whether the customer was looked for and not found before
 * @returns the response with the customer, or `undefined` when somebody has the address whom this process has just created,
 * or, in test mode, somebody at all
 */
export async function createOnce(
	client: Client,
	request: ServiceRequest,
	{ remedy, wasAbsent = false }: { remedy: string; wasAbsent?: boolean },
): Promise<HttpResponse | undefined> {
	const { plan, ...body } = bodyOf(request);
	const email = String(body.email);
	const product = String(body.product);
	const findCreated = async (since: () => number): Promise<HttpResponse | undefined> => {
		const [customer] = await findByEmail(client, email, { product, status: 'all' });
		if (!customer) return undefined;
		const createdAt = parseMoment(customer.created_at) ?? -Infinity;
		const isNew = wasAbsent || createdAt >= since() - CLOCK_TOLERANCE_MS;
		if (isNew) return { status: 200, headers: {}, body: customer };
		throw new UserError('The customer may have existed before');
	};
	const create = async () => {
		// The address of a customer who has just been created may have been changed since.
		const isRecent = recentlyCreated(client, email) !== undefined;
		if (isRecent && (await findByEmail(client, email)).length > 0) return undefined;
		const response = await client.send(request, {
			rateLimit: 'creation',
			assertUsable: requireField('id'),
			reconcile: findCreated,
			ambiguousHint: `The customer may have been created anyway: ${remedy}`,
		});
		if (response.isTest) {
			return (await findByEmail(client, email)).length > 0 ? undefined : response;
		}
		const { id } = bodyOf(response);
		rememberCreation(client, email, id);
		rememberAccess(client, product, id, plan === 'free' ? 'free' : 'standard');
		return response;
	};
	const key = `${accountOf(client)} ${emailKey(email)}`;
	return await withKeyedMutex(key, create, cancelSignal(client.context));
}
