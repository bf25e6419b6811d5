import {
	type IDataObject,
	type IHttpRequestOptions,
	isResourceLocatorValue,
	UserError,
} from 'n8n-workflow';

import { type ListPage, readPage } from '../client/lists';
import type { ItemRequest } from '../client/request';
import { InvalidResponseError } from '../client/response';
import { requireId } from '../resources/resources';
import { sendGet } from '../client/sender';
import {
	isOnlySimilarEmail,
	isSameEmail,
	parseEmailAddress,
	requireEmail,
	toAsciiLowerCase,
} from '../parameters/email';
import { invalidParameter, quote } from '../parameters/values';
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
export function requireCustomer(
	value: unknown,
	baseUrl: unknown,
	label: string,
): CustomerReference {
	const { mode, value: given } = isResourceLocatorValue(value) ? value : { mode: '', value };
	if (mode === 'email') return { email: emailOf(given, label) };
	const email = parseEmailAddress(given);
	if (email === undefined) return { id: requireId(value, 'customer', baseUrl, label) };
	if (mode === '') return { email };
	throw wrongMode(label, given, 'an e-mail address', 'By Email');
}

/**
 * Throws where the first page cannot prove that the address is missing: a record without an address, or further pages,
 * which are not read to find one customer.
 */
function assertClear({ records, next, total = 0 }: ListPage): void {
	if (records.some(({ email }) => typeof email !== 'string')) {
		throw new InvalidResponseError(
			'The service answered with a customer without an e-mail address',
			'Choose the customer by ID, and tell the service.',
		);
	}
	const isWhole = next === undefined && total <= records.length;
	if (isWhole || records.length === 0) return;
	throw new UserError('The service ignored the e-mail address that was looked for', {
		description:
			'It answered with other customers too, and they are not all read to find one. Choose the customer by ID, and tell the service.',
	});
}

interface FoundCustomers {
	/** Customers with exactly this address. */
	customers: IDataObject[];
	/** Customers in the same response whose address is only similar. */
	similar: IDataObject[];
	headers: IDataObject;
	/** Whether an empty result proves nothing. */
	isUnclear: boolean;
}

type EmailQuery = IDataObject & { email: string };

/** Whether a page is empty although its `total` is not 0, as while an index is rebuilt. */
const isHollow = ({ records, total = 0 }: ListPage) => records.length === 0 && total > 0;

function matching({ records }: ListPage, given: string) {
	return {
		customers: records.filter(({ email }) => isSameEmail(email, given)),
		similar: records.filter(({ email }) => isOnlySimilarEmail(email, given)),
	};
}

async function lookUp(request: ItemRequest, query: EmailQuery): Promise<FoundCustomers> {
	const { body, headers } = await sendGet(request, '/customers', query);
	const page = readPage(body, 'customers');
	const found = matching(page, query.email);
	if (found.customers.length === 0) assertClear(page);
	return { ...found, headers, isUnclear: isHollow(page) };
}

/**
 * Looks again for a customer whom the filter on addresses did not find, by a search of another kind: one empty page does
 * not prove that there is none (docs/service.md, What a response proves).
 */
async function confirmAbsence(
	request: ItemRequest,
	email: string,
	first: FoundCustomers,
): Promise<FoundCustomers> {
	const { body } = await sendGet(request, '/customers', { query: email, status: 'all' });
	const page = readPage(body, 'customers');
	const found = { ...first, ...matching(page, email) };
	if (found.customers.length > 0 || !(first.isUnclear || isHollow(page))) return found;
	throw new InvalidResponseError(
		`It is unclear whether there is a customer with the address ${email}`,
		'The service counts somebody and shows nobody. Try again later. If this happens again, choose the customer by ID, and tell the service.',
	);
}

/** Looks an address up; one with capitals also in lower case, because the filter may be case-sensitive. */
async function findListed(request: ItemRequest, query: EmailQuery): Promise<FoundCustomers> {
	const found = await lookUp(request, query);
	const small = toAsciiLowerCase(query.email);
	if (found.customers.length > 0 || small === query.email) return found;
	return await lookUp(request, { ...query, email: small });
}

/**
 * Looks customers up by e-mail address. How exactly the service's filter compares is not documented: it may return
 * other customers too, which are ignored. A customer whom this process has created and no list shows yet is found by ID.
 * Without a `query` customers of every status are found, and a second look-up confirms that there is none.
 *
 * @param query further filters of the list; without `status` only enabled customers are found (docs/service.md,
 *   Customers)
 */
export async function findByEmail(
	request: ItemRequest,
	email: string,
	query?: IDataObject,
): Promise<FoundCustomers> {
	const found = await findListed(request, { ...(query ?? { status: 'all' }), email });
	if (found.customers.length > 0) return found;
	if (!isRemembered(request, email)) {
		const isOfAll = !query || (found.isUnclear && query.product === undefined);
		const isConfirmed = found.similar.length > 0 || !isOfAll;
		return isConfirmed ? found : await confirmAbsence(request, email, found);
	}
	const all = await findListed(request, { status: 'all', email });
	if (all.customers.length > 0) return found;
	return { ...found, customers: await findUnlisted(request, email, query) };
}

export function severalCustomersError(email: string, customers: IDataObject[]): UserError {
	const ids = customers.map(({ id }) => String(id)).join(', ');
	return new UserError(`More than one customer has the address ${email}`, {
		description: `Choose the one that you mean By ID: ${ids}.`,
	});
}

async function idByEmail(request: ItemRequest, email: string, label: string): Promise<string> {
	const { customers } = await findByEmail(request, email);
	const [customer] = customers;
	if (!customer) {
		throw new UserError(`No customer with the address ${email}`, {
			description: `Check the address in ${label}. Customers of every status were looked for.`,
		});
	}
	if (customers.length > 1) throw severalCustomersError(email, customers);
	return requireId(customer.id, 'customer', request.options.baseURL, label);
}

/** The options of a request, which n8n passes through all steps, with the customers that were looked up. */
interface RequestOptions extends IHttpRequestOptions {
	/** By address in lower case. */
	customerIds?: Record<string, string>;
}

/**
 * Returns the id of the customer in a parameter. Looks up an e-mail address, among customers of every status, once for the
 * path, body and headers of a request.
 */
export async function customerId(
	request: ItemRequest,
	value: unknown,
	label: string,
): Promise<string> {
	const options: RequestOptions = request.options;
	const customer = requireCustomer(value, options.baseURL, label);
	if ('id' in customer) return customer.id;
	const key = toAsciiLowerCase(customer.email);
	const id = options.customerIds?.[key] ?? (await idByEmail(request, customer.email, label));
	options.customerIds = { ...options.customerIds, [key]: id };
	return id;
}
