import type { ServiceReader } from '../../serviceReader';
import { type Entry, toEntries } from '../../checkpoint/records';
import type { Config } from '../event';
import { customersWith } from '../lists';

/** The status that everyone comes back to; of all products, its list is never read whole. */
export const ENABLED = 'enabled';

/** A customer who left the lists that are compared. */
export interface LookedUp {
	entry: Entry;
	/** Whether the customer is enabled, and has the product if one is chosen. */
	isEnabled: boolean;
}

/**
 * What became of a customer: the record, and whether the list of those who are enabled has the address.
 *
 * @returns nothing where the customer is deleted, or cannot be told from others
 */
export async function lookUpCustomer(
	reader: ServiceReader,
	config: Config,
	id: number,
): Promise<LookedUp | undefined> {
	const { row = {} } = await reader.record(`/customers/${id}`);
	const [entry] = toEntries([{ ...row, id }]);
	const { email } = row;
	if (!entry || typeof email !== 'string' || email === '') return undefined;
	const { entries } = await customersWith(reader, ENABLED, config, { email })(1);
	return { entry, isEnabled: entries.some((one) => one.id === id) };
}
