import { customerId } from '../shared/customers/customerByEmail';
import type { OperationCall } from '../shared/request/operation';
import { parameterOf } from '../shared/request/plainExpressions';

const SEGMENT = ':customer';

/** Puts the ID of the customer whom the field `customer` chooses into the path: an email address is looked up. */
export async function customerPath({ context, client, request: { path } }: OperationCall) {
	if (!path.includes(SEGMENT)) return path;
	const id = await customerId(client, parameterOf(context, 'customer'), 'Customer');
	return path.replace(SEGMENT, id);
}
