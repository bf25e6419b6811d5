import { type IDataObject, UserError } from 'n8n-workflow';

import { hasStatus } from '../../shared/client/errors';
import { mapYielding } from '../../shared/concurrency/batches';
import {
	type CustomerReference,
	severalCustomersError,
} from '../../shared/customers/customerByEmail';
import { emailKey } from '../../shared/values/email';
import type { Result, Subject } from '../../shared/run/allItems';
import type { AccessRow } from './rows';

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

/** Returns a key for a customer reference, whatever the case of an address or the zeros before an ID. */
export function customerKey(customer: CustomerReference): string {
	return 'email' in customer ? emailKey(customer.email) : String(Number(customer.id));
}

/** Returns a record of what a reference says: the address or the ID. */
export function toRecord(customer: CustomerReference): IDataObject {
	return 'email' in customer ? { email: customer.email } : { id: Number(customer.id) };
}

/** The access that a row asks for. */
export interface DesiredAccess {
	customer: CustomerReference;
	/** The product's href. */
	product: string;
	/** The values of Additional Fields, by the API's names. */
	values: IDataObject;
	/** Whether nothing may be written. */
	isDry: boolean;
}

/** A row that cannot be carried out, and why. */
export interface FailedRow {
	row: Subject & Pick<Result, 'isDry'>;
	failure: unknown;
}

/** The statuses with which the service refuses a person or their values. */
const REFUSED_PERSON = ['400', '404', '406', '409', '422'];

/** Whether a failure concerns one person only: the service or a check has refused the values. */
export const isRefusal = (failure: unknown): boolean =>
	failure instanceof UserError || hasStatus(failure, REFUSED_PERSON);

export const isFailed = (row: object): row is FailedRow => 'failure' in row;

/** A row, and what is known of the customers whom it names; `undefined` where the time for look-ups was over. */
export interface FoundRow {
	row: AccessRow;
	found: CurrentAccess[] | undefined;
}

/** What is to be done for one customer and product. The outcome names it, and is reported once it is done. */
export interface Change {
	outcome:
		| 'created'
		| 'granted'
		| 'updated'
		| 'revoked'
		| 'unchanged'
		| 'unknownCustomer'
		| 'unclear'
		| 'postponed';
	/** The customer as far as known: somebody new has only an address. */
	customer: IDataObject;
	/** Fields to be updated, with their new values. */
	fields?: IDataObject;
	/** For a revocation: the access to be ended. */
	ended?: CurrentAccess['state'];
	/** For an unclear one: the other spelling. */
	similarTo?: string;
	/** Once a revocation is done: the plans whose removal succeeded. */
	revokedPlans?: string[];
	/** Why nothing is done, or the status of access that had already ended. */
	reason?: string | undefined;
	/** In a dry run: the name of the product. */
	productName?: string;
}

/** A change that is planned for a row, or was carried out. */
export interface PlannedChange {
	row: AccessRow;
	/** The changes of one person are carried out in turn. */
	person: string;
	/** What was known before the run; `undefined` for an address that nobody has. */
	current?: CurrentAccess | undefined;
	change: Change;
}

/** The changes of a run, in the order of its rows, and the rows that failed. */
export type AccessPlan = Array<PlannedChange | FailedRow>;

/** How an operation plans: a change for each customer whom it chooses among those of a row. */
export interface Planner {
	/** Chooses customers; `undefined` in place of one for an address that nobody has. Throws where it is unclear who is meant. */
	choose: (found: CurrentAccess[]) => Array<CurrentAccess | undefined>;
	plan: (desired: DesiredAccess, current?: CurrentAccess) => Change;
}

/** Whether a change is one that writes. */
export const isWriting = ({ outcome }: Change) =>
	['created', 'granted', 'updated', 'revoked'].includes(outcome);

/** Returns how many changes of a plan are to be written. */
export const countWrites = (plan: AccessPlan): number =>
	plan.filter((entry) => !isFailed(entry) && !entry.row.isDry && isWriting(entry.change)).length;

/** Returns what is left of a change that has not begun when the time is over. */
export const postpone = ({ customer }: Pick<Change, 'customer'>): Change => ({
	outcome: 'postponed',
	customer,
});

/** Chooses among customers with one address: the one with access, or else the only one. */
function chooseOne(found: CurrentAccess[]): Array<CurrentAccess | undefined> {
	const active = found.find(({ state }) => state === 'active');
	if (active !== undefined || found.length < 2) return [active ?? found[0]];
	const customers = found.map(({ customer }) => customer);
	throw severalCustomersError(String(customers[0]?.email), customers);
}

/** Whether access is enough: any access where no plan is chosen. Free access does not include the plan Standard. */
const includesPlan = ({ state, customer }: CurrentAccess, plan: unknown) =>
	state === 'active' && (plan === undefined || plan === 'free' || customer.plan !== 'free');

/**
 * Returns the planner of grants, which do as little as is missing.
 *
 * @param options.updatable the fields that are updated when the customer exists
 * @param options.canCreate whether customers may be created
 * @param options.takesAnyPlan whether access on any plan is enough
 */
export const grants = ({
	updatable = [],
	canCreate = true,
	takesAnyPlan = false,
}: { updatable?: string[]; canCreate?: boolean; takesAnyPlan?: boolean } = {}): Planner => ({
	choose: chooseOne,
	plan: ({ customer, values }, current) => {
		if (!current) {
			return { outcome: canCreate ? 'created' : 'unknownCustomer', customer: toRecord(customer) };
		}
		const changed = updatable.filter(
			(name) => values[name] !== undefined && values[name] !== current.customer[name],
		);
		const fields = Object.fromEntries(changed.map((name) => [name, values[name]]));
		const isGranted = takesAnyPlan
			? current.state === 'active'
			: includesPlan(current, values.plan);
		const outcome = changed.length > 0 ? 'updated' : 'unchanged';
		return { outcome: isGranted ? outcome : 'granted', customer: current.customer, fields };
	},
});

/** The planner of revocations: of several customers with one address, those without access are left out if one has it. */
export const revocations: Planner = {
	choose: (found) => {
		const holders = found.filter(({ state }) => state !== 'none');
		if (found.length === 0) return [undefined];
		return holders.length > 0 ? holders : found;
	},
	plan: ({ customer: reference }, current) => {
		if (!current) {
			return { outcome: 'unchanged', customer: toRecord(reference), reason: 'unknownCustomer' };
		}
		const { customer, state, status } = current;
		if (state === 'none') return { outcome: 'unchanged', customer };
		return { outcome: 'revoked', customer, ended: state, reason: status };
	},
};

/** A person as the changes of earlier rows leave them. */
export interface Person {
	/** The fields that are known or were written. */
	customer: IDataObject;
	/** The access to each product of these rows. */
	products: Map<string, CurrentAccess>;
}

/** Returns the access of a row's customer after the changes of the person's earlier rows. */
export function accessAfter(
	{ product }: DesiredAccess,
	current?: CurrentAccess,
	person?: Person,
): CurrentAccess | undefined {
	if (!person) return current;
	const customer = { ...current?.customer, ...person.customer };
	const after = person.products.get(product);
	if (!after) return { customer, state: current?.state ?? 'none' };
	return { customer: { ...customer, plan: after.customer.plan }, state: after.state };
}

/**
 * Returns a person after a change for a row.
 *
 * @param current the access before the change
 */
export function personAfter(
	{ product, values }: DesiredAccess,
	{ outcome, customer, fields }: Change,
	current?: CurrentAccess,
	person?: Person,
): Person | undefined {
	if (outcome === 'postponed' || (!current && outcome !== 'created')) return person;
	const { plan: shown, ...record } = customer;
	// The response to an update is about no product.
	const plan = outcome === 'updated' ? current?.customer.plan : shown;
	const name = outcome === 'created' && values.name !== undefined ? { name: values.name } : {};
	const after: CurrentAccess =
		outcome === 'created' || outcome === 'granted'
			? { customer: { plan: values.plan ?? 'standard' }, state: 'active' }
			: { customer: { plan }, state: outcome === 'revoked' ? 'none' : (current?.state ?? 'none') };
	return {
		customer: { ...name, ...record, ...fields },
		products: new Map(person?.products).set(product, after),
	};
}

/**
 * Plans the changes of all rows, in their order. What an earlier row does for a person counts for the later ones, so that
 * each person is created once, and is granted and loses each product once.
 */
export async function planChanges(
	rows: Array<FoundRow | FailedRow>,
	{ choose, plan }: Planner,
): Promise<AccessPlan> {
	const people = new Map<string, Person | undefined>();
	const planOne = (row: AccessRow, current: CurrentAccess | undefined): PlannedChange => {
		const id = current ? `id ${String(current.customer.id)}` : customerKey(row.customer);
		const person = `${id}${row.isDry ? ', dry' : ''}`;
		const before = accessAfter(row, current, people.get(person));
		const change = plan(row, before);
		people.set(person, personAfter(row, change, before, people.get(person)));
		return { row, person, current, change };
	};
	const planned = await mapYielding(rows, (found): AccessPlan => {
		if (isFailed(found)) return [found];
		const { row } = found;
		if (!found.found) {
			const change = postpone({ customer: toRecord(row.customer) });
			return [{ row, person: customerKey(row.customer), change }];
		}
		try {
			return choose(found.found).map((current) => planOne(row, current));
		} catch (failure) {
			return [{ row, failure }];
		}
	});
	return planned.flat();
}
