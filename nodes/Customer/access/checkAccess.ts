import type { IDataObject } from 'n8n-workflow';

import { without } from '../../shared/json';
import { outputOf } from '../../shared/operation/output';
import { findAccess } from './find';
import { type AccessRequest, asGiven } from './request';

/**
 * Tells whether somebody may watch a product now: `hasAccess`, the `plan` of the access, and the customer. Who is
 * unknown, cancelled, paused or expired has none.
 */
export async function checkAccess(request: AccessRequest): Promise<IDataObject> {
	const { project } = request;
	const { customers, subscribers } = await findAccess(request);
	const [subscriber] = subscribers;
	if (subscriber) {
		const { plan } = subscriber;
		return project(subscriber, {
			hasAccess: true,
			...(plan !== undefined && plan !== null && { plan }),
		});
	}
	const [customer] = customers;
	const none = { hasAccess: false };
	if (!customer) return { ...none, ...asGiven(request.customer) };
	const shown = project(customer, none);
	// The plan of a customer without access is that of another product.
	return outputOf(request.context) === 'raw' ? shown : without(shown, ['plan']);
}
