import { type IDataObject, isResourceLocatorValue, UserError } from 'n8n-workflow';

import type { Client } from '../client/client';
import { hasTotalWithoutRecords, type ListPage, placeInList, readPage } from '../lists/page';
import { type HttpResponse, InvalidResponseError, requireIdInResponse } from '../client/response';
import { bodyOf } from '../data/json';
import { recordCheck } from '../output/recordIn';
import {
	emailKey,
	isSameEmail,
	parseEmailAddress,
	requireEmail,
	spellingsOf,
	toAsciiLowerCase,
} from '../values/email';
import { requireId } from '../ids/resources';
import { invalidParameter } from '../values/parameterErrors';
import { quote } from '../values/text';
import { recentlyCreated } from './recentWrites';

export type CustomerReference = { email: string } | { id: string };

/** Values that are often dragged into By Email from an earlier node, with the mode that accepts them. */
const WRONG_MODES = [
	{ pattern: /^\s*\d+\s*$/, held: 'an ID', mode: 'By ID' },
	{ pattern: /^\s*https?:/i, held: 'a URL', mode: 'By URL' },
];

function wrongMode(label: string, value: unknown, held: string, mode: string): UserError {
	return invalidParameter(
		label,
		`contains ${held}: use "${mode}" for ${quote(value)}`,
		`Choose "${mode}" to the left of the value of "${label}".`,
	);
}

/**
 * Returns the customer reference in a parameter. A value without a mode, from an expression in place of the whole locator,
 * may be an email address, an id or an href.
 */
export function requireCustomer(value: unknown, label: string): CustomerReference {
	const { mode, value: input } = isResourceLocatorValue(value) ? value : { mode: '', value };
	if (mode === 'email') {
		const other = WRONG_MODES.find(({ pattern }) => pattern.test(String(input)));
		if (other) throw wrongMode(label, input, other.held, other.mode);
		return { email: requireEmail(input, label) };
	}
	const email = parseEmailAddress(input);
	if (email === undefined) return { id: requireId(value, 'customer', label) };
	if (mode === '') return { email };
	throw wrongMode(label, input, 'an email address', 'By Email');
}

/** Throws where a page without the customer does not show that there is none: further pages are not read to find one. */
function assertFiltered(page: ListPage): void {
	const { isLast, missing } = placeInList(page, 0);
	if (page.records.length === 0 || (isLast && missing === 0)) return;
	throw new UserError('The service ignored the email address in the request', {
		description: 'Choose the customer by ID, and contact the service: it returned other customers.',
	});
}

function assertUsable({ body }: HttpResponse): void {
	const page = readPage(body, 'customers');
	if (!hasTotalWithoutRecords(page)) return;
	throw new InvalidResponseError(
		'It is unclear whether a customer has this email address',
		'Try again later. If it keeps happening, choose the customer by ID, and contact the service: it counts a customer and returns none.',
	);
}

/** Returns each customer of a list once: one with both plans may be listed for each, and has the paid one. */
export function oncePerCustomer(listed: IDataObject[]): IDataObject[] {
	const customers = new Map<string, IDataObject>();
	for (const customer of listed) {
		const id = String(customer.id);
		const known = customers.get(id);
		if (!known || known.plan === 'free') customers.set(id, customer);
	}
	return [...customers.values()];
}

/**
 * Finds the customers with an address in a list, by default of every status. An address with capitals is looked up in lower
 * case too, because the filter may be case-sensitive, and one with an international domain in both forms, also when one is
 * found: another customer may have the other form. How exactly the filter compares is not documented: other customers in
 * the response are ignored. A customer whom this process has created is found although no list shows it yet.
 */
export async function findByEmail(
	client: Client,
	email: string,
	list: { status: string; product?: string } = { status: 'all' },
): Promise<IDataObject[]> {
	const found = new Map<string, IDataObject[]>();
	for (const spelling of spellingsOf(email)) {
		const domain = toAsciiLowerCase(spelling.slice(spelling.lastIndexOf('@')));
		if (found.has(domain)) continue;
		const query = { ...list, email: spelling };
		const { body } = await client.get('/customers', query, { assertUsable });
		const page = readPage(body, 'customers');
		const customers = page.records.filter((customer) => isSameEmail(customer.email, email));
		if (customers.length > 0) found.set(domain, customers);
		else assertFiltered(page);
	}
	if (found.size > 0) return oncePerCustomer([...found.values()].flat());
	const id = list.product === undefined ? recentlyCreated(client, email) : undefined;
	const created = id === undefined ? undefined : await findById(client, id);
	// The address may have been changed since.
	return created && isSameEmail(created.email, email) ? [created] : [];
}

/** Reads a customer by ID, for a product's href in its scope; `undefined` where the service has none. */
export async function findById(
	client: Client,
	id: unknown,
	product?: string,
): Promise<IDataObject | undefined> {
	const path = `/customers/${requireIdInResponse(id, 'customer')}`;
	const query = product === undefined ? {} : { product };
	const response = await client.find(path, query, { assertUsable: recordCheck('customer') });
	return response && bodyOf(response);
}

/** Returns the error for an address that several customers have: a person has to choose. */
export function severalCustomersError(email: string, customers: IDataObject[]): UserError {
	const ids = customers.map(({ id }) => String(id)).join(', ');
	return new UserError(`More than one customer has the email address ${email}`, {
		description: `Choose one of them with "By ID": ${ids}.`,
	});
}

async function idByEmail(client: Client, email: string, label: string): Promise<string> {
	const [customer, ...duplicates] = await findByEmail(client, email);
	if (!customer) {
		throw new UserError(`No customer with the email address ${email}`, {
			description: `Check the email address in "${label}". Customers of every status were searched.`,
		});
	}
	if (duplicates.length > 0) throw severalCustomersError(email, [customer, ...duplicates]);
	return requireId(customer.id, 'customer', label);
}

/**
 * Returns the id of the customer in a parameter. Looks up an email address, among customers of every status, once for the
 * path, body and headers of all requests of a run.
 */
export async function customerId(client: Client, value: unknown, label: string): Promise<string> {
	const customer = requireCustomer(value, label);
	if ('id' in customer) return customer.id;
	const key = emailKey(customer.email);
	return await (client.lookups[key] ??= idByEmail(client, customer.email, label));
}
