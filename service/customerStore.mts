import type { Settings } from './options.mts';
import {
	dayMs,
	hourMs,
	type CustomerPlan,
	type CustomerRecord,
	type CustomerStatus,
	type Grant,
} from './records.mts';
import { newestFirst, oldestFirst, Table, repeated } from './table.mts';
import { unsortedOrders } from './traits/lists.mts';

const secondMs = 1000;

const firstNames =
	'Ana Ben Chloe Diego Emma Farid Grace Hugo Ines Jonas Kira Liam Maya Noah Olga Pablo Quinn Rosa Sami Tess'.split(
		' ',
	);
const lastNames =
	'Alvarez Baker Chen Duarte Evans Fischer Garcia Haddad Ito Jensen Kowalski Lopez Moreau Novak Okafor Patel Rossi Sato Turner Weber Young'.split(
		' ',
	);
const platforms = ['web', 'ios', 'android', 'roku', 'apple_tv'];

/** The statuses of seeded customers; the pattern repeats. */
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

interface CustomerFilter {
	status: CustomerStatus | 'all';
	productId?: number | undefined;
	email?: string | undefined;
	/** Part of a name or e-mail address, in any case. */
	query?: string | undefined;
}

const matches = (customer: Readonly<CustomerRecord>, filter: CustomerFilter): boolean => {
	const { status, productId, email, query } = filter;
	return (
		(status === 'all' || customer.status === status) &&
		(productId === undefined || customer.grants.some((grant) => grant.productId === productId)) &&
		(email === undefined || customer.email.toLowerCase() === email.toLowerCase()) &&
		(query === undefined ||
			`${customer.name ?? ''} ${customer.email}`.toLowerCase().includes(query.toLowerCase()))
	);
};

/** The orders of lists of customers; `unsorted` is that of a request without `sort`. */
type CustomerOrder = 'newest' | 'oldest' | 'unsorted';

/** The account's customers. */
export class CustomerStore {
	private readonly rows: Table<CustomerRecord>;
	/** Ids by e-mail address in lower case: several where the trait `duplicateEmail` allows it. */
	private readonly idsByAddress = new Map<string, Set<number>>();
	private readonly orders: Record<CustomerOrder, (a: CustomerRecord, b: CustomerRecord) => number>;

	constructor(firstId: number, { unsortedOrder }: Pick<Settings, 'unsortedOrder'>) {
		this.rows = new Table(firstId);
		const unsorted = unsortedOrders[unsortedOrder];
		this.orders = { newest: newestFirst, oldest: oldestFirst, unsorted };
	}

	newId(): number {
		return this.rows.newId();
	}

	get(id: number): Readonly<CustomerRecord> | undefined {
		return this.rows.get(id);
	}

	existing(id: number): Readonly<CustomerRecord> {
		return this.rows.existing(id);
	}

	/** Returns a copy of a record, to be changed and stored with `put`. */
	draft(id: number): CustomerRecord {
		const customer = this.rows.existing(id);
		return { ...customer, grants: [...customer.grants], watchlist: [...customer.watchlist] };
	}

	put(customer: CustomerRecord): Readonly<CustomerRecord> {
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
		const stored = this.rows.get(id);
		if (stored !== undefined) this.idsByAddress.get(stored.email.toLowerCase())?.delete(id);
	}

	/** Finds the first customer with an e-mail address, in any case. */
	byEmail(email: string): Readonly<CustomerRecord> | undefined {
		return this.allByEmail(email)[0];
	}

	private allByEmail(email: string): CustomerRecord[] {
		const ids = [...(this.idsByAddress.get(email.toLowerCase()) ?? [])];
		return ids.flatMap((id) => this.rows.get(id) ?? []);
	}

	/**
	 * Returns the customers that match, sorted.
	 *
	 * @param outdated records that stand in for the present ones of the same customers
	 */
	all(
		filter: CustomerFilter,
		order: CustomerOrder,
		outdated: readonly CustomerRecord[] = [],
	): ReadonlyArray<Readonly<CustomerRecord>> {
		const compare = this.orders[order];
		if (outdated.length > 0) {
			const ids = new Set(outdated.map(({ id }) => id));
			const rest = this.all(filter, order).filter(({ id }) => !ids.has(id));
			const matching = outdated.filter((customer) => matches(customer, filter));
			return [...rest, ...matching].sort(compare);
		}
		if (filter.email !== undefined) {
			return this.allByEmail(filter.email)
				.filter((customer) => matches(customer, filter))
				.sort(compare);
		}
		const key = JSON.stringify([filter, order]);
		return this.rows.view(key, (customer) => matches(customer, filter), compare);
	}
}

/** Returns the grants of products for an unlimited time. */
export const grantsOf = (productIds: readonly number[], plan: CustomerPlan): Grant[] =>
	productIds.map((productId) => ({ productId, plan, isRental: false, expiresIn: null }));

/** The grants of a seeded customer: one product, or two. */
const seededGrants = (productIds: readonly number[], group: number, index: number): Grant[] => {
	const first = repeated(productIds, 0);
	const second = repeated(productIds, group);
	const ids = index % 4 === 0 && group > 0 ? [first, second] : [second];
	return grantsOf(ids, 'standard');
};

interface Seed {
	count: number;
	/** The customers are older than this, in milliseconds. */
	seededAt: number;
	/** The products that they have, the most frequent first. */
	productIds: readonly number[];
}

/** Adds believable customers, the oldest first. */
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
			// Steps of seven reach every place of the pattern and mix the statuses.
			status: repeated(statusPattern, index * 7),
			grants: seededGrants(productIds, Math.floor(index / statusPattern.length) % 5, index),
			watchlist: [],
			watching: [],
			createdAt,
			updatedAt: createdAt,
		});
	}
};
