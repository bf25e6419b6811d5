import type { INodePropertyRouting } from 'n8n-workflow';

import { customerId } from '../shared/customers/customerByEmail';
import { handledBy, type Operation } from '../shared/execution/run';

/**
 * Returns the routing of an operation on the customer in its path, who may be chosen by e-mail address: nobody is looked
 * up for a request that is refused.
 */
export function handledForCustomer(
	request: Parameters<typeof handledBy>[0],
	handler: Operation,
): INodePropertyRouting {
	return handledBy(request, async function (requestData) {
		return await handler.call(this, requestData, customerId);
	});
}
