import type { Settings } from './options.mts';
import { repeated } from './pattern.mts';
import type { Customer, CustomerStatus, Grant } from './records.mts';
import { newestFirst, oldestFirst, Table } from './table.mts';
import { unsortedOrders } from './traits/lists.mts';

const secondMs = 1000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const firstNames =
	'Ana Ben Chloe Diego Emma Farid Grace Hugo Ines Jonas Kira Liam Maya Noah Olga Pablo Quinn Rosa Sami Tess'.split(
		' ',
	);
const lastNames =
	'Alvarez Baker Chen Duarte Evans Fischer Garcia Haddad Ito Jensen Kowalski Lopez Moreau Novak Okafor Patel Rossi Sato Turner Weber Young'.split(
		' ',
	);
const platforms = ['web', 'ios', 'android', 'roku', 'apple_tv'];

/** Statuses of seeded customers repeat after so many. */
const statusPattern: readonly CustomerStatus[] = [
	...Array<CustomerStatus>(13).fill('enabled'),
	'cancelled',
	'expired',
	'cancelled',
	'paused',
	'refunded',
	'disabled',
	'expired',
];

export interface CustomerFilter {
	/** A status, or `all`. */
	status: CustomerStatus | 'all';
	productId?: number | undefined;
	email?: string | undefined;
	/** Part of a name or e-mail address, whatever the case. */
	query?: string | undefined;
}

const matches = (customer: Readonly<Customer>, filter: CustomerFilter): boolean => {
	const { status, productId, email, query } = filter;
	return (
		(status === 'all' || customer.status === status) &&
		(productId === undefined || customer.grants.some((grant) => grant.productId === productId)) &&
		(email === undefined || customer.email.toLowerCase() === email.toLowerCase()) &&
		(query === undefined ||
			`${customer.name ?? ''} ${customer.email}`.toLowerCase().includes(query.toLowerCase()))
	);
};

/** The orders of a list of customers; `unsorted` is one that nobody asked for. */
export type CustomerOrder = 'newest' | 'oldest' | 'unsorted';

interface Page {
	total: number;
	records: ReadonlyArray<Readonly<Customer>>;
}

/** The account's customers. */
export class CustomerStore {
	private readonly rows: Table<Customer>;
	/** The ids of each address, in lower case: several where the service lets an address be used twice. */
	private readonly idsByAddress = new Map<string, Set<number>>();
	private readonly orders: Record<CustomerOrder, (a: Customer, b: Customer) => number>;

	constructor(firstId: number, { unsortedOrder }: Pick<Settings, 'unsortedOrder'>) {
		this.rows = new Table(firstId);
		const unsorted = unsortedOrders[unsortedOrder];
		this.orders = { newest: newestFirst, oldest: oldestFirst, unsorted };
	}

	newId(): number {
		return this.rows.newId();
	}

	get(id: number): Readonly<Customer> | undefined {
		return this.rows.get(id);
	}

	/** The record of a customer, to be changed in place and put back with `put`. */
	draft(id: number): Customer | undefined {
		const found = this.get(id);
		return found && { ...found, grants: [...found.grants], watchlist: [...found.watchlist] };
	}

	put(customer: Customer): Readonly<Customer> {
		this.forgetAddress(customer.id);
		const address = customer.email.toLowerCase();
		const ids = this.idsByAddress.get(address) ?? new Set();
		this.idsByAddress.set(address, ids.add(customer.id));
		return this.rows.put(customer);
	}

	remove(id: number): boolean {
		this.forgetAddress(id);
		return this.rows.remove(id);
	}

	private forgetAddress(id: number): void {
		const known = this.rows.get(id);
		if (known !== undefined) this.idsByAddress.get(known.email.toLowerCase())?.delete(id);
	}

	/** The first customer with an address, whatever the case. */
	byEmail(email: string): Readonly<Customer> | undefined {
		return this.allByEmail(email)[0];
	}

	private allByEmail(email: string): Customer[] {
		const ids = [...(this.idsByAddress.get(email.toLowerCase()) ?? [])];
		return ids.flatMap((id) => this.rows.get(id) ?? []);
	}

	/**
	 * The customers that match, in an order.
	 *
	 * @param outdated records that stand in for the present ones of the same customers
	 */
	all(
		filter: CustomerFilter,
		order: CustomerOrder,
		outdated: readonly Customer[] = [],
	): ReadonlyArray<Readonly<Customer>> {
		const compare = this.orders[order];
		if (outdated.length > 0) {
			const ids = new Set(outdated.map(({ id }) => id));
			const others = this.all(filter, order).filter(({ id }) => !ids.has(id));
			const matching = outdated.filter((customer) => matches(customer, filter));
			return [...others, ...matching].sort(compare);
		}
		if (filter.email !== undefined) {
			return this.allByEmail(filter.email)
				.filter((customer) => matches(customer, filter))
				.sort(compare);
		}
		const key = JSON.stringify([filter, order]);
		return this.rows.view(key, (customer) => matches(customer, filter), compare);
	}

	/** A page of the customers that match. */
	list(filter: CustomerFilter, order: CustomerOrder, offset: number, limit: number): Page {
		const all = this.all(filter, order);
		return { total: all.length, records: all.slice(offset, offset + limit) };
	}
}

/** Most have the first product; some a second one as well. */
const seededGrants = (productIds: readonly number[], group: number, index: number): Grant[] => {
	const first = repeated(productIds, 0);
	const second = repeated(productIds, group);
	const ids = index % 4 === 0 && group > 0 ? [first, second] : [second];
	return ids.map((productId) => ({
		productId,
		plan: 'standard',
		isRental: false,
		expiresIn: null,
	}));
};

interface Seed {
	count: number;
	/** They were created before this moment, in milliseconds. */
	seededAt: number;
	/** Products that they are subscribed to, the most frequent first. */
	productIds: readonly number[];
}

/** Fills a store with believable customers, the oldest first. */
export const seedCustomers = (
	store: CustomerStore,
	{ count, seededAt, productIds }: Seed,
): void => {
	const spread = Math.min(3 * 365, count) * dayMs;
	const stepMs = Math.max(1, Math.floor(spread / Math.max(1, count) / secondMs)) * secondMs;
	const oldestAt = Math.floor(seededAt / secondMs) * secondMs - hourMs - (count - 1) * stepMs;
	for (let index = 0; index < count; index += 1) {
		const id = store.newId();
		const first = repeated(firstNames, index);
		const last = repeated(lastNames, index * 5);
		const createdAt = oldestAt + index * stepMs;
		store.put({
			id,
			name: `${first} ${last}`,
			email: `${first}.${last}.${id}@example.com`.toLowerCase(),
			plan: 'standard',
			platform: repeated(platforms, index),
			// sevens reach every place of the pattern, and mix the statuses
			status: repeated(statusPattern, index * 7),
			grants: seededGrants(productIds, Math.floor(index / statusPattern.length) % 5, index),
			watchlist: [],
			watching: [],
			createdAt,
			updatedAt: createdAt,
		});
	}
};
