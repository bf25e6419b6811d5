import type { IDataObject } from 'n8n-workflow';

import { outputOf, view } from '../../shared/operation/output';
import { findAccess } from './find';
import { type AccessRequest, asGiven } from './request';

/**
 * Tells whether somebody may watch a product now: `hasAccess`, the `plan` of the access, and the
 * customer. Who is unknown, cancelled, paused or expired has none.
 */
export async function checkAccess(request: AccessRequest): Promise<IDataObject> {
	const { context } = request;
	const show = view(context, 'customer');
	const { customers, subscribers } = await findAccess(request);
	const [subscriber] = subscribers;
	const told = { hasAccess: subscriber !== undefined, plan: subscriber?.plan ?? null };
	const customer = subscriber ?? customers[0];
	if (!customer) return { ...told, ...asGiven(request.customer) };
	// The customer's own plan may be that of another product.
	return outputOf(context) === 'raw' ? show(customer) : { ...show(customer, told), ...told };
}
