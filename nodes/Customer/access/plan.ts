import type { IDataObject } from 'n8n-workflow';

import {
	type CustomerReference,
	severalCustomersError,
} from '../../shared/customers/customerByEmail';
import { toAsciiLowerCase } from '../../shared/values/email';

/** What is known of a customer and one product. */
export interface Access {
	customer: IDataObject;
	/**
	 * - `active`: may watch the product now;
	 * - `lapsed`: had access, which may come back;
	 * - `none`: has no access that could come back.
	 */
	state: 'active' | 'lapsed' | 'none';
}

export type AccessOutcome =
	| 'created'
	| 'granted'
	| 'updated'
	| 'revoked'
	| 'unchanged'
	| 'unknownCustomer'
	| 'unclear'
	| 'postponed';

/** What is to be done for one person and product. The outcome names it, and is reported once it is done. */
export interface Step {
	outcome: AccessOutcome;
	/** The customer as far as known: somebody new has only an address. */
	customer: IDataObject;
	/** Fields to be updated, with their new values. */
	fields?: IDataObject;
	/** For a revocation: the access to be ended. */
	state?: Access['state'];
	/** For an unclear one: the other spelling. */
	similarTo?: string;
	/** Once a revocation is done: the plans whose removal succeeded. */
	revokedPlans?: string[];
	/** Why nothing is done, where the outcome does not say it. */
	reason?: 'unknownCustomer';
	/** An earlier step for the same person, which has to be done before. */
	after?: Step;
}

/** What a row asks for. */
export interface Wish {
	customer: CustomerReference;
	/** The product's href. */
	product: string;
	/** The values of Additional Fields, by the API's names. */
	given: IDataObject;
}

interface GrantOptions {
	/** The fields that are updated when the customer exists. */
	updatable?: string[];
	/** Whether customers may be created. */
	canCreate?: boolean;
	/** Whether access on any plan is enough. */
	takesAnyPlan?: boolean;
}

/** Plans one row after the other: what an earlier row does counts for later ones. */
export type Planner = (wish: Wish, known: Access[]) => Step[];

/** Returns a key for a customer reference, whatever the case of an address or the zeros before an ID. */
export function customerKey(customer: CustomerReference): string {
	return 'email' in customer ? toAsciiLowerCase(customer.email) : String(Number(customer.id));
}

/** Returns a record of what a reference says: the address or the ID. */
export function toRecord(customer: CustomerReference): IDataObject {
	return 'email' in customer ? { email: customer.email } : { id: Number(customer.id) };
}

/** Chooses among the customers of a row: of several with one address, the one with access. */
function choose(known: Access[]): Access | undefined {
	const [first, second] = known;
	const active = known.find(({ state }) => state === 'active');
	if (active ?? !second) return active ?? first;
	const customers = known.map(({ customer }) => customer);
	throw severalCustomersError(String(first?.customer.email), customers);
}

/** Whether access includes the plan: a free one does not include paid access. */
const covers = ({ state, customer }: Access, plan: unknown) =>
	state === 'active' && (customer.plan !== 'free' || plan === 'free');

/** Plans a grant of access, as little as is missing. */
function planGrant(
	{ customer, given }: Wish,
	access: Access | undefined,
	{ updatable = [], canCreate = true, takesAnyPlan = false }: GrantOptions,
): Step {
	if (!access) {
		return { outcome: canCreate ? 'created' : 'unknownCustomer', customer: toRecord(customer) };
	}
	const changed = updatable.filter(
		(name) => given[name] !== undefined && given[name] !== access.customer[name],
	);
	const fields = Object.fromEntries(changed.map((name) => [name, given[name]]));
	const others = changed.length > 0 ? 'updated' : 'unchanged';
	const isCovered = takesAnyPlan ? access.state === 'active' : covers(access, given.plan);
	const outcome = isCovered ? others : 'granted';
	return { outcome, customer: access.customer, fields };
}

/** A person as the steps of earlier rows leave them. */
interface Person {
	/** The fields that are known or were written. */
	fields: IDataObject;
	/** The plan under which the person has each product. */
	plans: Map<string, unknown>;
	/** The step of the last row. */
	last: Step;
}

/** Returns the access of a row's customer after the steps of earlier rows. */
function foresee(wish: Wish, access?: Access, person?: Person): Access | undefined {
	if (!person) return access;
	const customer = { ...access?.customer, ...person.fields };
	const { product } = wish;
	return person.plans.has(product)
		? { customer: { ...customer, plan: person.plans.get(product) as string }, state: 'active' }
		: { customer, state: access?.state ?? 'none' };
}

/**
 * Returns a function that plans the grants of a run, row by row. What an earlier row does for a person counts for later
 * rows, so that each person is created once and is granted each product once.
 */
export function grantPlanner(options: GrantOptions = {}): Planner {
	const people = new Map<string, Person>();
	return (wish, known) => {
		const access = choose(known);
		const key = access ? `id ${String(access.customer.id)}` : customerKey(wish.customer);
		const person = people.get(key);
		const step = planGrant(wish, foresee(wish, access, person), options);
		if (step.outcome === 'unknownCustomer') return [step];
		const { given, product } = wish;
		const { plan: shownPlan, ...customer } = step.customer;
		const isGranted = step.outcome === 'created' || step.outcome === 'granted';
		const plan = isGranted ? (given.plan ?? 'standard') : shownPlan;
		const name = step.outcome === 'created' ? given.name : undefined;
		people.set(key, {
			fields: { ...customer, ...(name !== undefined && { name }), ...step.fields },
			plans: new Map(person?.plans).set(product, plan),
			last: step,
		});
		return [Object.assign(step, person && { after: person.last })];
	};
}

/** Returns a function that plans the revocations of a run, row by row, each customer and product once. */
export function revocationPlanner(): Planner {
	const planned = new Map<string, Step>();
	return ({ customer, product }, known) => {
		const holders = known.filter(({ state }) => state !== 'none');
		// Of several customers with one address, those without access are left out if one has it.
		const concerned = holders.length > 0 ? holders : known;
		if (concerned.length === 0) {
			return [{ outcome: 'unchanged', customer: toRecord(customer), reason: 'unknownCustomer' }];
		}
		return concerned.map(({ customer: record, state }): Step => {
			const key = `${product} ${String(record.id)}`;
			const after = planned.get(key);
			if (state === 'none' || after) {
				return { outcome: 'unchanged', customer: record, ...(after && { after }) };
			}
			const step: Step = { outcome: 'revoked', customer: record, state };
			planned.set(key, step);
			return step;
		});
	};
}
