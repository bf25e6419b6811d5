// What is to be done about people's access, decided once. A limit and a dry run only read a plan; what carries it out
// decides nothing again, except once where somebody else was faster (see `writeGrant`).
import type { IDataObject } from 'n8n-workflow';

import type { CustomerReference } from '../../shared/customers/customerByEmail';
import { groupBy } from '../../shared/groupBy';
import { emailKey } from '../../shared/values/email';

/** What a row asks for: that somebody has, or loses, the access to a product. */
export interface DesiredAccess {
	/** The index of the row's input item. */
	row: number;
	customer: CustomerReference;
	/** The product's href. */
	product: string;
	/** The values of Additional Fields that are not blank, by the API's names. */
	values: IDataObject;
	/** Whether nothing may be written. */
	isDry: boolean;
}

/** What is known of one customer and one product. */
export interface CurrentAccess {
	customer: IDataObject;
	/**
	 * - `active`: may watch the product now;
	 * - `lapsed`: had access, which may come back;
	 * - `none`: has no access that could come back.
	 */
	state: 'active' | 'lapsed' | 'none';
	/** The status of a customer whose access has lapsed, where a list shows it. */
	status?: string | undefined;
}

/** A row, and the customers whom it names: none for an address that nobody has. */
export interface LookedUp {
	desired: DesiredAccess;
	found: CurrentAccess[];
}

/** One person and one product: everything that the rows about both ask for. */
interface Target {
	customer: CustomerReference;
	product: string;
	/** The values of all its rows: one of a later row counts over that of an earlier one. */
	values: IDataObject;
	isDry: boolean;
	/** The rows, in their order; none for a customer whom no row names. */
	rows: number[];
	/** A key that the targets of one person share: their changes are carried out in turn. */
	person: string;
}

/** What is to be done for a target. */
export type Change =
	| { kind: 'create'; target: Target; customer: IDataObject }
	| {
			/** `grant` includes an update of fields. */
			kind: 'grant' | 'update';
			target: Target;
			/** Without an ID for somebody whom an earlier change of the plan creates. */
			customer: IDataObject;
			fields: IDataObject;
	  }
	| {
			kind: 'revoke';
			target: Target;
			customer: IDataObject;
			ended: 'active' | 'lapsed';
			/** The status of access that had already ended. */
			reason?: string | undefined;
	  }
	| {
			kind: 'keep';
			why: 'unchanged' | 'unknownCustomer' | 'unclear';
			target: Target;
			/** The customer as far as known: somebody unknown has only an address. */
			customer: IDataObject;
			/** For an unclear one: the other address, and whether it is one person by the full name. */
			similarTo?: string;
			hasSameName?: boolean;
			reason?: 'unknownCustomer';
	  };

/** What becomes of a change. */
export type ChangeOutcome =
	| 'created'
	| 'granted'
	| 'updated'
	| 'revoked'
	| Extract<Change, { kind: 'keep' }>['why'];

/** A row that cannot be carried out, and why; `isDry` is undefined where Dry Run was not read. */
export interface FailedRow {
	row: number;
	isDry?: boolean | undefined;
	failure: unknown;
}

/** At most one change for a customer and product, and the rows that failed before it was known what they name. */
export interface AccessPlan {
	changes: Change[];
	failed: FailedRow[];
}

const OUTCOMES = {
	create: 'created',
	grant: 'granted',
	update: 'updated',
	revoke: 'revoked',
} as const;

export const outcomeOf = (change: Change): ChangeOutcome =>
	change.kind === 'keep' ? change.why : OUTCOMES[change.kind];

/** Returns a change that is only predicted. */
export const toPredicted = (change: Change): Change => ({
	...change,
	target: { ...change.target, isDry: true },
});

/** Whether a change is to be written. */
export const isWriting = ({ kind, target }: Change) => kind !== 'keep' && !target.isDry;

/** Returns a key for a customer reference, whatever the case of an address or the zeros before an ID. */
export function customerKey(customer: CustomerReference): string {
	return 'email' in customer ? emailKey(customer.email) : String(Number(customer.id));
}

/** Returns a record of what a reference says: the address or the ID. */
export function toRecord(customer: CustomerReference): IDataObject {
	return 'email' in customer ? { email: customer.email } : { id: Number(customer.id) };
}

/** Returns a key for a person: the ID of a known customer, so that different addresses and IDs in rows are one person. */
function personKey({ customer, isDry }: DesiredAccess, current: CurrentAccess | undefined) {
	const key = current ? `id ${String(current.customer.id)}` : customerKey(customer);
	return isDry ? `${key}, dry` : key;
}

/** Returns the target of a customer whom no row names. */
export const targetOf = (
	customer: IDataObject,
	{ product, isDry }: Pick<Target, 'product' | 'isDry'>,
): Target => {
	const id = String(customer.id);
	return { customer: { id }, product, values: {}, isDry, rows: [], person: `id ${id}` };
};

interface Known {
	target: Target;
	current: CurrentAccess | undefined;
}

/** Merges rows into targets, in the order of the first row of each. */
function mergeRows(lookedUp: LookedUp[]): Known[] {
	const known = new Map<string, Known>();
	for (const { desired, found } of lookedUp) {
		const customers = found.length > 0 ? found : [undefined];
		for (const current of customers) {
			const person = personKey(desired, current);
			const key = `${desired.product} ${person}`;
			const target = known.get(key)?.target;
			if (target) {
				target.rows.push(desired.row);
				Object.assign(target.values, desired.values);
				continue;
			}
			const { row, values, ...others } = desired;
			known.set(key, {
				target: { ...others, values: { ...values }, rows: [row], person },
				current,
			});
		}
	}
	return [...known.values()];
}

/** What an operation that grants access does beside granting. */
export interface GrantPolicy {
	/** The fields that are updated when the customer exists. */
	updatable: string[];
	/** Whether customers may be created. */
	canCreate: boolean;
}

/** Whether access is enough: any access where no plan is chosen. Free access does not include the plan Standard. */
export const includesPlan = ({ state, customer }: CurrentAccess, plan: unknown) =>
	state === 'active' && (plan === undefined || plan === 'free' || customer.plan !== 'free');

/** Plans the grant of one target: as little as is missing. */
export function planGrant(
	target: Target,
	current: CurrentAccess | undefined,
	{ updatable, canCreate }: GrantPolicy,
): Change {
	const { values } = target;
	if (!current) {
		const customer = toRecord(target.customer);
		if (canCreate) return { kind: 'create', target, customer };
		return { kind: 'keep', why: 'unknownCustomer', target, customer };
	}
	const { customer } = current;
	const changed = updatable.filter(
		(name) => values[name] !== undefined && values[name] !== customer[name],
	);
	const fields = Object.fromEntries(changed.map((name) => [name, values[name]]));
	if (!includesPlan(current, values.plan)) return { kind: 'grant', target, customer, fields };
	if (changed.length > 0) return { kind: 'update', target, customer, fields };
	return { kind: 'keep', why: 'unchanged', target, customer };
}

/** Returns the customer's own fields, those of no product, as a change leaves them. */
function customerAfter(change: Change): IDataObject | undefined {
	const { target } = change;
	const record = { ...change.customer };
	delete record.plan;
	if (change.kind === 'create') {
		const { name } = target.values;
		return { ...record, ...(name !== undefined && { name }) };
	}
	if (change.kind === 'grant' || change.kind === 'update') return { ...record, ...change.fields };
	return undefined;
}

/**
 * Plans grants. What an earlier change does for a person counts for the later ones, which are about other products: the
 * person is created once, and a field is updated once.
 */
export function planGrants(lookedUp: LookedUp[], policy: GrantPolicy): Change[] {
	const people = new Map<string, IDataObject>();
	return mergeRows(lookedUp).map(({ target, current }) => {
		const person = people.get(target.person);
		const before: CurrentAccess | undefined = person
			? { state: 'none', ...current, customer: { ...current?.customer, ...person } }
			: current;
		const change = planGrant(target, before, policy);
		const after = customerAfter(change);
		if (after) people.set(target.person, after);
		return change;
	});
}

/** Plans revocations: of the access that each customer has now, or that has lapsed and may come back. */
export const planRevocations = (lookedUp: LookedUp[]): Change[] =>
	mergeRows(lookedUp).map(({ target, current }): Change => {
		const customer = current?.customer ?? toRecord(target.customer);
		if (!current) {
			return { kind: 'keep', why: 'unchanged', target, customer, reason: 'unknownCustomer' };
		}
		const { state, status: reason } = current;
		if (state === 'none') return { kind: 'keep', why: 'unchanged', target, customer };
		return { kind: 'revoke', target, customer, ended: state, reason };
	});

/** A customer with access, and the rows that name them, or name somebody with a similar address. */
interface ComparedMember {
	row?: { rows: number[] } | undefined;
	member: IDataObject;
}

/** What the list of customers with access to a product says about the rows for it. */
export interface ListComparison {
	product: string;
	isDry: boolean;
	/** Customers in the list whom rows name. */
	same: ComparedMember[];
	/** Customers and rows that are only similar to another spelling. */
	similar: Array<ComparedMember & { similarTo: string }>;
	/** Customers with access whom no row names by their address. */
	extra: IDataObject[];
	/** The same, of those who keep access whatever the rows say. */
	kept: IDataObject[];
}

/**
 * Returns a key that spellings of a full name share: capitals, accents, punctuation and blanks make no difference, as in
 * similar addresses. `undefined` for less than two words, which many people share.
 */
function fullNameKey(name: unknown): string | undefined {
	if (typeof name !== 'string' || name.trim().split(/\s+/).length < 2) return undefined;
	return name
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Finds customers with access whose full name is that of a row which would be created, while no row has their own address:
 * they may have changed it.
 *
 * @returns these customers, by the person who would be created
 */
function findMoved(grants: Change[], comparisons: ListComparison[]): Map<string, IDataObject[]> {
	const moved = new Map<string, IDataObject[]>();
	for (const { product, extra, kept } of comparisons) {
		const namesakes = groupBy([...extra, ...kept], ({ name }) => fullNameKey(name));
		for (const { target, customer } of grants) {
			const isKnown = customer.id !== undefined;
			const key =
				isKnown || target.product !== product ? undefined : fullNameKey(target.values.name);
			const members = key === undefined ? undefined : namesakes.get(key);
			if (members) moved.set(target.person, [...(moved.get(target.person) ?? []), ...members]);
		}
	}
	return moved;
}

/** Returns the IDs of the customers whom grants name, by product. */
function idsByProduct(grants: Change[]): Map<string, Set<string>> {
	const ids = new Map<string, Set<string>>();
	for (const { target, customer } of grants) {
		const named = ids.get(target.product) ?? new Set();
		ids.set(target.product, named.add(String(customer.id)));
	}
	return ids;
}

/** A plan that makes the customers with access to products equal to the rows. */
export interface SyncPlan extends AccessPlan {
	/** Whether customers keep access only because a row failed. */
	isHoldingBack: boolean;
}

/**
 * Plans a sync: the grants, a revocation for each customer with access whom no row names, and what stays as it is.
 *
 * - A customer whom a row names, by whatever address, is not revoked: the address may have changed since the list was read.
 * - Where a row of any product failed, nobody is revoked: it may name one of them.
 * - A person who may be a customer with another address is unclear: neither revoked nor created again.
 *
 * @param planned the grants of all rows whose address nobody with access has, and the rows that failed
 */
export function planSync(planned: AccessPlan, comparisons: ListComparison[]): SyncPlan {
	const moved = findMoved(planned.changes, comparisons);
	const movedIds = new Set([...moved.values()].flat().map(({ id }) => String(id)));
	const named = idsByProduct(planned.changes);
	const grants = planned.changes.map((change): Change => {
		const [customer] = moved.get(change.target.person) ?? [];
		if (!customer) return change;
		const similarTo = String(change.customer.email);
		const { target } = change;
		return { kind: 'keep', why: 'unclear', target, customer, similarTo, hasSameName: true };
	});
	const revocations = comparisons.flatMap(({ extra, ...list }) =>
		extra
			.filter(({ id }) => !movedIds.has(String(id)) && !named.get(list.product)?.has(String(id)))
			.map((customer): Change => {
				const target = targetOf(customer, list);
				return { kind: 'revoke', target, customer, ended: 'active' };
			}),
	);
	const kept = comparisons.flatMap(({ same, similar, ...list }): Change[] => {
		const keep = ({ row, member }: ComparedMember) => {
			const target = { ...targetOf(member, list), rows: row?.rows ?? [] };
			return { kind: 'keep', target, customer: member } as const;
		};
		return [
			...same.map((entry): Change => ({ ...keep(entry), why: 'unchanged' })),
			...similar.map(
				(entry): Change => ({ ...keep(entry), why: 'unclear', similarTo: entry.similarTo }),
			),
		];
	});
	const hasFailed = planned.failed.length > 0;
	return {
		changes: [...grants, ...(hasFailed ? [] : revocations), ...kept],
		failed: planned.failed,
		isHoldingBack: hasFailed && revocations.length > 0,
	};
}
