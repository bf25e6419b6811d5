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
//
//   Sync Access, of a row:
//   no access, and the address is similar to that of a customer with access         unclear
//   no access, and similar to another row, which is about access or comes first     unclear
//   nobody has the address, which can only be compared                              failed
//   nobody has the address, and the name is that of a customer who would leave      unclear, with every product
//
//   Sync Access, of a customer with access whom no row names: the first that applies
//   a grant names the customer by another address                                   nothing
//   has no address                                                                  withheld
//   the address is similar to that of a row                                         unclear
//   Revoke is off                                                                   withheld
//   Never Revoke has the address                                                    withheld
//   Never Revoke has a similar entry                                                unclear
//   may be the person of a row by the name, for this or another product             unclear, or withheld
//   a row of any product failed, before or during the grants                        withheld
//   otherwise                                                                       revoke
//
// `-` is a state that the look-ups of the operation do not return: only those of Revoke Access and Check Access read what
// has ended. What is withheld stays in the plan, so that a run can say it.
import type { IDataObject } from 'n8n-workflow';

import { markNames, markSpellings } from './likeness';
import {
	comparedAddress,
	type FailedRow,
	includesPlan,
	type Target,
	toFailedRows,
	toRecord,
} from './target';

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

/** At most one change for a customer and product, and the rows that failed before it was known what they name. */
export interface AccessPlan {
	changes: Change[];
	failed: FailedRow[];
}

const DONE_OUTCOMES = {
	create: 'created',
	grant: 'granted',
	update: 'updated',
	revoke: 'revoked',
} as const;

export const outcomeOf = (change: Change): ChangeOutcome =>
	change.kind === 'none' ? change.why : DONE_OUTCOMES[change.kind];

/** Returns a change that is only predicted. */
export const toPredicted = (change: Change): Change => ({
	...change,
	target: { ...change.target, isDry: true },
});

/** Whether a change is to be written. */
export const isWriting = ({ kind, target }: Change) => kind !== 'none' && !target.isDry;

/** What an operation that grants access does beside granting. */
export interface GrantPolicy {
	/** The fields that are updated when the customer exists. */
	updatable: string[];
	/** Whether customers may be created. */
	canCreate: boolean;
}

/** Plans the grant of one target: as little as is missing. */
export function planGrant(target: Target, { updatable, canCreate }: GrantPolicy): Change {
	const { values, current, likeness } = target;
	const customer = current?.customer ?? toRecord(target.customer);
	if (likeness) return { kind: 'none', why: 'unclear', target, customer };
	if (!current) {
		if (canCreate) return { kind: 'create', target, customer };
		return { kind: 'none', why: 'unknownCustomer', target, customer };
	}
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

/** Returns a key for a customer and a product. */
const customerAndProduct = (product: string, { id }: IDataObject) => `${product} ${String(id)}`;

const changedAccess = ({ target, customer }: Change) =>
	customerAndProduct(target.product, customer);

const knownAccess = ({ product, current }: Target) =>
	current && customerAndProduct(product, current.customer);

/** Whether Never Revoke keeps an address: it is in the list, or only similar to an entry. */
export type Protection = 'kept' | { similarTo: string } | undefined;

/** What a sync may do, and whom it protects. */
export interface SyncPolicy extends GrantPolicy {
	/** Whether customers whom no row names lose access. */
	canRevoke: boolean;
	/** Returns whether Never Revoke has an address. */
	protectionOf: (email: string) => Protection;
	/** Whether every row was read: one that was not may name anybody. */
	isListWhole: boolean;
}

/** Why a customer whom no row names keeps access. */
export type KeptBecause = 'withoutAddress' | 'revokeOff' | 'neverRevoke' | 'unclear' | 'failedRow';

/** A revocation that a policy withholds. */
interface Withheld {
	change: Change;
	because: KeptBecause;
}

/** A plan that makes the customers with access to products equal to the rows. Revocations follow the grants. */
export interface SyncPlan extends AccessPlan {
	withheld: Withheld[];
	/** Whether every row was read: one that was not may name anybody. */
	isListWhole: boolean;
}

const isRevocation = ({ kind }: Change) => kind === 'revoke';

/**
 * Returns a plan with the revocations that its grants allow, as they are planned and again as they have been carried out:
 *
 * - A customer whom a grant names, by whatever address, is not revoked: the address may have changed meanwhile.
 * - Where a row failed, nobody is revoked: it may name one of them.
 */
export function afterGrants(plan: SyncPlan, grants: Change[]): SyncPlan {
	const named = new Set(grants.map(changedAccess));
	const isNamed = (change: Change) => named.has(changedAccess(change));
	const others = plan.changes.filter((change) => !isRevocation(change));
	const revocations = plan.changes.filter((change) => isRevocation(change) && !isNamed(change));
	if (plan.isListWhole && plan.failed.length === 0) {
		return { ...plan, changes: [...others, ...revocations] };
	}
	const heldBack = revocations.map((change) => ({ change, because: 'failedRow' }) as const);
	return { ...plan, changes: others, withheld: [...plan.withheld, ...heldBack] };
}

/** Returns what keeps a customer from losing access, whatever the rows say. */
function protectionOfMember(
	member: Target,
	{ canRevoke, protectionOf }: SyncPolicy,
): KeptBecause | { similarTo: string } | undefined {
	const address = comparedAddress(member);
	if (address === undefined) return 'withoutAddress';
	if (!canRevoke) return 'revokeOff';
	const protection = protectionOf(address);
	return protection === 'kept' ? 'neverRevoke' : protection;
}

/** Plans what becomes of a customer with access whom no row names. */
function planMember(target: Target, policy: SyncPolicy, isMoved: boolean): Change | Withheld {
	const customer = target.current?.customer ?? toRecord(target.customer);
	const change = { kind: 'revoke', target, customer } as const;
	const protection = protectionOfMember(target, policy);
	if (typeof protection === 'string') return { change, because: protection };
	if (protection) {
		const likeness = { by: 'entry', to: protection.similarTo } as const;
		return { kind: 'none', why: 'unclear', target: { ...target, likeness }, customer };
	}
	return isMoved ? { change, because: 'unclear' } : change;
}

/**
 * Returns the targets of the rows: those of customers who may be the person of a row, and rows that are similar to another
 * one, are marked.
 */
function markAlike(
	rows: Target[],
	{ members, failed, policy }: { members: Target[]; failed: FailedRow[]; policy: SyncPolicy },
): Target[] {
	const comparable = members.filter((member) => comparedAddress(member) !== undefined);
	const by = policy.canRevoke ? 'spelling' : 'spellingWithoutRevoke';
	const spelled = markSpellings(rows, { members: comparable, failed, by });
	const decided = new Set(spelled.map(knownAccess));
	const isLeaver = (member: Target) =>
		!decided.has(knownAccess(member)) && protectionOfMember(member, policy) === undefined;
	return markNames(spelled, members.filter(isLeaver));
}

/**
 * Plans a sync by the table above.
 *
 * @param targets those of the rows, and those of the customers with access whose address no row has
 * @param failed the rows that failed
 */
export function planSync(targets: Target[], failed: FailedRow[], policy: SyncPolicy): SyncPlan {
	const asked = targets.filter((target) => target.rows.length > 0);
	const known = new Set(asked.map(knownAccess));
	const members = targets.filter(
		(target) => target.rows.length === 0 && !known.has(knownAccess(target)),
	);
	const rows = markAlike(asked, { members, failed, policy });
	const isUsable = ({ problem, likeness }: Target) => problem === undefined || likeness;
	const grants = planGrants(rows.filter(isUsable), policy);
	const unclear = new Set(rows.map(knownAccess));
	const moved = new Set(
		rows.flatMap(({ likeness, current }) =>
			likeness?.by === 'name' ? [current?.customer.id] : [],
		),
	);
	const planned = members
		.filter((member) => !unclear.has(knownAccess(member)))
		.map((member) => planMember(member, policy, moved.has(member.current?.customer.id)));
	const isWithheld = (one: Change | Withheld): one is Withheld => 'because' in one;
	const plan = {
		changes: [...grants, ...planned.flatMap((one) => (isWithheld(one) ? [] : [one]))],
		failed: [...failed, ...rows.filter((row) => !isUsable(row)).flatMap(toFailedRows)],
		withheld: planned.filter(isWithheld),
		isListWhole: policy.isListWhole,
	};
	return afterGrants(plan, grants);
}
