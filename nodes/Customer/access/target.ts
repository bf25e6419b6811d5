// What a run is about, before anything is decided: its rows, what is known of the customers whom they name, and both merged
// into targets, one for each person and product.
import type { IDataObject } from 'n8n-workflow';

import type { CustomerReference } from '../../shared/customers/customerByEmail';
import type { LIKENESSES } from './outcomes';
import { emailKey } from '../../shared/values/email';

/** Somebody who may be one person with somebody else, who has another address. */
export interface Likeness {
	/** What the two have in common, and what the other one is. */
	by: keyof typeof LIKENESSES;
	/** The other address. */
	to: string;
}

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
	/** Why the service cannot have the address of the row, which is only compared; otherwise undefined. */
	problem?: unknown;
}

/** What is known of one customer and one product. */
export interface CurrentAccess {
	customer: IDataObject;
	/** Whether the customer may watch the product now. */
	hasAccess: boolean;
	/** Access that has ended and may come back, where the look-up asks for it; its plan and status, where a list shows them. */
	ended?: { plan?: unknown; status?: string | undefined };
}

/** Whether access is enough: any access where no plan is chosen. Free access does not include the plan Standard. */
export const includesPlan = ({ hasAccess, customer }: CurrentAccess, plan: unknown) =>
	hasAccess && (plan === undefined || plan === 'free' || customer.plan !== 'free');

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

/** A row that cannot be carried out, and why. The customer, the product and `isDry` are undefined where they were not read. */
export interface FailedRow {
	row: number;
	customer?: CustomerReference;
	product?: string;
	isDry?: boolean | undefined;
	failure: unknown;
}

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

/** Returns the target of a customer with access whose address no row has. */
export function targetOfMember(
	customer: IDataObject,
	of: { product: string; isDry: boolean },
): Target {
	const reference = { id: String(customer.id) };
	const current = { customer, hasAccess: true };
	const person = personKey({ ...of, customer: reference }, current);
	return { ...of, customer: reference, values: {}, rows: [], person, current };
}

/** Returns the address by which a target is compared; `undefined` for a customer without one. */
export function comparedAddress({ customer, current }: Target): string | undefined {
	const email: unknown = 'email' in customer ? customer.email : current?.customer.email;
	return typeof email === 'string' && email !== '' ? email : undefined;
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

/** Returns the rows of a target that cannot be carried out because of its problem. */
export const toFailedRows = ({ rows, customer, product, isDry, problem }: Target): FailedRow[] =>
	rows.map((row) => ({ row, customer, product, isDry, failure: problem }));
