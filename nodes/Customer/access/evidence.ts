import { type IDataObject, UserError } from 'n8n-workflow';

import type { Client } from '../../shared/client/client';
import {
	type CustomerReference,
	findByEmail,
	findById,
	listByEmail,
} from '../../shared/customers/customerByEmail';
import { LARGE_PAGE_SIZE } from '../../shared/client/lists';
import { recentAccess, recentAccesses } from '../../shared/customers/recentWrites';
import { isSubscriber } from '../../shared/customers/subscriber';
import { requireRecord } from '../../shared/output/projection';
import { readWholeCurrentList } from '../../shared/sync/readWhole';
import { type Access, keyOf } from './plan';

/** A request about the access to a product. */
interface ProductRequest {
	client: Client;
	/** The product's href. */
	product: string;
}

/** A request about the access of one person. */
export interface AccessRequest extends ProductRequest {
	customer: CustomerReference;
}

/** Removes duplicates: a customer with both plans may be listed for each, and is returned with the paid one. */
function eachOnce(rows: IDataObject[]): IDataObject[] {
	const byId = new Map<unknown, IDataObject>();
	for (const row of rows) {
		const known = byId.get(String(row.id));
		if (!known || known.plan === 'free') byId.set(String(row.id), row);
	}
	return [...byId.values()];
}

/** Reads the customer's own record for the product, which no lag concerns; `undefined` without access. */
export async function findAsSubscriber(
	request: ProductRequest,
	id: unknown,
): Promise<IDataObject | undefined> {
	const { client, product } = request;
	const record = await findById(client, id, product);
	return record && isSubscriber(record, product) ? record : undefined;
}

/** Whether a list contradicts what this process has just written, so that the customer's own record decides. */
function isStale(written: string | undefined, listed: IDataObject | undefined): boolean {
	if (written === undefined) return false;
	if (!listed) return written !== 'none';
	return written === 'none' || (written === 'standard' && listed.plan === 'free');
}

async function findByList(request: AccessRequest, email: string, status: string) {
	const { client, product } = request;
	return eachOnce(await listByEmail(client, email, { product, status }));
}

/**
 * Checks at the customer's own record what the lists of a product show, where they may be stale or show too little.
 *
 * @param access the state is `active` or `lapsed` where a list of the product shows the customer
 */
async function confirm(
	request: AccessRequest,
	{ customer, state: listed }: Access,
	isThorough: boolean,
): Promise<Access> {
	const isListed = listed === 'active';
	const written = recentAccess(request.client, request.product, customer.id);
	const isDoubtful = isStale(written, isListed ? customer : undefined) || (isThorough && !isListed);
	if (isListed && !isDoubtful) return { customer, state: 'active' };
	const subscriber = isDoubtful ? await findAsSubscriber(request, customer.id) : undefined;
	if (subscriber) return { customer: subscriber, state: 'active' };
	return { customer, state: listed === 'lapsed' && written !== 'none' ? 'lapsed' : 'none' };
}

async function findByAddress(
	request: AccessRequest,
	email: string,
	isThorough: boolean,
): Promise<Access[]> {
	const confirmAll = async (customers: IDataObject[], state: Access['state']) =>
		await Promise.all(
			customers.map(async (customer) => await confirm(request, { customer, state }, isThorough)),
		);
	const listed = await findByList(request, email, 'enabled');
	if (listed.length > 0) {
		const known = await confirmAll(listed, 'active');
		const active = known.filter(({ state }) => state === 'active');
		return active.length > 0 ? active : known;
	}
	const lapsed = isThorough ? await findByList(request, email, 'all') : [];
	return lapsed.length > 0
		? await confirmAll(lapsed, 'lapsed')
		: await confirmAll(await findByEmail(request.client, email), 'none');
}

/** @throws UserError for an ID that no customer has */
async function findByNumber(
	request: AccessRequest,
	id: string,
	isThorough: boolean,
): Promise<Access> {
	const subscriber = await findAsSubscriber(request, id);
	if (subscriber) return { customer: subscriber, state: 'active' };
	const customer = await findById(request.client, id);
	if (!customer) {
		throw new UserError(`No customer ${id}`, {
			description: 'Check the ID. To enter an email address, choose By Email.',
		});
	}
	if (!isThorough || recentAccess(request.client, request.product, id) === 'none') {
		return { customer, state: 'none' };
	}
	const { email } = customer;
	// A customer without an address stands in no list by address: access that has lapsed cannot be ruled out.
	if (typeof email !== 'string' || email === '') return { customer, state: 'lapsed' };
	const listed = await findByList(request, email, 'all');
	const lapsed = listed.find((one) => Number(one.id) === Number(id));
	return { customer: lapsed ?? customer, state: lapsed ? 'lapsed' : 'none' };
}

/** Finds the access of the customers whom a request names: usually one, or none for an address that nobody has. */
async function find(request: AccessRequest, isThorough: boolean): Promise<Access[]> {
	const { customer } = request;
	return 'id' in customer
		? [await findByNumber(request, customer.id, isThorough)]
		: await findByAddress(request, customer.email, isThorough);
}

/** Finds the customers with the address of a request, whom the product's list does not show. */
export async function findWithoutAccess({
	client,
	customer: { email },
}: AccessRequest & { customer: { email: string } }): Promise<Access[]> {
	const customers = await findByEmail(client, email);
	return customers.map((customer) => ({ customer, state: 'none' }));
}

/** Looks up the access of the rows of a run. Each person and product is looked up once. */
export class Evidence {
	private readonly found = new Map<string, Promise<Access[]>>();

	private readonly products = new Map<string, Promise<IDataObject>>();

	/**
	 * @param isThorough whether it matters why there is no access: lapsed access, and access that no list shows yet, are
	 *   then found as well, and a product that does not exist is an error
	 */
	constructor(private readonly isThorough: boolean) {}

	/** Finds the access of the customers whom a row names; several may have one address. */
	async find(request: AccessRequest): Promise<Access[]> {
		const key = `${request.product} ${keyOf(request.customer)}`;
		const known = this.found.get(key) ?? this.findAnew(request);
		this.found.set(key, known);
		return await known;
	}

	/** Finds the access once more, after a write that somebody else has forestalled. */
	async findAnew(request: AccessRequest): Promise<Access[]> {
		const found = await find(request, this.isThorough);
		const isAny = found.some(({ state }) => state !== 'none');
		if (this.isThorough && !isAny) await this.product(request);
		return found;
	}

	/** Reads the product of a request; throws where it does not exist. */
	async product(request: ProductRequest): Promise<IDataObject> {
		const { client, product } = request;
		const path = product.slice(product.lastIndexOf('/products/'));
		const reading =
			this.products.get(product) ??
			client.get(path).then((response) => requireRecord(response, 'product'));
		this.products.set(product, reading);
		return await reading;
	}
}

/** Finds the first of several statuses whose list has the customer. */
export async function findStatus(
	request: AccessRequest,
	{ id, email }: IDataObject,
	statuses: string[],
): Promise<string | undefined> {
	if (typeof email !== 'string' || email === '') return undefined;
	const isListed = async (status: string) => {
		const listed = await findByList(request, email, status);
		return listed.some((one) => Number(one.id) === Number(id));
	};
	const listed = await Promise.all(statuses.map(isListed));
	return statuses[listed.indexOf(true)];
}

/** Reads all customers with access to a product, on any plan. What this process has just written counts more. */
export async function readMembers(
	request: ProductRequest,
): Promise<{ customers: IDataObject[]; notes: string[] }> {
	const { client, product } = request;
	const listIn = (sort: string) => {
		const query = { product, status: 'enabled', sort };
		return client.list({ path: '/customers', key: 'customers', query, perPage: LARGE_PAGE_SIZE });
	};
	const { records, notes } = await readWholeCurrentList(
		(reading) => listIn(reading % 2 === 1 ? 'oldest' : 'newest'),
		'customers with access',
	);
	const byId = new Map(records.map((one) => [String(one.id), one]));
	const written = recentAccesses(client, product);
	const doubtful = [...written].filter(([id, access]) => isStale(access, byId.get(id)));
	const reading = doubtful.map(async ([id]) => {
		byId.delete(id);
		return await findAsSubscriber(request, id);
	});
	const settled = (await Promise.all(reading)).filter((one) => one !== undefined);
	return { customers: [...byId.values(), ...settled], notes };
}
