import { customerId } from '../shared/customers/customerByEmail';
import type { Operation, RequestData } from '../shared/execution/run';
import type { OperationFile } from '../shared/properties/operations';

/**
 * Returns the operation with a look-up of the ID when the customer in its path is chosen by e-mail address. There is no
 * look-up for a request that is refused.
 */
export function withCustomerByEmail(file: OperationFile): OperationFile {
	const { option } = file;
	const handler = option.routing?.operations?.pagination;
	if (typeof handler !== 'function') return file;
	const pagination: Operation = async function (requestData) {
		const withLookUp: RequestData = { ...requestData, findCustomer: customerId };
		return await handler.call(this, withLookUp);
	};
	return {
		...file,
		option: { ...option, routing: { ...option.routing, operations: { pagination } } },
	};
}
