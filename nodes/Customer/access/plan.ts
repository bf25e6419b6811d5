// What is to be done about people's access, decided once. A plan has one change for each target: a person and a product,
// with all the rows about both. A limit and a dry run only read the plan; what carries it out decides nothing again, except
// once where another run was faster (see `writeGrant`). The table of the rules, which `plan.test.mts` holds:
//
//   what is known of the person     Grant Access,      Revoke Access         Sync Access
//                                   Create or Update
//   nobody has the address          create             unchanged (unknown)   create, or unknown with Create off
//   has no access                   grant              unchanged             grant
//   access has ended, may return    -                  revoke                -
//   free access, Standard asked     grant              revoke                grant
//   access                          unchanged          revoke                unchanged
//   access, and another field       update             revoke                unchanged
//   access, in no row               -                  -                     revoke, or nothing where a row failed
//   may be the person of a row      -                  -                     unclear
//
// `-` is a state that the look-ups of the operation do not return: only those of Revoke Access and Check Access read what
// has ended.
import type { IDataObject } from 'n8n-workflow';

import type { CustomerReference } from '../../shared/customers/customerByEmail';
import { groupBy } from '../../shared/data/groupBy';
import type { Likeness } from '../../shared/run/result';
import { emailKey } from '../../shared/values/email';

/** A row: it asks that somebody has, or loses, the access to a product. */
export interface AccessRow {
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
	/** Whether the customer may watch the product now. */
	hasAccess: boolean;
	/** Access that has ended and may come back, where the look-up asks for it; its status, where a list shows it. */
	ended?: { status?: string | undefined };
}

/** One person and one product: everything that the rows about both ask for, and what is known. */
export interface Target extends Omit<AccessRow, 'row'> {
	/** The rows, in their order; none for a customer whom no row names. Values of later rows count over earlier ones. */
	rows: number[];
	/** A key that the targets of one person share: their changes are carried out in turn. */
	person: string;
	/** Nothing for an address that nobody has. */
	current: CurrentAccess | undefined;
	/** Why a sync leaves the target alone: the customer may be the person of a row. */
	likeness?: Likeness;
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
	| { kind: 'revoke'; target: Target; customer: IDataObject }
	| {
			kind: 'none';
			why: 'unchanged' | 'unknownCustomer' | 'unclear';
			target: Target;
			/** The customer as far as known: somebody unknown has only an address. */
			customer: IDataObject;
			reason?: 'unknownCustomer';
	  };

/** What becomes of a change. */
export type ChangeOutcome =
	| 'created'
	| 'granted'
	| 'updated'
	| 'revoked'
	| Extract<Change, { kind: 'none' }>['why'];

/** A row that cannot be carried out, and why. The customer and `isDry` are undefined where they were not read. */
export interface FailedRow {
	row: number;
	customer?: CustomerReference;
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
	change.kind === 'none' ? change.why : OUTCOMES[change.kind];

/** Returns a change that is only predicted. */
export const toPredicted = (change: Change): Change => ({
	...change,
	target: { ...change.target, isDry: true },
});

/** Whether a change is to be written. */
export const isWriting = ({ kind, target }: Change) => kind !== 'none' && !target.isDry;

/** Returns a key for a customer reference, whatever the case of an address or the zeros before an ID. */
export function customerKey(customer: CustomerReference): string {
	return 'email' in customer ? emailKey(customer.email) : String(Number(customer.id));
}

/** Returns a record of what a reference says: the address or the ID. */
export function toRecord(customer: CustomerReference): IDataObject {
	return 'email' in customer ? { email: customer.email } : { id: Number(customer.id) };
}

/** Returns a key for a person: the ID of a known customer, so that different addresses and IDs in rows are one person. */
function personKey(
	{ customer, isDry }: Pick<AccessRow, 'customer' | 'isDry'>,
	current?: CurrentAccess,
): string {
	const key = current ? `id ${String(current.customer.id)}` : customerKey(customer);
	return isDry ? `${key}, dry` : key;
}

/** Returns the target of a customer with access whom no row names by the address. */
export function targetOf(
	customer: IDataObject,
	{ rows = [], ...others }: Pick<Target, 'product' | 'isDry' | 'likeness'> & { rows?: number[] },
): Target {
	const { id, email } = customer;
	const reference = id === undefined ? { email: String(email) } : { id: String(id) };
	const current = { customer, hasAccess: true };
	const person = personKey({ customer: reference, isDry: others.isDry }, current);
	return { ...others, customer: reference, values: {}, rows, person, current };
}

/** The values that belong to a person, whatever the product. */
const PERSONAL = ['name', 'password', 'send_email'];

const personalIn = (values: IDataObject) =>
	Object.fromEntries(Object.entries(values).filter(([name]) => PERSONAL.includes(name)));

/**
 * Merges rows and the customers whom they name into targets, in the order of the first row of each. The values of a person
 * are the same with each product: those of the last row.
 */
export function toTargets(lookedUp: Array<[row: AccessRow, found: CurrentAccess[]]>): Target[] {
	const targets = new Map<string, Target>();
	const personal = new Map<string, IDataObject>();
	for (const [{ row, values, ...others }, found] of lookedUp) {
		for (const current of found.length > 0 ? found : [undefined]) {
			const person = personKey(others, current);
			const key = `${others.product} ${person}`;
			const target = targets.get(key) ?? { ...others, values: {}, rows: [], person, current };
			target.rows.push(row);
			Object.assign(target.values, values);
			targets.set(key, target);
			personal.set(person, { ...personal.get(person), ...personalIn(values) });
		}
	}
	for (const { person, values } of targets.values()) Object.assign(values, personal.get(person));
	return [...targets.values()];
}

/** What an operation that grants access does beside granting. */
export interface GrantPolicy {
	/** The fields that are updated when the customer exists. */
	updatable: string[];
	/** Whether customers may be created. */
	canCreate: boolean;
}

/** Whether access is enough: any access where no plan is chosen. Free access does not include the plan Standard. */
export const includesPlan = ({ hasAccess, customer }: CurrentAccess, plan: unknown) =>
	hasAccess && (plan === undefined || plan === 'free' || customer.plan !== 'free');

/** Plans the grant of one target: as little as is missing. */
export function planGrant(target: Target, { updatable, canCreate }: GrantPolicy): Change {
	const { values, current, likeness } = target;
	if (!current) {
		const customer = toRecord(target.customer);
		if (canCreate) return { kind: 'create', target, customer };
		return { kind: 'none', why: 'unknownCustomer', target, customer };
	}
	const { customer } = current;
	if (likeness) return { kind: 'none', why: 'unclear', target, customer };
	const changed = updatable.filter(
		(name) => values[name] !== undefined && values[name] !== customer[name],
	);
	const fields = Object.fromEntries(changed.map((name) => [name, values[name]]));
	if (!includesPlan(current, values.plan)) return { kind: 'grant', target, customer, fields };
	if (changed.length > 0) return { kind: 'update', target, customer, fields };
	return { kind: 'none', why: 'unchanged', target, customer };
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
export function planGrants(targets: Target[], policy: GrantPolicy): Change[] {
	const people = new Map<string, IDataObject>();
	return targets.map((target) => {
		const { current } = target;
		const person = people.get(target.person);
		const before = person && {
			hasAccess: false,
			...current,
			customer: { ...current?.customer, ...person },
		};
		const change = planGrant(before ? { ...target, current: before } : target, policy);
		const after = customerAfter(change);
		if (after) people.set(target.person, after);
		return change;
	});
}

/** Plans revocations: of the access that each customer has now, or that has ended and may come back. */
export const planRevocations = (targets: Target[]): Change[] =>
	targets.map((target): Change => {
		const { current } = target;
		if (!current) {
			const customer = toRecord(target.customer);
			return { kind: 'none', why: 'unchanged', target, customer, reason: 'unknownCustomer' };
		}
		const { customer, hasAccess, ended } = current;
		if (hasAccess || ended) return { kind: 'revoke', target, customer };
		return { kind: 'none', why: 'unchanged', target, customer };
	});

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

/** Whether a customer has access whom no row names, and loses it unless somebody protects them. */
const isLeaver = ({ rows, likeness }: Target) => rows.length === 0 && likeness === undefined;

const nameAndProduct = (name: unknown, { product }: Target) => {
	const key = fullNameKey(name);
	return key === undefined ? undefined : `${product} ${key}`;
};

/**
 * Marks who may have changed the address: leavers who have the full name of somebody who would be created. Each of them
 * takes the place of that person, and loses no product.
 */
function markMoved(targets: Target[]): Target[] {
	const leavers = groupBy(targets.filter(isLeaver), (target) =>
		nameAndProduct(target.current?.customer.name, target),
	);
	/** By person, then by ID. */
	const namesakes = new Map<string, Map<string, CurrentAccess>>();
	for (const target of targets) {
		const key = target.current ? undefined : nameAndProduct(target.values.name, target);
		const found = key === undefined ? [] : (leavers.get(key) ?? []);
		for (const { current } of found) {
			const own = namesakes.get(target.person) ?? new Map<string, CurrentAccess>();
			if (current) namesakes.set(target.person, own.set(String(current.customer.id), current));
		}
	}
	const moved = new Set([...namesakes.values()].flatMap((own) => [...own.keys()]));
	return targets.flatMap((target): Target[] => {
		if (isLeaver(target) && moved.has(String(target.current?.customer.id))) return [];
		const own = namesakes.get(target.person);
		if (!own) return [target];
		const likeness = { by: 'name', to: String(toRecord(target.customer).email) } as const;
		return [...own.values()].map((current) => ({ ...target, current, likeness }));
	});
}

/** Returns a key for the customer and the product of a change. */
export const customerAndProduct = ({ target, customer }: Change) =>
	`${target.product} ${String(customer.id)}`;

/** A plan that makes the customers with access to products equal to the rows. */
export interface SyncPlan extends AccessPlan {
	/** Whether customers keep access only because a row failed. */
	isHoldingBack: boolean;
}

/**
 * Plans a sync: the grants, what stays unclear, and a revocation for each customer with access whom no row names.
 *
 * - A customer whom a row names, by whatever address, is not revoked: the address may have changed since the list was read.
 * - Where a row of any product failed, nobody is revoked: it may name one of them.
 * - A customer who may be the person of a row is unclear: neither revoked nor created again.
 *
 * @param targets those of the rows, and those of the customers whom no row names and who may lose access
 * @param failed the rows that failed
 */
export function planSync(targets: Target[], failed: FailedRow[], policy: GrantPolicy): SyncPlan {
	const marked = markMoved(targets);
	const grants = planGrants(
		marked.filter((target) => !isLeaver(target)),
		policy,
	);
	const named = new Set(grants.map(customerAndProduct));
	const revocations = planRevocations(marked.filter(isLeaver)).filter(
		(change) => !named.has(customerAndProduct(change)),
	);
	const hasFailed = failed.length > 0;
	return {
		changes: [...grants, ...(hasFailed ? [] : revocations)],
		failed,
		isHoldingBack: hasFailed && revocations.length > 0,
	};
}
