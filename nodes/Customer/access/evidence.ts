import { type IDataObject, UserError } from 'n8n-workflow';

import { listOf } from '../../shared/lists/listOf';
import type { Client } from '../../shared/client/client';
import { MAX_CONCURRENT_REQUESTS } from '../../shared/client/limiter';
import { LARGE_PAGE_SIZE } from '../../shared/lists/listReader';
import { Semaphore } from '../../shared/concurrency/semaphore';
import {
	type CustomerReference,
	findByEmail,
	findById,
} from '../../shared/customers/customerByEmail';
import { isSubscriber } from '../../shared/customers/subscriber';
import { bodyOf } from '../../shared/json';
import { recordCheck } from '../../shared/output/projection';
import { readWholeCurrentList } from '../../shared/lists/readWhole';
import type { StopTime } from '../../shared/run/stopAfter';
import { type Access, customerKey } from './plan';
import { recentAccess, recentAccesses } from './writtenAccess';

/** A look-up of the access to a product. */
interface ProductLookUp {
	client: Client;
	/** The product's href. */
	product: string;
}

/** A look-up of the access of one person. */
export interface AccessLookUp extends ProductLookUp {
	customer: CustomerReference;
	/** When no more look-ups are begun. */
	stopTime?: StopTime;
}

/**
 * How much a look-up finds out:
 * - `access`: who has the address, and who has access now;
 * - `history`: also who had it, and access that no list shows yet. A product that does not exist is an error.
 */
export type Depth = 'access' | 'history';

/** The share of Stop After that look-ups may take, so that writes get the rest. */
const SHARE_OF_LOOK_UPS = 0.5;

/** Reads the customer's own record for the product, which no lag concerns; `undefined` without access now. */
export async function findSubscriber(
	{ client, product }: ProductLookUp,
	id: unknown,
): Promise<IDataObject | undefined> {
	const record = await findById(client, id, product);
	return record && isSubscriber(record, product) ? record : undefined;
}

/** Whether a list contradicts what this process has just written, so that the customer's own record decides. */
function isStale(written: string | undefined, listed: IDataObject | undefined): boolean {
	if (written === undefined) return false;
	if (!listed) return written !== 'none';
	return written === 'none' || (written === 'standard' && listed.plan === 'free');
}

/** Checks at the customers' own records what a list shows of them, where it may be stale or show too little. */
async function confirm(
	lookUp: ProductLookUp,
	customers: IDataObject[],
	listed: Access['state'],
	depth: Depth,
): Promise<Access[]> {
	const confirmOne = async (customer: IDataObject): Promise<Access> => {
		const written = recentAccess(lookUp.client, lookUp.product, customer.id);
		const active = listed === 'active' ? customer : undefined;
		const isDoubtful = isStale(written, active) || (depth === 'history' && !active);
		const subscriber = isDoubtful ? await findSubscriber(lookUp, customer.id) : active;
		if (subscriber) return { customer: subscriber, state: 'active' };
		return { customer, state: listed === 'lapsed' && written !== 'none' ? 'lapsed' : 'none' };
	};
	return await Promise.all(customers.map(confirmOne));
}

/** @throws UserError for an ID that no customer has */
async function accessById(lookUp: ProductLookUp, id: string, depth: Depth): Promise<Access> {
	const { client, product } = lookUp;
	const subscriber = await findSubscriber(lookUp, id);
	if (subscriber) return { customer: subscriber, state: 'active' };
	const customer = await findById(client, id);
	if (!customer) {
		throw new UserError(`No customer ${id}`, {
			description: 'Check the ID. To enter an email address, choose By Email.',
		});
	}
	const mayHaveLapsed = depth === 'history' && recentAccess(client, product, id) !== 'none';
	if (!mayHaveLapsed) return { customer, state: 'none' };
	const { email } = customer;
	// A customer without an address stands in no list by address: access that has lapsed cannot be ruled out.
	if (typeof email !== 'string' || email === '') return { customer, state: 'lapsed' };
	const listed = await findByEmail(client, email, { product, status: 'all' });
	const lapsed = listed.find((one) => Number(one.id) === Number(id));
	return { customer: lapsed ?? customer, state: lapsed ? 'lapsed' : 'none' };
}

/** Finds the access of the customers whom a look-up names: usually one, or none for an address that nobody has. */
export async function findAccess(lookUp: AccessLookUp, depth: Depth): Promise<Access[]> {
	const { client, product, customer } = lookUp;
	if ('id' in customer) return [await accessById(lookUp, customer.id, depth)];
	const { email } = customer;
	const listed = await findByEmail(client, email, { product, status: 'enabled' });
	if (listed.length > 0) return await confirm(lookUp, listed, 'active', depth);
	const lapsed =
		depth === 'history' ? await findByEmail(client, email, { product, status: 'all' }) : [];
	if (lapsed.length > 0) return await confirm(lookUp, lapsed, 'lapsed', depth);
	return await confirm(lookUp, await findByEmail(client, email), 'none', depth);
}

/** Finds the first of several statuses whose list has the customer. */
export async function findStatus(
	{ client, product }: ProductLookUp,
	{ id, email }: IDataObject,
	statuses: string[],
): Promise<string | undefined> {
	if (typeof email !== 'string' || email === '') return undefined;
	const isListed = async (status: string) => {
		const listed = await findByEmail(client, email, { product, status });
		return listed.some((one) => Number(one.id) === Number(id));
	};
	const listed = await Promise.all(statuses.map(isListed));
	return statuses[listed.indexOf(true)];
}

/** Reads all customers with access to a product, on any plan. What this process has just written counts more. */
export async function readMembers(
	lookUp: ProductLookUp,
): Promise<{ customers: IDataObject[]; notes: string[] }> {
	const { client, product } = lookUp;
	const list = listOf(client, {
		path: '/customers',
		key: 'customers',
		// Oldest first, so that a new customer moves no other to another page.
		query: { product, status: 'enabled', sort: 'oldest' },
		perPage: LARGE_PAGE_SIZE,
	});
	const { records, notes } = await readWholeCurrentList(list, 'customers with access');
	const byId = new Map(records.map((one) => [String(one.id), one]));
	const written = recentAccesses(client, product);
	const doubtful = [...written].filter(([id, access]) => isStale(access, byId.get(id)));
	const reading = doubtful.map(async ([id]) => {
		byId.delete(id);
		return await findSubscriber(lookUp, id);
	});
	const settled = (await Promise.all(reading)).filter((one) => one !== undefined);
	return { customers: [...byId.values(), ...settled], notes };
}

/** Looks up the access and the products of a run, each once. */
export class Evidence {
	private readonly known = new Map<string, Promise<Access[] | undefined>>();

	private readonly products = new Map<string, Promise<IDataObject>>();

	/** One person is looked up to the end before others begin. */
	private readonly turns = new Semaphore(MAX_CONCURRENT_REQUESTS);

	constructor(private readonly depth: Depth) {}

	/**
	 * Returns the access of the customers whom a row names; several may have one address. `undefined` when the time for
	 * look-ups is over.
	 */
	async access(lookUp: AccessLookUp): Promise<Access[] | undefined> {
		const key = `${lookUp.product} ${customerKey(lookUp.customer)}`;
		const known =
			this.known.get(key) ?? this.turns.runExclusive(async () => await this.look(lookUp));
		this.known.set(key, known);
		return await known;
	}

	private async look(lookUp: AccessLookUp): Promise<Access[] | undefined> {
		if ((lookUp.stopTime?.share ?? 0) >= SHARE_OF_LOOK_UPS) return undefined;
		const found = await findAccess(lookUp, this.depth);
		const isAny = found.some(({ state }) => state !== 'none');
		if (this.depth === 'history' && !isAny) await this.product(lookUp);
		return found;
	}

	/** Returns the product of a look-up; throws where it does not exist. */
	async product({ client, product }: ProductLookUp): Promise<IDataObject> {
		const path = product.slice(product.lastIndexOf('/products/'));
		const reading =
			this.products.get(product) ??
			client.get(path, {}, { assertUsable: recordCheck('product') }).then(bodyOf);
		this.products.set(product, reading);
		return await reading;
	}
}
