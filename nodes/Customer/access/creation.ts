import { type NodeApiError, UserError } from 'n8n-workflow';

import { clock } from '../../shared/concurrency/clock';
import type { ItemRequest } from '../../shared/http/request';
import type { HttpResponse } from '../../shared/http/response';
import { bodyOf, parseMoment } from '../../shared/json';
import { findByEmail } from '../../shared/customers/customerByEmail';
import { findUnlisted, rememberCreation } from '../../shared/customers/recentCreations';
import { requireRecord } from '../../shared/output/projection';
import {
	type Prepare,
	type RequestOverrides,
	sendOnce,
	type Work,
} from '../../shared/execution/run';
import { recordOrSuccess } from '../../shared/execution/writes';
import { withCustomerLock } from './request';
import { withHeadline } from '../withHeadline';

/** The service tells times in whole seconds, and its answers take a moment. */
const CLOCK_TOLERANCE_MS = 5_000;

/**
 * Finds out, by e-mail and product, whether a customer was created although the answer was lost; throws when there is
 * one that may be older. `since` is when the creation was first tried, in milliseconds; none when there was certainly no
 * such customer before.
 */
async function findCreated(
	request: ItemRequest,
	since: number | undefined,
): Promise<HttpResponse | undefined> {
	const { email, product } = bodyOf(request.options);
	const query = { product, status: 'all' };
	const { customers, headers } = await findByEmail(request, String(email), query);
	const [customer] = customers;
	if (!customer) return undefined;
	const created = { status: 200, headers, body: customer };
	if (since === undefined) return created;
	const now = parseMoment(headers.date);
	const createdAt = parseMoment(customer.created_at);
	if (now !== undefined && createdAt !== undefined) {
		// By the service's clock, wherever ours stands.
		const ageMs = now - createdAt;
		if (ageMs <= clock.now() - since + CLOCK_TOLERANCE_MS) return created;
	}
	throw new UserError('The customer may have existed before');
}

/**
 * How the creation of the customer in the body is sent: in turn with others (docs/service.md, Limits), and not blindly
 * repeated. `wasAbsent` says that the customer was just looked for and not found.
 */
export function creationOverrides(
	request: ItemRequest,
	remedy: string,
	wasAbsent = false,
): RequestOverrides {
	return {
		createsCustomer: true,
		needsRecord: 'id',
		reconcile: async (since) => await findCreated(request, wasAbsent ? undefined : since),
		ambiguousHint: `The customer may have been created all the same: ${remedy}`,
	};
}

const emailOf = ({ options }: ItemRequest) => String(bodyOf(options).email);

/** The created customer as an item; lists may take a while to show it. */
const rememberedAnswer: Prepare = (request) => {
	const recordsIn = recordOrSuccess('customer')(request);
	return (response) => {
		rememberCreation(request, emailOf(request), requireRecord(response, 'customer'));
		return recordsIn(response);
	};
};

/** The statuses with which the service may refuse an e-mail address that is taken. */
export const TAKEN = ['400', '409', '422'];

function alreadyACustomer(email: string): [headline: string, remedy: string] {
	return [
		`${email} is a customer already: use Create or Update`,
		'It gives the access that is missing, and changes the name if another one is given.',
	];
}

async function explainTaken(request: ItemRequest, refusal: NodeApiError): Promise<NodeApiError> {
	if (!TAKEN.includes(String(refusal.httpCode))) return refusal;
	const email = emailOf(request);
	// A look that fails is no reason to tell of that in place of the refusal.
	const found = await findByEmail(request, email).catch(() => undefined);
	if (!found || found.customers.length === 0) return refusal;
	return withHeadline(refusal, ...alreadyACustomer(email));
}

const sendCreation = sendOnce(
	rememberedAnswer,
	(request) =>
		creationOverrides(
			request,
			'look for the e-mail address with Get Many and the status All before you create it again.',
		),
	explainTaken,
);

/** Creates a customer. The service may take an address twice as long as no list shows who has it. */
export const createCustomer: Work = async (request) => {
	const email = emailOf(request);
	return await withCustomerLock(request, { email }, async () => {
		const known = await findUnlisted(request, email);
		if (known.length === 0) return await sendCreation(request);
		const [headline, description] = alreadyACustomer(email);
		throw new UserError(headline, { description });
	});
};
