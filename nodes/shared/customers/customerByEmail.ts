import { type IDataObject, isResourceLocatorValue, UserError } from 'n8n-workflow';

import type { Client } from '../client/client';
import { type ListPage, readPage } from '../client/page';
import type { HttpResponse } from '../client/response';
import {
	isSameEmail,
	parseEmailAddress,
	requireEmail,
	toAsciiLowerCase,
} from '../parameters/email';
import { requireId } from '../resources/resources';
import { invalidParameter } from '../parameters/errors';
import { quote } from '../parameters/text';
import { findUnlisted, isRemembered } from './recentCreations';

export type CustomerReference = { email: string } | { id: string };

/** Values that By Email rejects, with the mode that accepts them. */
const NO_EMAILS = [
	{ pattern: /^\s*\d+\s*$/, held: 'an ID', mode: 'By ID' },
	{ pattern: /^\s*https?:/i, held: 'a URL', mode: 'By URL' },
];

function wrongMode(label: string, value: unknown, held: string, mode: string): UserError {
	return invalidParameter(
		label,
		`holds ${held}: use ${mode} for ${quote(value)}`,
		`Choose ${mode} to the left of the value of ${label}.`,
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
 * may be an e-mail address, an id or an href.
 */
export function requireCustomer(value: unknown, label: string): CustomerReference {
	const { mode, value: given } = isResourceLocatorValue(value) ? value : { mode: '', value };
	if (mode === 'email') return { email: emailOf(given, label) };
	const email = parseEmailAddress(given);
	if (email === undefined) return { id: requireId(value, 'customer', label) };
	if (mode === '') return { email };
	throw wrongMode(label, given, 'an e-mail address', 'By Email');
}

/** Throws where a page without the customer does not show that there is none: further pages are not read to find one. */
function assertFiltered({ records, next, total = 0 }: ListPage): void {
	const isWhole = next === undefined && total <= records.length;
	if (isWhole || records.length === 0) return;
	throw new UserError('The service ignored the email address in the request', {
		description: 'It returned other customers. Choose the customer by ID, and contact the service.',
	});
}

interface FoundCustomers {
	/** Customers with exactly this address, whatever the case of its ASCII letters. */
	customers: IDataObject[];
	headers: IDataObject;
}

type EmailQuery = IDataObject & { email: string };

async function lookUp(client: Client, query: EmailQuery): Promise<FoundCustomers> {
	const assertUsable = ({ body }: HttpResponse) => void readPage(body, 'customers');
	const { body, headers } = await client.get('/customers', query, { assertUsable });
	const page = readPage(body, 'customers');
	const customers = page.records.filter(({ email }) => isSameEmail(email, query.email));
	if (customers.length === 0) assertFiltered(page);
	return { customers, headers };
}

/** Looks an address up; one with capitals also in lower case, because the filter may be case-sensitive. */
async function findListed(client: Client, query: EmailQuery): Promise<FoundCustomers> {
	const found = await lookUp(client, query);
	const small = toAsciiLowerCase(query.email);
	if (found.customers.length > 0 || small === query.email) return found;
	return await lookUp(client, { ...query, email: small });
}

/**
 * Finds the customers with an address, of every status unless the query says otherwise. A customer whom this process has
 * just created is read by ID while lists do not show them.
 */
export async function findByEmail(
	client: Client,
	email: string,
	query: IDataObject = { status: 'all' },
): Promise<FoundCustomers> {
	const found = await findListed(client, { ...query, email });
	if (found.customers.length > 0 || !isRemembered(client, email)) return found;
	return { ...found, customers: await findUnlisted(client, email, query) };
}

export function severalCustomersError(email: string, customers: IDataObject[]): UserError {
	const ids = customers.map(({ id }) => String(id)).join(', ');
	return new UserError(`More than one customer has the address ${email}`, {
		description: `Choose one of them By ID: ${ids}.`,
	});
}

async function idByEmail(client: Client, email: string, label: string): Promise<string> {
	const { customers } = await findByEmail(client, email);
	const [customer] = customers;
	if (!customer) {
		throw new UserError(`No customer with the address ${email}`, {
			description: `Check the address in "${label}". Customers of every status were searched.`,
		});
	}
	if (customers.length > 1) throw severalCustomersError(email, customers);
	return requireId(customer.id, 'customer', label);
}

/**
 * Returns the id of the customer in a parameter. Looks up an email address, among customers of every status, once for the
 * path, body and headers of a request.
 */
export async function customerId(client: Client, value: unknown, label: string): Promise<string> {
	const customer = requireCustomer(value, label);
	if ('id' in customer) return customer.id;
	const key = toAsciiLowerCase(customer.email);
	const id = client.lookups[key] ?? (await idByEmail(client, customer.email, label));
	client.lookups[key] = id;
	return id;
}
