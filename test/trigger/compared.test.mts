// Which customers a poll of compared lists looks up, within how many requests, and when the account counts as another one.
import { beforeEach, describe, expect, it } from 'vitest';

import { only } from '../kit/defined.mts';
import { type Disturb, PRODUCTS, type TriggerResponse } from './account.mts';
import { type Host, HOUR, MINUTE } from './host.mts';
import {
	account,
	activated,
	addCustomers,
	idsIn,
	isList,
	newAccount,
	pollRepeatedly,
} from './stage.mts';

beforeEach(() => newAccount());

const [PRODUCT] = PRODUCTS;
const ADDED = { event: 'productAdded', product: PRODUCT };
const REMOVED = { event: 'productRemoved', product: PRODUCT };

/** The fewest requests that a poll may have. */
const FEWEST = { options: { requestsPerPoll: 5 } };

const firedIn = (host: Host) => idsIn(host.executions.flat());

/** Advances the clock by a minute and changes the products of customers. */
function give(ids: number[], products: number[]): void {
	account.now += MINUTE;
	for (const id of ids) account.change('customers', id, { products });
}

/** Returns the IDs of the customers that were looked up since the last call, in order. */
function lookedUp(): number[] {
	const paths = account.requests.splice(0).map(({ path }) => path);
	return paths.flatMap((path) => (path.startsWith('/customers/') ? [Number(path.slice(11))] : []));
}

const failing = (response: TriggerResponse, statusCode: number): TriggerResponse => ({
	...response,
	statusCode,
	body: { message: 'Not now' },
});

interface ListBody {
	total: number;
	_embedded: { customers: Array<{ id: number }> };
}

/** Leaves customers out of the compared lists, whose totals count `more` records beyond those that are left. */
const hiding =
	(ids: number[], more = 0): Disturb =>
	(response, request) => {
		if (!isList(request) || request.query.email !== undefined) return undefined;
		const body = response.body as ListBody;
		const customers = body._embedded.customers.filter(({ id }) => !ids.includes(id));
		const total = body.total - ids.length + more;
		return { ...response, body: { ...body, total, _embedded: { customers } } };
	};

/** Applies several faults; the first one that replaces a response wins. */
const together =
	(...faults: Disturb[]): Disturb =>
	(response, request) => {
		for (const fault of faults) {
			const wrong = fault(response, request);
			if (wrong) return wrong;
		}
		return undefined;
	};

/** Lets the look-ups of customers fail with a status. */
const refusing =
	(ids: number[], status: number): Disturb =>
	(response, { path }) =>
		ids.some((id) => path === `/customers/${id}`) ? failing(response, status) : undefined;

describe('the sample of the customers who are missing in a list', () => {
	/** Adds customers whose IDs do not have the order in which they are listed. */
	const addUnordered = (count: number) =>
		Array.from({ length: count }, (_, index) =>
			account.add('customers', {
				id: 1000 + ((index * 7) % count),
				at: account.now - (count - index) * 1000,
			}),
		);

	it.each([
		{ count: 60, sample: [1000, 1020, 1040] },
		{ count: 31, sample: [1000, 1011, 1021] },
	])('has three of $count, evenly spread by ID', async ({ count, sample }) => {
		const ids = addUnordered(count);
		const host = await activated(ADDED);
		give(ids, []);
		await pollRepeatedly(host, 1);
		expect(lookedUp()).toEqual([]);
		await pollRepeatedly(host, 1);
		expect([lookedUp(), host.errors]).toEqual([sample, []]);
	});

	it('has both of two who are missing in a list that is shorter than its total', async () => {
		const [one = 0, , other = 0] = addUnordered(5);
		const host = await activated(ADDED);
		give([one, other], []);
		account.disturb = hiding([], 1);
		await pollRepeatedly(host, 1);
		expect(lookedUp()).toEqual([]);
		await pollRepeatedly(host, 1);
		expect(lookedUp()).toEqual([one, other]);
	});

	it('ends with the first customer who is still listed', async () => {
		const ids = addCustomers(60);
		const host = await activated(ADDED);
		account.disturb = hiding(ids);
		await pollRepeatedly(host, 2);
		expect(lookedUp()).toEqual([ids[0]]);
		expect(host.warnings).toEqual([
			'Trigger: The list of enabled customers lacks 60 who were in it, and look-ups do not confirm that they left. Nobody is taken for gone, the list is read again.',
		]);
	});

	it('ends when the requests of the poll are used up', async () => {
		const ids = addCustomers(60);
		const host = await activated({ ...ADDED, ...FEWEST });
		give(ids, []);
		await pollRepeatedly(host, 2);
		expect([lookedUp(), host.requests]).toEqual([ids.slice(0, 1), 4]);
	});
});

/** Whether customers who come back after `polls` polls fire productAdded: those who were taken for gone do. */
async function areTakenForGone(host: Host, ids: number[]): Promise<boolean> {
	account.disturb = undefined;
	give(ids, [PRODUCT]);
	host.executions.length = 0;
	await pollRepeatedly(host, 8);
	const fired = new Set(firedIn(host));
	expect(fired.size === 0 || fired.size === ids.length).toBe(true);
	return fired.size > 0;
}

describe('customers who are missing at once', () => {
	it.each([
		{ results: 'left, left, left', statuses: [], isGone: true },
		{ results: 'left, left, unclear', statuses: [0, 0, 403], isGone: true },
		{ results: 'left, unclear, unclear', statuses: [0, 403, 403], isGone: false },
		{ results: 'left, left, unknown', statuses: [0, 0, 404], isGone: true },
		{ results: 'unknown, left, left', statuses: [404, 0, 0], isGone: true },
		{ results: 'left, unknown, unclear', statuses: [0, 404, 403], isGone: false },
	])('are taken for gone ($isGone) after the look-ups $results', async ({ statuses, isGone }) => {
		const ids = addCustomers(60);
		const host = await activated(ADDED);
		give(ids, []);
		const faults = statuses.flatMap((status, index) =>
			status === 0 ? [] : [refusing(ids.slice(index * 20, index * 20 + 1), status)],
		);
		account.disturb = together(...faults);
		await pollRepeatedly(host, 3);
		expect(host.warnings.length).toBe(isGone ? 0 : 2);
		expect(await areTakenForGone(host, ids)).toBe(isGone);
	});

	it('are not taken for gone when one of the sample is still listed', async () => {
		const ids = addCustomers(60);
		const host = await activated(ADDED);
		const still = ids.splice(20, 1);
		give(ids, []);
		account.disturb = hiding(still);
		await pollRepeatedly(host, 2);
		expect(lookedUp()).toEqual([ids[0], still[0]]);
		expect(host.warnings).toEqual([expect.stringContaining('lacks 60 who were in it')]);
	});

	it('are taken for gone when half of two look-ups confirm it', async () => {
		const ids = addCustomers(5);
		const host = await activated(ADDED);
		const leavers = ids.slice(0, 2);
		give(leavers, []);
		account.disturb = together(hiding([], 1), refusing(leavers.slice(1), 403));
		await pollRepeatedly(host, 3);
		expect(await areTakenForGone(host, leavers)).toBe(true);
	});

	it.each([
		{ count: 20, of: 60, looked: 0 },
		{ count: 21, of: 60, looked: 3 },
		{ count: 30, of: 300, looked: 0 },
		{ count: 31, of: 300, looked: 3 },
	])('are looked up ($looked) when $count leave a list of $of', async ({ count, of, looked }) => {
		const ids = addCustomers(of);
		const host = await activated(ADDED);
		give(ids.slice(0, count), []);
		await pollRepeatedly(host, 2);
		expect(lookedUp()).toHaveLength(looked);
	});

	it.each([
		{ count: 4, looked: 0 },
		{ count: 5, looked: 3 },
	])('are looked up ($looked) when they were all $count of a list', async ({ count, looked }) => {
		const ids = addCustomers(count);
		const host = await activated(ADDED);
		give(ids, []);
		await pollRepeatedly(host, 2);
		expect(lookedUp()).toHaveLength(looked);
	});

	it('are looked up by the next poll when none of the requests is left', async () => {
		const ids = addCustomers(150);
		const host = await activated({ ...ADDED, ...FEWEST });
		account.disturb = hiding(ids.slice(0, 40));
		await pollRepeatedly(host, 2);
		expect(lookedUp()).toEqual([]);
		await pollRepeatedly(host, 1);
		expect(lookedUp()).toEqual([ids[0]]);
		account.disturb = undefined;
		await pollRepeatedly(host, 8);
		expect([host.delivered, host.errors]).toEqual([[], []]);
	});

	it('are taken for gone also when the look-ups wait for the next poll', async () => {
		const ids = addCustomers(150);
		const host = await activated({ ...ADDED, ...FEWEST });
		const leavers = ids.slice(0, 40);
		give(leavers, []);
		await pollRepeatedly(host, 8);
		expect(await areTakenForGone(host, leavers)).toBe(true);
	});

	it('do not delay the event of a customer who leaves after them', async () => {
		const ids = addCustomers(61);
		const leaver = ids.slice(-1);
		const host = await activated(REMOVED);
		account.disturb = hiding(ids.slice(0, 40));
		await pollRepeatedly(host, 2);
		expect(host.warnings).toHaveLength(1);
		account.disturb = undefined;
		give(leaver, []);
		await pollRepeatedly(host, 2);
		expect([firedIn(host), host.errors]).toEqual([leaver, []]);
	});

	it('do not keep the trigger from reading the rest of the list again', async () => {
		const ids = addCustomers(150);
		const [came = 0] = ids;
		give([came], []);
		const host = await activated({ ...ADDED, ...FEWEST });
		account.disturb = hiding(ids.slice(100, 140));
		await pollRepeatedly(host, 6);
		expect(host.warnings[0]).toContain('Nobody is taken for gone');
		give([came], [PRODUCT]);
		await pollRepeatedly(host, 4);
		expect(firedIn(host)).toEqual([came]);
	});
});

describe('the look-ups of customers who left', () => {
	it('take turns, at most three inconclusive ones at a time', async () => {
		const ids = addCustomers(60).slice(0, 8);
		const host = await activated(REMOVED);
		give(ids, []);
		account.disturb = refusing(ids, 404);
		const turns: number[][] = [];
		for (let polls = 0; polls < 6; polls++) {
			await pollRepeatedly(host, 1);
			turns.push(
				lookedUp()
					.map((id) => ids.indexOf(id))
					.sort(),
			);
		}
		// The third poll tries three again before it reads the list, and then those who were not tried yet.
		expect(turns).toEqual([[], [0, 1, 2], [3, 4, 5, 6, 7], [0, 1, 2], [3, 4, 5], [0, 6, 7]]);
	});

	/** Polls once. Returns how many customers were looked up before the compared lists were read. */
	async function lookedUpFirst(host: Host): Promise<number> {
		account.requests.length = 0;
		await pollRepeatedly(host, 1);
		expect(host.requests).toBeLessThanOrEqual(15);
		const first = account.requests.findIndex(
			(request) => isList(request) && request.query.email === undefined,
		);
		account.requests.splice(first);
		return lookedUp().length;
	}

	it.each([
		{
			parameters: { event: 'customerStatusChanged', statuses: ['paused', 'enabled'] },
			before: { status: 'paused' },
			after: { status: 'enabled' },
			share: 'a third',
			counts: [0, 0, 3, 3, 3],
		},
		{
			parameters: REMOVED,
			before: { products: [PRODUCT] },
			after: { products: [] },
			share: 'four fifths',
			counts: [0, 0, 6, 6, 0],
		},
	])(
		'take $share of the requests before the lists are read: $parameters.event',
		async ({ parameters, before, after, counts }) => {
			addCustomers(60, before);
			const leavers = addCustomers(18, before);
			const host = await activated({ ...parameters, options: { requestsPerPoll: 15 } });
			account.now += MINUTE;
			for (const id of leavers) account.change('customers', id, after);
			const first: number[] = [];
			for (let polls = 0; polls < 5; polls++) first.push(await lookedUpFirst(host));
			expect(first).toEqual(counts);
			await pollRepeatedly(host, 2);
			expect(firedIn(host).sort()).toEqual(leavers);
		},
	);
});

describe('another account', () => {
	const MESSAGE = 'The account does not know the customers whom the trigger remembers';

	/** Answers as an account that has none of the customers, and lists others instead. */
	const another =
		(...others: number[]): Disturb =>
		(response, request) => {
			if (!isList(request)) {
				return request.path.startsWith('/customers/') ? failing(response, 404) : undefined;
			}
			const customers = others.map((id) => ({ id, email: `other+${id}@example.com` }));
			const body = { total: others.length, _links: {}, _embedded: { customers } };
			return { ...response, body };
		};

	it.each([5, 60])(
		'is recognised by an empty list and unknown customers, of whom %i were known',
		async (count) => {
			addCustomers(count);
			const host = await activated(ADDED);
			account.disturb = another();
			await pollRepeatedly(host, 2);
			expect(only(host.errors)).toMatchObject({
				message: MESSAGE,
				description: expect.stringMatching(
					/^If the key .* use a credential of its own .*the next poll tries again, and nothing is lost\.$/,
				),
			});
			expect(host.warnings).toEqual([]);
		},
	);

	it('is recognised by one unknown customer when all listed ones are new', async () => {
		const ids = addCustomers(5);
		const host = await activated(ADDED);
		account.disturb = another(7001, 7002);
		account.requests.length = 0;
		await pollRepeatedly(host, 1);
		expect([host.delivered, only(host.errors).message]).toEqual([[], MESSAGE]);
		expect(lookedUp()).toEqual(ids.slice(0, 1));
	});

	it('is not assumed when fewer than five customers were known', async () => {
		addCustomers(4);
		const host = await activated(ADDED);
		account.disturb = another(7001, 7002);
		await pollRepeatedly(host, 1);
		expect([firedIn(host), host.errors]).toEqual([[7001, 7002], []]);
	});

	it('is not assumed when four customers are missing in a list that is shorter than its total', async () => {
		const ids = addCustomers(4);
		const host = await activated(ADDED);
		account.disturb = (response, request) => {
			if (!isList(request)) return refusing(ids, 404)(response, request);
			return { ...response, body: { total: 4, _links: {}, _embedded: { customers: [] } } };
		};
		await pollRepeatedly(host, 2);
		expect(host.errors).toEqual([]);
		expect(host.warnings).toEqual([expect.stringContaining('lacks 4 who were in it')]);
	});

	it('is not assumed when the list still has a known customer', async () => {
		const ids = addCustomers(60);
		const host = await activated(ADDED);
		for (const id of ids.slice(0, 40)) account.remove('customers', id);
		const came = addCustomers(1);
		await pollRepeatedly(host, 3);
		expect([firedIn(host), host.errors]).toEqual([came, []]);
		expect(host.warnings[0]).toContain('lacks 40 who were in it');
	});

	it('is not assumed when the account still has the known customers who have all left', async () => {
		const ids = addCustomers(5);
		const host = await activated(ADDED);
		give(ids, []);
		const came = addCustomers(2);
		await pollRepeatedly(host, 1);
		expect([firedIn(host), host.errors]).toEqual([came, []]);
		expect(lookedUp()).toEqual(ids.slice(0, 1));
	});

	it('is not assumed when the look-up of a known customer fails', async () => {
		const ids = addCustomers(5);
		const host = await activated(ADDED);
		give(ids, []);
		const came = addCustomers(2);
		account.disturb = refusing(ids, 403);
		await pollRepeatedly(host, 1);
		expect([firedIn(host), host.errors]).toEqual([came, []]);
	});
});

describe('a list that was shorter than its total when it was learnt', () => {
	it('fires for a customer more than the total counted', async () => {
		addCustomers(3);
		const hidden = addCustomers(3);
		account.now += MINUTE;
		account.disturb = hiding(hidden, 1);
		const host = await activated(ADDED);
		account.disturb = undefined;
		await pollRepeatedly(host, 2);
		expect(firedIn(host)).toEqual(hidden.slice(1));
	});

	it('fires for a customer who changed in the second of the activation, or later', async () => {
		addCustomers(3);
		const [atThatSecond = 0, later = 0, earlier = 0] = addCustomers(3);
		account.now += MINUTE;
		account.change('customers', atThatSecond, {});
		account.disturb = hiding([atThatSecond, later, earlier], 3);
		const host = await activated(ADDED);
		account.now += MINUTE;
		account.change('customers', later, {});
		account.disturb = undefined;
		await pollRepeatedly(host, 2);
		expect(firedIn(host).sort()).toEqual([atThatSecond, later]);
	});
});

describe('customerStatusChanged', () => {
	const STATUSES = ['cancelled', 'disabled', 'expired', 'paused', 'refunded'];
	const CHANGED = { event: 'customerStatusChanged', statuses: STATUSES };

	it('fires for no customer whose list is learnt by a later poll than others', async () => {
		for (const status of STATUSES) addCustomers(3, { status });
		account.responseMs = 5000;
		const host = await activated(CHANGED, { budgetMs: 36_000 });
		expect(host.requests).toBeLessThan(STATUSES.length);
		await pollRepeatedly(host, 6);
		const came = addCustomers(1, { status: 'paused' });
		await pollRepeatedly(host, 4);
		expect([firedIn(host), host.errors]).toEqual([came, []]);
	});

	it('requests each list from its oldest customer on', async () => {
		await activated(CHANGED);
		const sorts = account.requests.map(({ query: { sort, status } }) => [sort, status]);
		expect(sorts).toEqual([...STATUSES, ...STATUSES].map((status) => ['oldest', status]));
	});
});

describe('a change of access', () => {
	it('counts from the activation on, whatever Start From says', async () => {
		addCustomers(3, { at: account.now - HOUR });
		const options = { startFrom: '2026-01-01T10:00:00Z' };
		const host = await activated({ ...ADDED, options });
		expect([host.executions, host.errors]).toEqual([[], []]);
		// The product, its name, two rounds in which the list is learnt, and one that compares it.
		expect(account.requests.map(({ path }) => path)).toEqual([
			`/products/${PRODUCT}`,
			`/products/${PRODUCT}`,
			...Array<string>(3).fill('/customers'),
		]);
		const came = addCustomers(1);
		await pollRepeatedly(host, 1);
		expect(firedIn(host)).toEqual(came);
	});

	it.each([ADDED, REMOVED])('is shown with its product by Fetch Test Event: %j', async (event) => {
		const [id = 0] = addCustomers(1);
		const host = await activated(event);
		account.requests.length = 0;
		expect(only(await host.manual()).json).toMatchObject({
			id,
			product_id: PRODUCT,
			product_name: 'Harbor Stream',
		});
		expect(account.requests.map(({ path }) => path)).toEqual([
			'/customers',
			`/products/${PRODUCT}`,
		]);
	});

	it('is shown without the name of a product that cannot be read', async () => {
		addCustomers(1);
		const host = await activated(ADDED);
		account.disturb = (response, { path }) =>
			path.startsWith('/products/') ? failing(response, 403) : undefined;
		const { json } = only(await host.manual());
		expect(json).toMatchObject({ product_id: PRODUCT });
		expect(json).not.toHaveProperty('product_name');
	});

	it('looks up no product for Fetch Test Event when there is no customer', async () => {
		const host = await activated(ADDED);
		account.requests.length = 0;
		await expect(host.manual()).rejects.toThrow('There is no customer to show yet');
		expect(account.requests.map(({ path }) => path)).toEqual(['/customers']);
	});
});
