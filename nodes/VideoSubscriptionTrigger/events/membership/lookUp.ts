import { type Entry, type Page, toEntries } from '../../checkpoint/records';
import type { ServiceReader } from '../../serviceReader';
import type { Config } from '../event';
import { customersWith } from '../lists';
import type { Witness } from './members';

/** The status that customers return to. Without a product, its list is too long to be read. */
export const ENABLED = 'enabled';

/** Requests of {@link lookUp}, unless a list is shorter than its `total`. */
export const LOOK_UP_REQUESTS = 2;

/** A customer by ID, and what a list that is filtered by the customer's email address says. */
interface LookedUp {
	witness: Witness;
	/** Undefined for a customer who cannot be read. */
	entry?: Entry | undefined;
}

const emailOf = ({ row }: Entry) => String(row.email ?? '').toLowerCase();

const shortfallOf = ({ entries, total = 0 }: Page) => Math.max(0, total - entries.length);

/** Reads the first page of a list, filtered by the email address of a customer. */
const pageOf = async (
	reader: ServiceReader,
	status: string,
	config: Pick<Config, 'product'>,
	{ row: { email } }: Entry,
) => (await reader.findOrIgnore(customersWith(reader, status, config, { email })(1))).found;

/** The list of the customers with a status, of a product if one is chosen. */
interface StatusList {
	status: string;
	config: Pick<Config, 'product'>;
}

/**
 * Returns whether the list of a status contains a customer, by the customer's email address. A list that is shorter than
 * its `total` counts only if that of all statuses contains the customer and is as short.
 *
 * @param isSample whether many customers left at once, so that any list without the customer has to be confirmed like this
 */
export async function isListed(
	reader: ServiceReader,
	{ status, config }: StatusList,
	customer: Entry,
	isSample = false,
): Promise<boolean | 'unclear'> {
	const page = await pageOf(reader, status, config, customer);
	if (!page) return 'unclear';
	const { entries } = page;
	const isThis = ({ id }: Entry) => id === customer.id;
	if (entries.some(isThis)) return true;
	if (entries.some((other) => emailOf(other) !== emailOf(customer))) return 'unclear';
	if (shortfallOf(page) === 0 && !isSample) return false;
	const all = await pageOf(reader, 'all', { product: undefined }, customer);
	return all?.entries.some(isThis) && shortfallOf(page) <= shortfallOf(all) ? false : 'unclear';
}

/** Looks up whether a customer who was missing in the list of a status has left it. */
export async function lookUp(
	reader: ServiceReader,
	list: StatusList,
	id: number,
	isSample = false,
): Promise<LookedUp> {
	const { found } = await reader.record(`/customers/${id}`);
	const [entry] = toEntries(found ? [found] : []);
	if (!entry) return { witness: 'unclear' };
	// Without an address, two rounds are all that can be known.
	if (emailOf(entry) === '') return { witness: 'left', entry };
	const listed = await isListed(reader, list, entry, isSample);
	if (listed === 'unclear') return { witness: 'unclear' };
	return { witness: listed ? 'listed' : 'left', entry };
}
