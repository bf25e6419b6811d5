import { UserError } from 'n8n-workflow';

import { clock } from '../../shared/concurrency/concurrency';
import { findByEmail } from '../../shared/customers/customerByEmail';
import { clientOf, type ItemRequest } from '../../shared/client/legacy';
import type { RequestOptions } from '../../shared/client/request';
import type { HttpResponse } from '../../shared/client/response';
import { bodyOf, parseMoment } from '../../shared/json';

/** The statuses with which the service may refuse an e-mail address that is taken. */
export const TAKEN = ['400', '409', '422'];

/** Tolerance in milliseconds: the service's times are whole seconds, and its responses take time. */
const CLOCK_TOLERANCE_MS = 5_000;

/**
 * Finds out, by address and product, whether a customer was created although the response was lost.
 *
 * @param since when the creation was first tried, in milliseconds; `undefined` when there was no such customer before
 * @throws UserError when the customer may be older
 */
async function findCreated(
	request: ItemRequest,
	since: number | undefined,
): Promise<HttpResponse | undefined> {
	const { email, product } = bodyOf(request.options);
	const query = { product, status: 'all' };
	const { customers, headers } = await findByEmail(clientOf(request), String(email), query);
	const [customer] = customers;
	if (!customer) return undefined;
	const created = { status: 200, headers, body: customer };
	if (since === undefined) return created;
	const now = parseMoment(headers.date);
	const createdAt = parseMoment(customer.created_at);
	if (now !== undefined && createdAt !== undefined) {
		// The age is measured by the service's clock, because ours may be wrong.
		const ageMs = now - createdAt;
		if (ageMs <= clock.now() - since + CLOCK_TOLERANCE_MS) return created;
	}
	throw new UserError('The customer may have existed before');
}

/**
 * How the creation of the customer in the body is sent: within the rate limit (docs/service.md, Limits), and not blindly
 * repeated.
 *
 * @param remedy what a person does when it stays unclear whether the customer was created
 * @param wasAbsent whether the customer was looked for and not found just before
 */
export function creationOverrides(
	request: ItemRequest,
	remedy: string,
	wasAbsent = false,
): RequestOptions {
	return {
		limit: 'creation',
		needsField: 'id',
		reconcile: async (since) => await findCreated(request, wasAbsent ? undefined : since),
		ambiguousHint: `The customer may have been created anyway: ${remedy}`,
	};
}
