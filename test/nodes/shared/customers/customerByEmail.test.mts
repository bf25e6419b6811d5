import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type * as CustomerByEmailModule from '../../../../nodes/shared/customers/customerByEmail';
import { built } from '../../../kit/built.mts';
import { defined } from '../../../kit/defined.mts';
import { Account } from '../../account.mts';
import { ADA, addNamesakes, HOLLOW_LIST, OTHER_PRODUCT, PRODUCT } from '../../Customer/kit.mts';
import { BASE_URL, chosen, page } from '../../kit.mts';

const { requireCustomer } = built<typeof CustomerByEmailModule>('shared/customers/customerByEmail');

const customers = new Account('customer', { operation: 'get' });
const byEmail = (email: string) => chosen(email, 'email');
const sameAs = (email: string) => ({ customer: byEmail(email) });

const nobody = (email: string) => `No customer with the email address ${email}`;

describe('requireCustomer', () => {
	it.each([
		['an address without a mode', ADA, { email: ADA }],
		['an ID without a mode', 5, { id: '5' }],
		['an href without a mode', `${BASE_URL}/customers/5`, { id: '5' }],
		['By Email', byEmail(ADA), { email: ADA }],
		['By ID', chosen('5'), { id: '5' }],
		['From List', chosen(5, 'list'), { id: '5' }],
		['By URL', chosen(`${BASE_URL}/customers/5`, 'url'), { id: '5' }],
	])('accepts %s', (_, value, reference) => {
		expect(requireCustomer(value, 'Customer')).toEqual(reference);
	});

	it('names the parameter and the resource of a value that is neither an address nor an ID', () => {
		expect(() => requireCustomer('ada', 'Customer')).toThrow('"Customer" is not an ID: "ada"');
	});
});

/** Returns the queries of the look-ups so far. */
const looks = () =>
	customers.service.requests.filter(({ path }) => path === '/customers').map(({ query }) => query);

describe('a customer by email address', () => {
	it('is found with one look-up among all statuses, before the request', async () => {
		const { id } = customers.service.state.addCustomer({ email: ADA, status: 'expired' });
		expect(await customers.runOnce(sameAs(` ${ADA} `))).toMatchObject({ id, email: ADA });
		expect(customers.asked).toEqual(['GET /customers', `GET /customers/${id}`]);
		const query = new URLSearchParams(String(customers.service.requests[0]?.query));
		expect(Object.fromEntries(query)).toEqual({ email: ADA, status: 'all' });
	});

	it('is looked up as given, then in lower case', async () => {
		const { id } = customers.service.state.addCustomer({ email: ADA });
		customers.onTheWay({ query: (asked) => asked.replace('email=Ada', 'email=nobody') });
		expect(await customers.runOnce(sameAs('Ada@Example.org'))).toMatchObject({ id });
		expect(customers.asked).toHaveLength(3);
		expect(looks()).toEqual([
			'status=all&email=nobody%40Example.org',
			'status=all&email=ada%40example.org',
		]);
	});

	it('is not looked up in lower case when the address as given finds it', async () => {
		const { id } = customers.service.state.addCustomer({ email: ADA });
		expect(await customers.runOnce(sameAs('Ada@Example.org'))).toMatchObject({ id });
		expect(looks()).toHaveLength(1);
	});

	it('who does not exist makes the operation fail', async () => {
		const { error } = await customers.run(sameAs(ADA));
		expect(error?.message).toBe(nobody(ADA));
		expect(error?.description).toContain('Check the email address in "Customer"');
		expect(looks()).toEqual(['status=all&email=ada%40example.org']);
	});

	it('is found by reading an empty page again whose total says otherwise', async () => {
		const { id } = customers.service.state.addCustomer({ email: ADA });
		customers.fail('GET', { status: 200, body: HOLLOW_LIST });
		expect(await customers.runOnce(sameAs(ADA))).toMatchObject({ id });
		expect(customers.asked).toEqual(['GET /customers', 'GET /customers', `GET /customers/${id}`]);
	});

	it.each(['get', 'grantAccess', 'checkAccess', 'revokeAccess'])(
		'is not reported missing by %s while empty pages have a total that says otherwise',
		async (operation) => {
			customers.fail('GET', { status: 200, body: HOLLOW_LIST, times: 999 });
			const parameters = { ...sameAs(ADA), operation, product: chosen(PRODUCT) };
			const { error, json } = await customers.run(parameters);
			expect(error?.message).toContain('It is unclear');
			expect(json).toEqual([]);
			expect(customers.writes).toEqual([]);
		},
	);

	it('is not a customer whose address is equal only after Unicode lower-casing', async () => {
		customers.service.state.addCustomer({ email: 'mike@example.org' });
		customers.onTheWay({
			query: (asked) => asked.replace(/email=mi[^&]*/, 'email=mike@example.org'),
		});
		const { error } = await customers.run(sameAs('mi\u212Ae@example.org'));
		expect(error?.message).toBe(nobody('mi\u212Ae@example.org'));
	});

	it('is not a customer whose address merely contains it', async () => {
		customers.service.state.addCustomer({ email: `x${ADA}` });
		customers.onTheWay({ query: (asked) => asked.replace('email=', 'query=') });
		const { error } = await customers.run(sameAs(ADA));
		expect(error?.message).toBe(nobody(ADA));
	});

	it('that belongs to two customers is refused', async () => {
		const ids = addNamesakes(customers, [[], []]);
		const { error } = await customers.run(sameAs(ADA));
		expect(error?.message).toBe(`More than one customer has the email address ${ADA}`);
		expect(error?.description).toBe(`Choose one of them with "By ID": ${ids.join(', ')}.`);
	});

	/** Adds many customers, and lets the service ignore the filter on addresses. */
	function ignoreFilter(many: number): void {
		for (let n = 0; n < many; n++) {
			customers.service.state.addCustomer({ email: `c${n}@example.org` });
		}
		customers.onTheWay({ query: (asked) => asked.replace(/email=[^&]*/, 'sort=newest') });
	}

	it.each([200, 51])(
		'cannot be looked up when the service ignores the filter, seen on the first page among %i customers',
		async (many) => {
			ignoreFilter(many);
			const { error } = await customers.run(sameAs(ADA));
			expect(error?.message).toContain('ignored the email address');
			expect(customers.asked).toEqual(['GET /customers']);
		},
	);

	it('is found on the first page although the filter is ignored, without reading another page', async () => {
		ignoreFilter(120);
		const { id } = customers.service.state.addCustomer({ email: ADA });
		expect(await customers.runOnce(sameAs(ADA))).toMatchObject({ id });
		expect(customers.asked).toEqual(['GET /customers', `GET /customers/${id}`]);
	});

	const other = { id: 5, email: 'other@example.org' };
	const fifty = Array.from({ length: 50 }, (_, index) => ({ ...other, id: index + 5 }));

	it.each([
		['a total greater than the page', { ...page('customers', [other]), total: 2 }],
		[
			'a next page',
			{ ...page('customers', [other]), _links: { next: { href: '/customers?page=2' } } },
		],
		['the length of a full page, and nothing of its end', { _embedded: { customers: fifty } }],
	])('cannot be looked up when the page of another customer has %s', async (_, body) => {
		customers.fail('GET', { status: 200, body: JSON.stringify(body) });
		const { error } = await customers.run(sameAs(ADA));
		expect(error?.message).toBe('The service ignored the email address in the request');
		expect(error?.description).toContain('Choose the customer by ID');
	});

	it('is refused when the service shows it with an invalid ID', async () => {
		const body = JSON.stringify(page('customers', [{ id: '../videos/5', email: ADA }]));
		customers.fail('GET', { status: 200, body });
		const { error } = await customers.run(sameAs(ADA));
		expect(error?.message).toContain('"Customer" is not an ID: "../videos/5"');
		expect(customers.asked).toEqual(['GET /customers']);
	});

	it.each([
		[byEmail('={{ "" }}'), '"Customer" is empty'],
		[byEmail('={{ null }}'), '"Customer" is empty'],
		[byEmail('ada'), '"Customer" is not an email address'],
		[byEmail('5'), '"Customer" contains an ID: use "By ID"'],
		[byEmail('={{ 5 }}'), '"Customer" contains an ID: use "By ID"'],
		[byEmail('https://api.example.com/customers/5'), '"Customer" contains a URL: use "By URL"'],
		[byEmail('a@b, c@d'), '"Customer" is not an email address'],
		[byEmail(`${'a'.repeat(100_000)}@b`), '"Customer" is not an email address'],
		[chosen(ADA), '"Customer" contains an email address: use "By Email"'],
		[chosen(ADA, 'url'), 'use "By Email"'],
		[chosen(ADA, 'list'), 'use "By Email"'],
	])('that is malformed (%#) is refused before any request', async (customer, sentence) => {
		const { error } = await customers.run({ customer });
		expect(error?.message).toContain(sentence);
		const [, mode] = /use (By \w+)/.exec(sentence) ?? [];
		if (mode) expect(error?.description).toContain(`Choose ${mode} to the left of the value`);
		expect(customers.asked).toEqual([]);
	});
});

describe('an address that this process has created and no list shows yet', () => {
	it.each([
		['is found', ADA, undefined],
		['is not found after it was changed', 'other@example.org', nobody(ADA)],
	])('%s', async (_, email, message) => {
		const created = { operation: 'grantAccess', product: chosen(PRODUCT), ...sameAs(ADA) };
		const { id } = await customers.runOnce(created);
		customers.service.state.editCustomer(Number(id), (draft) => {
			draft.email = email;
		});
		customers.onTheWay({
			body: (body, { path }) =>
				path.endsWith('/customers') ? JSON.stringify(page('customers', [])) : body,
		});
		expect((await customers.run(sameAs(ADA))).error?.message).toBe(message);
	});

	it('does not count as one of the customers of another product', async () => {
		const grant = { operation: 'grantAccess', product: chosen(PRODUCT), ...sameAs(ADA) };
		await customers.runOnce(grant);
		const check = { ...grant, operation: 'checkAccess', product: chosen(OTHER_PRODUCT) };
		expect(await customers.runOnce(check)).toMatchObject({ hasAccess: false });
	});
});

describe('an address among the customers of a product', () => {
	const checkAccess = { ...sameAs(ADA), operation: 'checkAccess', product: chosen(PRODUCT) };
	const ofProduct = `products%2F${PRODUCT}&status=enabled&email=ada%40example.org`;

	it('is looked up once, without a second look-up of another kind', async () => {
		customers.service.state.addCustomer({ email: ADA, products: [] });
		expect(await customers.runOnce(checkAccess)).toMatchObject({ hasAccess: false });
		expect(looks()[0]).toContain(ofProduct);
		expect(looks().filter((query) => query?.startsWith('query='))).toEqual([]);
	});
});

describe('the watching and the watchlist of a customer', () => {
	const lists: Array<[string, INodeParameters]> = [
		['getWatching', {}],
		['getWatchlist', {}],
		['addToWatchlist', { video: chosen(1) }],
		['removeFromWatchlist', { video: chosen(1) }],
	];

	it.each(lists)(
		'%s names the customer in the path and in the header, after one look-up',
		async (operation, parameters) => {
			const { id } = customers.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
			await customers.run({ operation, ...sameAs(ADA), ...parameters });
			expect(customers.asked.filter((request) => request === 'GET /customers')).toHaveLength(1);
			const last = customers.service.requests.at(-1);
			expect(last?.path).toContain(`/customers/${id}/watch`);
			expect(last?.headers['acme-customer']).toBe(customers.service.href('customers', id));
		},
	);
});

describe('a customer by email address in header and body', () => {
	const authorizations = new Account('authorization', { operation: 'create' });

	it('is looked up once for both, before anything is written', async () => {
		const { state } = authorizations.service;
		const { id } = state.addCustomer({ email: ADA, products: [PRODUCT] });
		const href = authorizations.service.href('customers', id);
		await authorizations.run({
			...sameAs(ADA),
			video: chosen(1),
			options: { onBehalfOfCustomer: byEmail('ADA@example.org') },
		});
		expect(authorizations.asked.slice(0, 2)).toEqual(['GET /customers', 'POST /authorizations']);
		const { body, headers } = defined(authorizations.service.requests[1]);
		expect(JSON.parse(body)).toMatchObject({ customer: href });
		expect(headers['acme-customer']).toBe(href);
	});

	it('who does not exist keeps the request from being sent', async () => {
		const { error } = await authorizations.run({ ...sameAs(ADA), video: chosen(1) });
		expect(error?.message).toBe(nobody(ADA));
		expect(authorizations.writes).toEqual([]);
	});
});
