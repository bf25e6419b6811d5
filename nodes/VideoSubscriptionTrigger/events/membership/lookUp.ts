import type { ServiceReader } from '../../serviceReader';
import { type Entry, toEntries } from '../../checkpoint/records';
import type { Config } from '../event';
import { customersWith } from '../lists';

/** The status that customers return to. Without a product, its list is too long to be read. */
export const ENABLED = 'enabled';

/** Unclear look-ups by e-mail address after which two rounds without the customer are proof enough. */
const MAX_UNCLEAR = 2;

/** A customer who has left the compared lists. */
export interface LookedUp {
	entry: Entry;
	/** Whether the customer is enabled, and has the product if one is chosen; `undefined` when that is unknown. */
	isEnabled: boolean | undefined;
}

/** The result of a look-up that proves nothing: `unknown` after a 404, `unclear` without a usable response. */
type Inconclusive = 'unknown' | 'unclear';

/** Reads a customer by ID, scoped to a product if one is given. */
export async function findCustomer(
	reader: ServiceReader,
	id: number,
	product?: number,
): Promise<Entry | Inconclusive> {
	const query = product === undefined ? {} : { product: reader.hrefOf('product', product) };
	const { row, isGone } = await reader.record(`/customers/${id}`, query);
	if (isGone) return 'unknown';
	return toEntries(row ? [row] : [])[0] ?? 'unclear';
}

const emailOf = ({ row }: Entry) => String(row.email ?? '').toLowerCase();

/** Reads the first page of a list, filtered by the e-mail address of a customer. */
const pageOf = async (
	reader: ServiceReader,
	status: string,
	config: Pick<Config, 'product'>,
	{ row: { email } }: Entry,
) => (await reader.ifThere(customersWith(reader, status, config, { email })(1))).found;

/**
 * Looks for a customer in a list by e-mail address. An empty list is confirmed by the list of all statuses, which must
 * contain the customer and exceed its own `total` by as many records.
 *
 * @param isConfirmed whether also an empty list with a `total` of 0 is confirmed
 * @returns `unclear` when a request fails, or the list is incomplete or has other customers
 */
async function isListed(
	reader: ServiceReader,
	list: Pick<Config, 'product'> & { status: string },
	customer: Entry,
	isConfirmed = false,
): Promise<boolean | 'unclear'> {
	const page = await pageOf(reader, list.status, list, customer);
	if (!page) return 'unclear';
	const { entries, total = 0 } = page;
	const isThis = ({ id }: Entry) => id === customer.id;
	if (entries.some(isThis)) return true;
	if (entries.some((one) => emailOf(one) !== emailOf(customer))) return 'unclear';
	if (entries.length >= total && !isConfirmed) return false;
	const all = await pageOf(reader, 'all', { product: undefined }, customer);
	if (!all?.entries.some(isThis)) return 'unclear';
	const excess = Math.max(0, (all.total ?? 0) - all.entries.length);
	return total - entries.length <= excess ? false : 'unclear';
}

/**
 * Looks up a customer who has left the lists.
 *
 * @param tries how many look-ups have been inconclusive before
 */
export async function lookUpDeparted(
	reader: ServiceReader,
	config: Config,
	id: number,
	tries: number,
): Promise<LookedUp | Inconclusive> {
	const entry = await findCustomer(reader, id);
	if (typeof entry === 'string') return entry;
	if (emailOf(entry) !== '') {
		const isEnabled = await isListed(reader, { ...config, status: ENABLED }, entry);
		if (isEnabled !== 'unclear') return { entry, isEnabled };
		return tries < MAX_UNCLEAR ? 'unclear' : { entry, isEnabled: undefined };
	}
	// The scoped record is not documented for customers who cancelled: it proves only that the product is missing.
	const scoped = await findCustomer(reader, id, config.product);
	if (scoped === 'unclear') return scoped;
	return { entry, isEnabled: scoped === 'unknown' ? false : undefined };
}

/** Looks up whether a customer has left a list. */
export async function lookUpMissed(
	reader: ServiceReader,
	config: Config,
	status: string,
	id: number,
): Promise<'left' | 'listed' | Inconclusive> {
	const entry = await findCustomer(reader, id);
	if (typeof entry === 'string') return entry;
	if (emailOf(entry) === '') return 'left';
	const listed = await isListed(reader, { ...config, status }, entry, true);
	if (listed === 'unclear') return listed;
	return listed ? 'listed' : 'left';
}
