import { NodeApiError } from 'n8n-workflow';

import type { ServiceReader } from '../../serviceReader';
import { type Entry, toEntries } from '../../checkpoint/records';
import type { Config } from '../event';
import { customersWith } from '../lists';

/** The status that everyone comes back to; of all products, its list is never read whole. */
export const ENABLED = 'enabled';

/** Look-ups after which a list is believed although it holds others than were asked for. */
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

/** Whether the list of those with a status has a customer, asked for by e-mail address; `others` where it has others. */
async function isListed(
	reader: ServiceReader,
	status: string,
	config: Pick<Config, 'product'>,
	{ id, row: { email } }: Entry,
): Promise<boolean | 'others' | 'unclear'> {
	const page = await orUnclear(customersWith(reader, status, config, { email })(1));
	if (page === 'unclear') return page;
	const { entries, total = 0 } = page;
	if (entries.some((one) => one.id === id)) return true;
	if (entries.length === 0) return total === 0 ? false : 'unclear';
	return entries.every((one) => emailOf(one) === String(email).toLowerCase()) ? false : 'others';
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
): Promise<LookedUp | NoAnswer> {
	const entry = await findCustomer(reader, id);
	if (typeof entry === 'string') return entry;
	if (emailOf(entry) !== '') {
		const isEnabled = await isListed(reader, ENABLED, config, entry);
		if (typeof isEnabled === 'boolean') return { entry, isEnabled };
		return isEnabled === 'others' && tries >= PATIENCE ? { entry, isEnabled: false } : 'unclear';
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
): Promise<'left' | 'listed' | NoAnswer> {
	const entry = await findCustomer(reader, id);
	if (typeof entry === 'string') return entry;
	if (emailOf(entry) === '') return 'left';
	const listed = await isListed(reader, status, config, entry);
	if (listed === true) return 'listed';
	const all = listed === false && (await isListed(reader, 'all', { product: undefined }, entry));
	return all === true ? 'left' : 'unclear';
}
