// What the look-up of a customer who has left a list proves (docs/service.md, What a response proves).
import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Config } from '../../nodes/VideoSubscriptionTrigger/events/event.ts';
import {
	findCustomer,
	lookUpDeparted,
	lookUpMissed,
} from '../../nodes/VideoSubscriptionTrigger/events/membership/lookUp.ts';
import { ACCOUNT_URL, PRODUCTS, type Request, type TriggerResponse } from './account.mts';
import { account, isList, newAccount, withReader } from './stage.mts';

beforeEach(() => newAccount());

const [PRODUCT, OTHER_PRODUCT] = PRODUCTS;

const CONFIG: Config = {
	product: PRODUCT,
	status: 'all',
	videos: [],
	query: '',
	plan: [],
	statuses: [],
	batch: 100,
	requestsPerPoll: 50,
};

const WITHOUT_PRODUCT: Config = { ...CONFIG, product: undefined };

const find = async (id: number, product?: number) =>
	await withReader(async (reader) => await findCustomer(reader, id, product));

const departed = async (id: number, tries = 0, config = CONFIG) =>
	await withReader(async (reader) => await lookUpDeparted(reader, config, id, tries));

const missed = async (id: number, config = CONFIG) =>
	await withReader(async (reader) => await lookUpMissed(reader, config, 'enabled', id));

/** The lists that a look-up reads by e-mail address. */
type LookedUpList = 'enabled' | 'all';

/** Replaces the responses with these lists by what the functions return. */
function disturbLists(
	by: Partial<Record<LookedUpList, (response: TriggerResponse) => TriggerResponse>>,
): void {
	account.disturb = (response, request) => {
		const { status } = request.query;
		const list = status === 'all' || status === 'enabled' ? by[status] : undefined;
		return isList(request) ? list?.(response) : undefined;
	};
}

/** Returns a response that lists these records, with a `total`. */
const listing =
	(total: number | undefined, ...customers: IDataObject[]) =>
	(response: TriggerResponse): TriggerResponse => ({
		...response,
		body: { total, _links: {}, _embedded: { customers } },
	});

const failing =
	(statusCode: number) =>
	(response: TriggerResponse): TriggerResponse => ({
		...response,
		statusCode,
		body: { message: 'Not now' },
	});

const addressOf = (id: number) => `customer+${id}@example.com`;

/** A customer of the account, and another one with the same address. */
const recordOf = (id: number) => ({ id, email: addressOf(id) });
const namesakeOf = (id: number) => ({ id: id + 1, email: addressOf(id).toUpperCase() });

/** Adds a customer who does not have the product. */
const addLeaver = () => account.add('customers', { products: [] });

/** Removes the addresses from the records of customers, or replaces them. */
function withAddress(email: unknown): void {
	account.disturb = (response, { path }) =>
		path.startsWith('/customers/')
			? { ...response, body: { ...(response.body as IDataObject), email } }
			: undefined;
}

const sent = (): Request[] => account.requests;

describe('findCustomer', () => {
	it('returns the record of a customer', async () => {
		const id = account.add('customers');
		expect(await find(id)).toMatchObject({ id, row: { id, email: addressOf(id) } });
		expect(sent()).toEqual([{ path: `/customers/${id}`, query: {} }]);
	});

	it('sends the address of the product to which it is scoped', async () => {
		const id = account.add('customers');
		await find(id, PRODUCT);
		const product = `${ACCOUNT_URL}/products/${PRODUCT}`;
		expect(sent()).toEqual([{ path: `/customers/${id}`, query: { product } }]);
	});

	it.each([404, 410])('returns unknown after a %i', async (status) => {
		account.disturb = failing(status);
		expect(await find(account.add('customers'))).toBe('unknown');
	});

	it.each([
		['a 402', failing(402)],
		['a 403', failing(403)],
		['a 500', failing(500)],
		['another customer', (response: TriggerResponse) => ({ ...response, body: { id: 1 } })],
		['an empty object', (response: TriggerResponse) => ({ ...response, body: {} })],
		['null', (response: TriggerResponse) => ({ ...response, body: null })],
	])('returns unclear after %s', async (_, disturb) => {
		account.disturb = disturb;
		expect(await find(account.add('customers'))).toBe('unclear');
	});
});

describe('lookUpMissed', () => {
	it('proves that a customer is listed by the list with the address of the customer', async () => {
		const id = account.add('customers');
		expect(await missed(id)).toBe('listed');
		expect(sent()).toHaveLength(2);
		expect(sent()[1]?.query).toMatchObject({
			status: 'enabled',
			email: addressOf(id),
			product: `${ACCOUNT_URL}/products/${PRODUCT}`,
		});
	});

	it('proves that a customer has left by two lists: theirs is empty, and that of all statuses is not', async () => {
		const id = addLeaver();
		expect(await missed(id)).toBe('left');
		expect(sent()).toHaveLength(3);
		expect(sent()[2]?.query).toMatchObject({ status: 'all', email: addressOf(id) });
		expect(sent()[2]?.query).not.toHaveProperty('product');
	});

	it('takes a customer without an address for gone', async () => {
		const id = account.add('customers');
		for (const email of [null, undefined, '']) {
			withAddress(email);
			expect(await missed(id)).toBe('left');
		}
		expect(sent().filter(isList)).toEqual([]);
	});

	it('returns unknown or unclear when the customer cannot be read', async () => {
		const id = addLeaver();
		account.disturb = failing(404);
		expect(await missed(id)).toBe('unknown');
		account.disturb = failing(403);
		expect(await missed(id)).toBe('unclear');
		expect(sent().filter(isList)).toEqual([]);
	});

	it('finds a customer also behind another one with the same address', async () => {
		const id = addLeaver();
		disturbLists({ enabled: listing(2, namesakeOf(id), recordOf(id)) });
		expect(await missed(id)).toBe('listed');
	});

	it('compares addresses without regard to case', async () => {
		const id = addLeaver();
		disturbLists({ enabled: listing(1, namesakeOf(id)) });
		expect(await missed(id)).toBe('left');
	});

	it.each<[string, Parameters<typeof disturbLists>[0]]>([
		['the list cannot be read', { enabled: failing(500) }],
		['the list is withheld', { enabled: failing(403) }],
		['the list is not found', { enabled: failing(404) }],
		[
			'the list has customers with other addresses',
			{ enabled: listing(1, { id: 1, email: 'a@b' }) },
		],
		['the list has a customer without an address', { enabled: listing(1, { id: 1 }) }],
		['the list of all statuses cannot be read', { all: failing(500) }],
		['the list of all statuses is not found', { all: failing(404) }],
		['the list of all statuses is empty', { all: listing(0) }],
		['the list of all statuses has another customer', { all: listing(1, { id: 1 }) }],
	])('returns unclear when %s', async (_, lists) => {
		const id = addLeaver();
		disturbLists(lists);
		expect(await missed(id)).toBe('unclear');
	});

	it.each([
		{ total: 1, all: 1, result: 'unclear' },
		{ total: 2, all: 2, result: 'unclear' },
		{ total: 7, all: undefined, result: 'unclear' },
		{ total: 7, all: 7, result: 'unclear' },
		{ total: 7, all: 8, result: 'left' },
		{ total: 1, all: 8, result: 'left' },
		{ total: undefined, all: undefined, result: 'left' },
	])(
		'accepts a total of $total for an empty list as $result beside a total of $all for one customer of all statuses',
		async ({ total, all, result }) => {
			const id = addLeaver();
			disturbLists({ enabled: listing(total), all: listing(all, recordOf(id)) });
			expect(await missed(id)).toBe(result);
		},
	);

	it('counts only those records of a total that the page does not show', async () => {
		const id = addLeaver();
		const enabled = listing(7, namesakeOf(id));
		disturbLists({ enabled, all: listing(8, namesakeOf(id), recordOf(id)) });
		expect(await missed(id)).toBe('left');
		disturbLists({ enabled, all: listing(7, namesakeOf(id), recordOf(id)) });
		expect(await missed(id)).toBe('unclear');
	});
});

describe('lookUpDeparted', () => {
	it('returns that a customer who is listed is enabled', async () => {
		const id = account.add('customers');
		expect(await departed(id)).toMatchObject({ entry: { id }, isEnabled: true });
	});

	it('returns that a customer who is not listed is not enabled, after two requests', async () => {
		const id = addLeaver();
		expect(await departed(id)).toMatchObject({ entry: { id }, isEnabled: false });
		expect(sent().map(({ path }) => path)).toEqual([`/customers/${id}`, '/customers']);
		expect(sent()[1]?.query).toMatchObject({
			status: 'enabled',
			product: `${ACCOUNT_URL}/products/${PRODUCT}`,
		});
	});

	it('asks for the enabled customers of the whole account when no product is chosen', async () => {
		const id = addLeaver();
		expect(await departed(id, 0, WITHOUT_PRODUCT)).toMatchObject({ isEnabled: true });
		expect(sent()[1]?.query).not.toHaveProperty('product');
	});

	it('confirms a list that is shorter than its total by that of all statuses', async () => {
		const id = addLeaver();
		disturbLists({ enabled: listing(7), all: listing(8, recordOf(id)) });
		expect(await departed(id)).toMatchObject({ isEnabled: false });
		disturbLists({ enabled: listing(7) });
		expect(await departed(id)).toBe('unclear');
	});

	it('returns unknown or unclear when the customer cannot be read', async () => {
		const id = addLeaver();
		account.disturb = failing(404);
		expect(await departed(id, 9)).toBe('unknown');
		account.disturb = failing(500);
		expect(await departed(id, 9)).toBe('unclear');
	});

	it('relies on the compared lists after two unclear look-ups by address', async () => {
		const id = addLeaver();
		disturbLists({ enabled: failing(500) });
		expect([await departed(id, 0), await departed(id, 1)]).toEqual(['unclear', 'unclear']);
		expect(await departed(id, 2)).toEqual({
			entry: expect.objectContaining({ id }),
			isEnabled: undefined,
		});
	});

	describe('of a customer without an address', () => {
		beforeEach(() => withAddress(null));

		/** Replaces the response to the look-up that is scoped to the product. */
		function disturbScoped(change: (response: TriggerResponse) => TriggerResponse): void {
			account.disturb = (response, { query }) => {
				const body = { ...(response.body as IDataObject), email: null };
				return query.product === undefined ? { ...response, body } : change({ ...response, body });
			};
		}

		it('returns that a customer whom the product does not know is not enabled', async () => {
			const id = account.add('customers', { products: [OTHER_PRODUCT] });
			disturbScoped(failing(404));
			expect(await departed(id)).toMatchObject({ entry: { id }, isEnabled: false });
			const product = `${ACCOUNT_URL}/products/${PRODUCT}`;
			expect(sent().map(({ path, query }) => [path, query])).toEqual([
				[`/customers/${id}`, {}],
				[`/customers/${id}`, { product }],
			]);
		});

		it('does not know whether a customer whom the product shows is enabled', async () => {
			const id = account.add('customers');
			expect(await departed(id)).toEqual({
				entry: expect.objectContaining({ id }),
				isEnabled: undefined,
			});
		});

		it.each([403, 500])('returns unclear when the product answers with %i', async (status) => {
			const id = account.add('customers');
			disturbScoped(failing(status));
			expect(await departed(id)).toBe('unclear');
		});
	});
});
