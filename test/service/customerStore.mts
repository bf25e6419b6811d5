import type { Customer, CustomerStatus, Grant } from './records.mts';
import { oldestFirst } from './table.mts';

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
const platforms = ['web', 'ios', 'android', 'roku', 'apple_tv'] as const;

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
/** Statuses and products of seeded customers repeat with this period, in customers. */
const period = statusPattern.length * 5;

export interface CustomerFilter {
	/** A status, or `all`. */
	status: CustomerStatus | 'all';
	productId?: number;
	email?: string;
	/** Part of a name or e-mail address, whatever the case. */
	query?: string;
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

interface Page {
	total: number;
	records: ReadonlyArray<Readonly<Customer>>;
}

/** First index of a sorted array whose value is not below the wanted one. */
const lowerBound = (length: number, isBelow: (index: number) => boolean): number => {
	let low = 0;
	let high = length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (isBelow(middle)) low = middle + 1;
		else high = middle;
	}
	return low;
};

/**
 * Customers: any number of seeded ones that exist only as a formula of their index, and the ones that
 * were added or changed. Lists are cut from both without walking the seeded ones, so that a page of an
 * account of a million costs what a page of a small one does. Only a `query` walks all of them.
 */
export class CustomerStore {
	private readonly explicit = new Map<number, Customer>();
	/** The same records, oldest first: most are added at the end. */
	private readonly ordered: Customer[] = [];
	private readonly byAddress = new Map<string, number>();
	/** Indexes of seeded customers that were changed or removed. */
	private readonly replaced = new Set<number>();
	private readonly views = new Map<string, readonly Customer[]>();
	private readonly stepMs: number;
	private readonly oldestAt: number;
	private nextId: number;

	/**
	 * @param seeded number of seeded customers
	 * @param firstId id of the oldest of them
	 * @param seededAt the moment of seeding, in milliseconds: they were created before it
	 * @param productIds products that they are subscribed to, the most frequent first
	 */
	constructor(
		private readonly seeded: number,
		private readonly firstId: number,
		seededAt: number,
		private readonly productIds: readonly number[],
	) {
		const spread = Math.min(3 * 365, seeded) * dayMs;
		this.stepMs = Math.max(1, Math.floor(spread / Math.max(1, seeded) / secondMs)) * secondMs;
		const lastAt = Math.floor(seededAt / secondMs) * secondMs - hourMs;
		this.oldestAt = lastAt - (seeded - 1) * this.stepMs;
		this.nextId = firstId + seeded;
	}

	newId(): number {
		return this.nextId;
	}

	get(id: number): Readonly<Customer> | undefined {
		return this.explicit.get(id) ?? (this.isSeeded(id) ? this.seed(id - this.firstId) : undefined);
	}

	/** The record of a customer, to be changed in place and put back with `put`. */
	draft(id: number): Customer | undefined {
		const found = this.get(id);
		return found && { ...found, grants: [...found.grants], watchlist: [...found.watchlist] };
	}

	put(customer: Customer): Readonly<Customer> {
		this.remove(customer.id);
		this.explicit.set(customer.id, customer);
		this.byAddress.set(customer.email.toLowerCase(), customer.id);
		this.ordered.splice(this.placeOf(customer), 0, customer);
		this.nextId = Math.max(this.nextId, customer.id + 1);
		return customer;
	}

	remove(id: number): boolean {
		const known = this.explicit.get(id);
		this.views.clear();
		if (known !== undefined) {
			this.explicit.delete(id);
			this.byAddress.delete(known.email.toLowerCase());
			this.ordered.splice(this.placeOf(known), 1);
			return true;
		}
		if (!this.isSeeded(id)) return false;
		this.replaced.add(id - this.firstId);
		return true;
	}

	private placeOf(customer: Customer): number {
		return lowerBound(
			this.ordered.length,
			(index) => oldestFirst(this.ordered[index], customer) < 0,
		);
	}

	byEmail(email: string): Readonly<Customer> | undefined {
		const address = email.toLowerCase();
		const id = this.byAddress.get(address) ?? Number(/\.(\d+)@example\.com$/.exec(address)?.[1]);
		const found = Number.isNaN(id) ? undefined : this.get(id);
		return found?.email.toLowerCase() === address ? found : undefined;
	}

	/** A page of the customers that match, newest first or oldest first. */
	list(filter: CustomerFilter, order: 'newest' | 'oldest', offset: number, limit: number): Page {
		if (filter.email !== undefined) return this.pageByEmail(filter, filter.email, offset, limit);
		const explicit = this.explicitMatching(filter);
		const seeded = filter.query === undefined ? this.byFormula(filter) : this.byWalking(filter);
		const total = explicit.length + seeded.count;
		if (order === 'newest') {
			return { total, records: this.merge(explicit, seeded, offset, limit) };
		}
		const end = Math.max(0, total - offset);
		const start = Math.max(0, end - limit);
		return { total, records: this.merge(explicit, seeded, start, end - start).toReversed() };
	}

	private pageByEmail(filter: CustomerFilter, email: string, offset: number, limit: number): Page {
		const found = this.byEmail(email);
		const all = found !== undefined && matches(found, filter) ? [found] : [];
		return { total: all.length, records: all.slice(offset, offset + limit) };
	}

	private explicitMatching(filter: CustomerFilter): readonly Customer[] {
		const key = JSON.stringify(filter);
		const known = this.views.get(key);
		if (known !== undefined) return known;
		const built = this.ordered.filter((customer) => matches(customer, filter)).reverse();
		this.views.set(key, built);
		return built;
	}

	/** Seeded customers that match, found from the period of their pattern. */
	private byFormula(filter: CustomerFilter): Seeded {
		const slots = Array.from({ length: period }, (_, slot) => slot).filter((slot) =>
			matches(this.seed(slot), filter),
		);
		const below = (index: number) =>
			Math.floor(index / period) * slots.length +
			lowerBound(slots.length, (at) => slots[at] < index % period);
		const indexAt = (rank: number) =>
			Math.floor(rank / slots.length) * period + slots[rank % slots.length];
		const gone = [...this.replaced]
			.filter((index) => slots.includes(index % period))
			.map(below)
			.sort((a, b) => a - b);
		const goneBelow = (rank: number) => lowerBound(gone.length, (at) => gone[at] < rank);
		return {
			count: below(this.seeded) - gone.length,
			countBelow: (index) => below(index) - goneBelow(below(index)),
			indexOf: (rank) => {
				let shifted = rank;
				for (const lost of gone) {
					if (lost > shifted) break;
					shifted += 1;
				}
				return indexAt(shifted);
			},
		};
	}

	/** Seeded customers that match a search, found by looking at each. */
	private byWalking(filter: CustomerFilter): Seeded {
		const found: number[] = [];
		for (let index = 0; index < this.seeded; index += 1) {
			if (!this.replaced.has(index) && matches(this.seed(index), filter)) found.push(index);
		}
		return {
			count: found.length,
			countBelow: (index) => lowerBound(found.length, (at) => found[at] < index),
			indexOf: (rank) => found[rank],
		};
	}

	/** Cuts a page, newest first, from the two sequences. */
	private merge(
		explicit: readonly Customer[],
		seeded: Seeded,
		offset: number,
		limit: number,
	): Array<Readonly<Customer>> {
		const seededBefore = (customer: Customer) =>
			seeded.count - seeded.countBelow(this.firstIndexNotOlder(customer));
		let nextExplicit = lowerBound(
			explicit.length,
			(index) => index + seededBefore(explicit[index]) < offset,
		);
		let nextSeeded = offset - nextExplicit;
		const page: Array<Readonly<Customer>> = [];
		while (page.length < limit) {
			const candidate = explicit.at(nextExplicit);
			const takeExplicit = candidate !== undefined && seededBefore(candidate) <= nextSeeded;
			if (takeExplicit) {
				page.push(candidate);
				nextExplicit += 1;
			} else if (nextSeeded < seeded.count) {
				page.push(this.seed(seeded.indexOf(seeded.count - 1 - nextSeeded)));
				nextSeeded += 1;
			} else break;
		}
		return page;
	}

	/** The lowest index whose seeded customer stands before the given one in a list, newest first. */
	private firstIndexNotOlder(customer: Customer): number {
		const index = Math.ceil((customer.createdAt - this.oldestAt) / this.stepMs);
		const bounded = Math.min(Math.max(index, 0), this.seeded);
		const isTie =
			bounded < this.seeded &&
			this.createdAt(bounded) === customer.createdAt &&
			this.firstId + bounded < customer.id;
		return isTie ? bounded + 1 : bounded;
	}

	private isSeeded(id: number): boolean {
		const index = id - this.firstId;
		return index >= 0 && index < this.seeded && !this.replaced.has(index);
	}

	private createdAt(index: number): number {
		return this.oldestAt + index * this.stepMs;
	}

	private seed(index: number): Readonly<Customer> {
		const id = this.firstId + index;
		const first = firstNames[index % firstNames.length];
		const last = lastNames[(index * 5) % lastNames.length];
		const createdAt = this.createdAt(index);
		return {
			id,
			name: `${first} ${last}`,
			email: `${first}.${last}.${id}@example.com`.toLowerCase(),
			plan: 'standard',
			platform: platforms[index % platforms.length],
			// sevens reach every place of the pattern, and mix the statuses
			status: statusPattern[(index * 7) % statusPattern.length],
			grants: this.seededGrants(Math.floor(index / statusPattern.length) % 5, index),
			watchlist: [],
			watching: [],
			createdAt,
			updatedAt: createdAt,
		};
	}

	/** Most have the first product; some a second one as well. */
	private seededGrants(group: number, index: number): Grant[] {
		const second = this.productIds[group];
		const ids = index % 4 === 0 && group > 0 ? [this.productIds[0], second] : [second];
		return ids.map((productId) => ({
			productId,
			plan: 'standard',
			isRental: false,
			expiresIn: null,
		}));
	}
}

interface Seeded {
	count: number;
	/** How many of them have a lower index. */
	countBelow: (index: number) => number;
	/** The index of the one with this rank, oldest first. */
	indexOf: (rank: number) => number;
}
