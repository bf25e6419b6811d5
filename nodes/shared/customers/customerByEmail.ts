import { type IDataObject, isResourceLocatorValue, UserError } from 'n8n-workflow';

import type { Client } from '../client/client';
import { hasTotalWithoutRecords, type ListPage, readPage } from '../client/page';
import { type HttpResponse, InvalidResponseError, requireIdInResponse } from '../client/response';
import { requireRecord } from '../output/projection';
import {
	isSameEmail,
	parseEmailAddress,
	requireEmail,
	toAsciiLowerCase,
} from '../parameters/email';
import { requireId } from '../resources/resources';
import { invalidParameter } from '../values/errors';
import { quote } from '../values/text';
import { recentlyCreated } from './recentWrites';

export type CustomerReference = { email: string } | { id: string };

/** Values that By Email rejects, with the mode that accepts them. */
const NO_EMAILS = [
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

/** Returns the address in By Email. Throws for an ID or a URL, which are often dragged there from an earlier node. */
function emailOf(given: unknown, label: string): string {
	const other = NO_EMAILS.find(({ pattern }) => pattern.test(String(given)));
	if (other) throw wrongMode(label, given, other.held, other.mode);
	return requireEmail(given, label);
}

/**
 * Returns the customer reference in a parameter. A value without a mode, from an expression in place of the whole locator,
 * may be an email address, an id or an href.
 */
export function requireCustomer(value: unknown, label: string): CustomerReference {
	const { mode, value: given } = isResourceLocatorValue(value) ? value : { mode: '', value };
	if (mode === 'email') return { email: emailOf(given, label) };
	const email = parseEmailAddress(given);
	if (email === undefined) return { id: requireId(value, 'customer', label) };
	if (mode === '') return { email };
	throw wrongMode(label, given, 'an email address', 'By Email');
}

/** Throws where a page without the customer does not show that there is none: further pages are not read to find one. */
function assertFiltered({ records, next, total = 0 }: ListPage): void {
	const isWhole = next === undefined && total <= records.length;
	if (isWhole || records.length === 0) return;
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

/**
 * Looks an address up in a list of customers; one with capitals also in lower case, because the filter may be
 * case-sensitive. How exactly the filter compares is not documented: other customers in the response are ignored.
 *
 * @param query the list: without `status` only enabled customers are found (docs/service.md, Customers)
 */
export async function listByEmail(
	client: Client,
	email: string,
	query: IDataObject,
): Promise<IDataObject[]> {
	for (const spelling of new Set([email, toAsciiLowerCase(email)])) {
		const asked = { ...query, email: spelling };
		const { body } = await client.get('/customers', asked, { assertUsable });
		const page = readPage(body, 'customers');
		const customers = page.records.filter((customer) => isSameEmail(customer.email, email));
		if (customers.length > 0) return customers;
		assertFiltered(page);
	}
	return [];
}

/** Reads a customer by ID, with a product only one who has access to it now; `undefined` where the service has none. */
export async function findById(
	client: Client,
	id: unknown,
	product?: string,
): Promise<IDataObject | undefined> {
	const path = `/customers/${requireIdInResponse(id, 'customer')}`;
	const response = await client.find(path, product === undefined ? {} : { product });
	return response && requireRecord(response, 'customer');
}

/** Finds the customers with an address, of every status, and one whom this process has created and no list shows yet. */
export async function findByEmail(client: Client, email: string): Promise<IDataObject[]> {
	const listed = await listByEmail(client, email, { status: 'all' });
	const id = recentlyCreated(client, email);
	if (listed.length > 0 || id === undefined) return listed;
	const created = await findById(client, id);
	// The address may have been changed since.
	return created && isSameEmail(created.email, email) ? [created] : [];
}

export function severalCustomersError(email: string, customers: IDataObject[]): UserError {
	const ids = customers.map(({ id }) => String(id)).join(', ');
	return new UserError(`More than one customer has the email address ${email}`, {
		description: `Choose one of them with "By ID": ${ids}.`,
	});
}

async function idByEmail(client: Client, email: string, label: string): Promise<string> {
	const customers = await findByEmail(client, email);
	const [customer] = customers;
	if (!customer) {
		throw new UserError(`No customer with the email address ${email}`, {
			description: `Check the email address in "${label}". Customers of every status were searched.`,
		});
	}
	if (customers.length > 1) throw severalCustomersError(email, customers);
	return requireId(customer.id, 'customer', label);
}

/**
 * Returns the id of the customer in a parameter. Looks up an email address, among customers of every status, once for the
 * path, body and headers of all requests of a run.
 */
export async function customerId(client: Client, value: unknown, label: string): Promise<string> {
	const customer = requireCustomer(value, label);
	if ('id' in customer) return customer.id;
	const key = toAsciiLowerCase(customer.email);
	return await (client.lookups[key] ??= idByEmail(client, customer.email, label));
}
