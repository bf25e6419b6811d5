import { NodeApiError } from 'n8n-workflow';

import type { ServiceReader } from '../../serviceReader';
import { type Entry, toEntries } from '../../checkpoint/records';
import type { Config } from '../event';
import { customersWith } from '../lists';

/** The status that everyone comes back to; of all products, its list is never read whole. */
export const ENABLED = 'enabled';

/** Look-ups by e-mail address after which the two rounds without the customer are enough. */
const PATIENCE = 2;

/** A customer who left the lists that are compared. */
export interface LookedUp {
	entry: Entry;
	/** Whether the customer is enabled, and has the product if one is chosen; `undefined` where nothing tells. */
	isEnabled: boolean | undefined;
}

/** A look-up that proves nothing: a 404, whoever sent it, or no usable response. */
export type NoAnswer = 'unknown' | 'unclear';

/** Passes over a fault that may concern this request alone, unlike a refused key or the rate limit. */
export async function orUnclear<T>(request: Promise<T>): Promise<T | 'unclear'> {
	return await request.catch((error: unknown) => {
		const status = error instanceof NodeApiError ? Number(error.httpCode) : 0;
		if (Number.isNaN(status) || status >= 500) return 'unclear';
		throw error;
	});
}

/** Reads a customer by ID, scoped to a product if one is given. */
export async function findCustomer(
	reader: ServiceReader,
	id: number,
	product?: number,
): Promise<Entry | NoAnswer> {
	const query = product === undefined ? {} : { product: reader.hrefOf('product', product) };
	const found = await orUnclear(reader.record(`/customers/${id}`, query));
	if (found === 'unclear') return found;
	if (found.isGone) return 'unknown';
	return toEntries(found.row ? [found.row] : [])[0] ?? 'unclear';
}

const emailOf = ({ row }: Entry) => String(row.email ?? '').toLowerCase();

/**
 * Asks a list for a customer by e-mail address.
 *
 * @param excess how many records the `total` counts that are never listed
 * @returns `unclear` when it fails, is incomplete, or has others instead
 */
async function isListed(
	reader: ServiceReader,
	status: string,
	config: Pick<Config, 'product'>,
	{ id, row: { email } }: Entry,
	excess: number,
): Promise<boolean | 'unclear'> {
	const page = await orUnclear(customersWith(reader, status, config, { email })(1));
	if (page === 'unclear') return page;
	const { entries, total = 0 } = page;
	if (entries.some((one) => one.id === id)) return true;
	if (entries.length === 0) return total <= excess ? false : 'unclear';
	return entries.every((one) => emailOf(one) === String(email).toLowerCase()) ? false : 'unclear';
}

/**
 * Looks up what became of a customer who left the lists: the record, and whether the customer is enabled.
 *
 * @param tries how many look-ups have proved nothing before
 */
export async function lookUpDeparted(
	reader: ServiceReader,
	config: Config,
	id: number,
	tries: number,
	excess: number,
): Promise<LookedUp | NoAnswer> {
	const entry = await findCustomer(reader, id);
	if (typeof entry === 'string') return entry;
	if (emailOf(entry) !== '') {
		const isEnabled = await isListed(reader, ENABLED, config, entry, excess);
		if (isEnabled !== 'unclear') return { entry, isEnabled };
		return tries < PATIENCE ? 'unclear' : { entry, isEnabled: undefined };
	}
	// The scoped record is not documented for customers who cancelled: it proves only that the product is missing.
	const scoped = await findCustomer(reader, id, config.product);
	if (scoped === 'unclear') return scoped;
	return { entry, isEnabled: scoped === 'unknown' ? false : undefined };
}

/**
 * Looks up whether a customer has left a list. That the list has no such customer is believed only where the list of
 * all customers, asked in the same way, has the customer.
 */
export async function lookUpMissed(
	reader: ServiceReader,
	config: Config,
	status: string,
	id: number,
	excess: number,
): Promise<'left' | 'listed' | NoAnswer> {
	const entry = await findCustomer(reader, id);
	if (typeof entry === 'string') return entry;
	if (emailOf(entry) === '') return 'left';
	const listed = await isListed(reader, status, config, entry, excess);
	if (listed === true) return 'listed';
	if (listed !== false) return 'unclear';
	const isInAll = await isListed(reader, 'all', { product: undefined }, entry, excess);
	return isInAll === true ? 'left' : 'unclear';
}
