// Compared lists with responses that are incomplete, wrong or of another account, and the IDs of their events.
import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';

import { readState } from '../../nodes/VideoSubscriptionTrigger/state.ts';
import { defined, only } from '../kit/defined.mts';
import { type TriggerResponse, type Disturb, PRODUCTS } from './account.mts';
import { Host, MINUTE } from './host.mts';
import {
	account,
	activated,
	addCustomers,
	isList,
	newAccount,
	pollRepeatedly,
	scattered,
} from './stage.mts';

beforeEach(() => newAccount());

const [PRODUCT] = PRODUCTS;
const ADDED = { events: ['productAdded'], product: PRODUCT };
const REMOVED = { events: ['productRemoved'], product: PRODUCT };
const CHANGED = {
	events: ['customerStatusChanged'],
	filters: { statuses: ['paused', 'enabled'] },
};

/** Advances the clock by a minute and changes customers. */
const change = (ids: number[], changes: IDataObject) => {
	account.now += MINUTE;
	for (const id of ids) account.change('customers', id, changes);
};

const customersIn = (host: Host) => host.executions.flat().map(({ json }) => json.id);

const eventIdsIn = (host: Host) =>
	host.executions.flat().map(({ json }) => (json.event as IDataObject).id);

const bodyOf = ({ body }: TriggerResponse) => body as IDataObject;

const withBody = (response: TriggerResponse, body: unknown): TriggerResponse => ({
	...response,
	body,
});

const emptied = (response: TriggerResponse, more: IDataObject): TriggerResponse =>
	withBody(response, { ...bodyOf(response), ...more, _links: {}, _embedded: { customers: [] } });

/** Wrong responses to the request of a list of 120, named by what they show. */
const LIST_FAULTS: Array<[string, Disturb]> = [
	['no customer, with the total', (response) => emptied(response, {})],
	[
		'its first page only, with the total',
		(response, { query }) =>
			query.page === 1
				? withBody(response, { ...bodyOf(response), _links: {} })
				: emptied(response, {}),
	],
	['no customer, with a total of 0', (response) => emptied(response, { total: 0 })],
	['no customer, without a total', (response) => emptied(response, { total: undefined })],
];

const EVENTS: Array<[string, IDataObject, IDataObject, IDataObject]> = [
	['productAdded', ADDED, { products: [] }, { products: [PRODUCT] }],
	['productRemoved', REMOVED, { products: [PRODUCT] }, { products: [] }],
	['customerStatusChanged', CHANGED, { status: 'enabled' }, { status: 'paused' }],
];

/** Each event with each fault. Only Customer Status Changed looks up by email address: with the fault as well (`isAll`). */
const FAULTS = EVENTS.flatMap(([event, parameters, before, after]) =>
	LIST_FAULTS.flatMap(([shown, fault]) =>
		(event === 'customerStatusChanged' ? [false, true] : [true]).map((isAll) => ({
			...{ event, shown, isAll, parameters, before, after, fault },
		})),
	),
);

describe('a list of 120 that shows', () => {
	/** The fields of the customers that are listed at the beginning. */
	const listed = (event: string) => (event === 'customerStatusChanged' ? { status: 'paused' } : {});

	it.each(FAULTS)(
		'$shown fires no $event, during the fault or after it (look-ups by email too: $isAll)',
		async ({ event, shown, isAll, parameters, before, after, fault }) => {
			addCustomers(120, listed(event));
			const [changing = 0] = addCustomers(1, before);
			const host = await activated(parameters);
			account.disturb = (response, request) =>
				isList(request) && (isAll || request.query.email === undefined)
					? fault(response, request)
					: undefined;
			await pollRepeatedly(host, 4);
			account.disturb = undefined;
			await pollRepeatedly(host, 4);
			expect(host.delivered).toEqual([]);
			const failed = shown.includes('with the total') ? 4 : 0;
			expect(host.errors.map(({ message }) => message)).toEqual(
				Array(failed).fill(expect.stringContaining('The list is incomplete')),
			);
			change([changing], after);
			await pollRepeatedly(host, 4);
			expect(customersIn(host)).toEqual([changing]);
		},
	);

	it.each(FAULTS.filter(({ shown, isAll }) => shown.includes('with the total') && isAll))(
		'$shown refuses the activation of $event',
		async ({ event, parameters, before, after, fault }) => {
			addCustomers(120, listed(event));
			const [changing = 0] = addCustomers(1, before);
			account.now += MINUTE;
			account.disturb = (response, request) =>
				isList(request) ? fault(response, request) : undefined;
			await expect(activated(parameters)).rejects.toThrow('The list is incomplete');
			account.disturb = undefined;
			const host = await activated(parameters);
			await pollRepeatedly(host, 3);
			expect([host.delivered, host.errors]).toEqual([[], []]);
			change([changing], after);
			await pollRepeatedly(host, 4);
			expect(customersIn(host)).toEqual([changing]);
		},
	);

	it.each(EVENTS)(
		'fewer records than its total, permanently, still fires %s',
		async (event, parameters, before, after) => {
			addCustomers(60, listed(event));
			const changing = addCustomers(2, before);
			account.disturb = (response, request) => {
				const { total } = bodyOf(response);
				if (!isList(request) || request.query.email !== undefined) return undefined;
				// An empty list whose total counts records is refused (docs/developers/service.md, What a response proves).
				const hidden = Number(total) > 0 ? 7 : 0;
				return withBody(response, { ...bodyOf(response), total: Number(total) + hidden });
			};
			const host = await activated(parameters);
			change(changing.slice(0, 1), after);
			await pollRepeatedly(host, 3);
			change(changing.slice(0, 1), before);
			change(changing.slice(1), after);
			await pollRepeatedly(host, 4);
			change(changing.slice(0, 1), after);
			await pollRepeatedly(host, 3);
			const enabledAgain = event === 'customerStatusChanged' ? changing.slice(0, 1) : [];
			expect(customersIn(host)).toEqual([...changing, changing[0], ...enabledAgain]);
		},
	);

	it('page 1 for every page makes activations and polls fail within the requests of a poll', async () => {
		addCustomers(120);
		const host = await activated(ADDED);
		account.disturb = (response, request) =>
			isList(request) && request.query.page !== 1
				? account.respond({ ...request, query: { ...request.query, page: 1 } })
				: response;
		await pollRepeatedly(host, 2);
		expect(host.errors.map(({ message }) => message)).toEqual(
			Array(2).fill(expect.stringContaining('The list never ends')),
		);
		expect(host.requests).toBeLessThanOrEqual(50);
		await expect(activated(REMOVED)).rejects.toThrow('The list never ends');
		account.disturb = undefined;
		const came = addCustomers(1);
		await pollRepeatedly(host, 1);
		expect(customersIn(host)).toEqual(came);
	});
});

it.each([
	[ADDED, 0],
	[REMOVED, 100],
])(
	'%j fires for each of 100 customers who leave a list of 120 or come back',
	async (parameters, fired) => {
		const ids = addCustomers(120);
		const host = await activated(parameters);
		change(ids.slice(0, 100), { products: [] });
		await pollRepeatedly(host, 9);
		expect(new Set(customersIn(host)).size).toBe(fired);
		change(ids.slice(0, 100), { products: [PRODUCT] });
		await pollRepeatedly(host, 4);
		expect(host.delivered).toHaveLength(100);
	},
);

it.each([
	['productAdded', ADDED, { products: [] }, { products: [PRODUCT] }],
	['customerStatusChanged', CHANGED, { status: 'enabled' }, { status: 'paused' }],
] as const)(
	'%s announces a newcomer once when four polls show the list from before',
	async (_, parameters, before, after) => {
		addCustomers(60, parameters === CHANGED ? { status: 'paused' } : {});
		const [newcomer = 0] = addCustomers(1, before);
		const host = await activated(parameters);
		const pages = new Map<unknown, TriggerResponse>();
		account.disturb = (response, { query, path }) => {
			if (query.email === undefined) pages.set(`${path} ${JSON.stringify(query)}`, response);
			return undefined;
		};
		await pollRepeatedly(host, 1);
		account.disturb = undefined;
		change([newcomer], after);
		await pollRepeatedly(host, 1);
		expect(customersIn(host)).toEqual([newcomer]);
		account.disturb = (_response, { query, path }) => pages.get(`${path} ${JSON.stringify(query)}`);
		await pollRepeatedly(host, 4);
		account.disturb = undefined;
		await pollRepeatedly(host, 4);
		expect([customersIn(host), host.errors]).toEqual([[newcomer], []]);
	},
);

describe('a look-up of a customer who left', () => {
	const own = (body: unknown, statusCode: number) => ({ statusCode, headers: {}, body });
	const LOOK_UP_FAULTS: Array<[string, unknown, number]> = [
		['a 404 of the service', { message: 'Not found' }, 404],
		['a 404 of a proxy', '<html>Not found</html>', 404],
		['a 403', { message: 'Not now' }, 403],
		['a 500', { message: 'Not now' }, 500],
		['a web page', '<html>Back soon</html>', 200],
		['an empty object', {}, 200],
		['null', null, 200],
		['another customer', { id: 1, email: 'other@example.com' }, 200],
	];

	it.each(LOOK_UP_FAULTS)('that receives %s in three polls loses no event', async (...fault) => {
		const [, body, status] = fault;
		const [lost = 0] = addCustomers(3);
		const [again = 0] = addCustomers(3, { status: 'paused' });
		const hosts = [await activated(REMOVED), await activated(CHANGED)];
		change([lost], { products: [] });
		change([again], { status: 'enabled' });
		account.disturb = (_, { path }) =>
			path.startsWith('/customers/') ? own(body, status) : undefined;
		for (const host of hosts) await pollRepeatedly(host, 4);
		account.disturb = undefined;
		for (const host of hosts) await pollRepeatedly(host, 2);
		expect(hosts.map(customersIn)).toEqual([[lost], [again]]);
		expect(hosts.flatMap(({ errors }) => errors)).toEqual([]);
	});

	it.each([
		['a list of other customers', { customers: [{ id: 1, email: 'other@example.com' }] }],
		['no list', {}],
		['an incomplete list', { customers: [] }],
	])('that receives %s for the email address is repeated', async (_, embedded) => {
		const ids = addCustomers(3, { status: 'paused' });
		const host = await activated(CHANGED);
		change(ids.slice(0, 1), { status: 'enabled' });
		account.disturb = (response, { query }) =>
			query.email === undefined ? undefined : withBody(response, { total: 1, _embedded: embedded });
		await pollRepeatedly(host, 3);
		expect([host.delivered, host.errors]).toEqual([[], []]);
		account.disturb = undefined;
		await pollRepeatedly(host, 1);
		expect(customersIn(host)).toEqual(ids.slice(0, 1));
	});

	it.each([
		['all customers', {}, { requestsPerPoll: 50 }],
		['those of a product', { filters: { product: PRODUCT } }, { requestsPerPoll: 50 }],
		['all customers', {}, { requestsPerPoll: 5 }],
		['those of a product', { filters: { product: PRODUCT } }, { requestsPerPoll: 5 }],
	])(
		'who is between two lists keeps waiting, and is found when enabled again, among %s with %j and %j',
		async (_, filters, options) => {
			const [id = 0] = addCustomers(1, { status: 'paused' });
			addCustomers(3, { status: 'paused' });
			const host = await activated({ ...CHANGED, ...filters, options });
			const set = (status: string) => account.change('customers', id, { status });
			const poll = async () => {
				await pollRepeatedly(host, 1);
				expect(host.requests).toBeLessThanOrEqual(options.requestsPerPoll);
			};
			// In each round the customer moves on before the list is read that would show them.
			let rounds = 0;
			account.disturb = (_, { query: { email, status } }) => {
				if (email === undefined && status === 'cancelled') set('cancelled');
				if (email === undefined && status === 'refunded' && ++rounds === 1) set('paused');
				if (email === undefined || status !== 'paused') return undefined;
				set('enabled');
				account.disturb = undefined;
				return undefined;
			};
			for (let polls = 0; polls < 24; polls++) await poll();
			expect([customersIn(host), host.errors]).toEqual([[id], []]);
		},
	);

	it.each(
		[ADDED, REMOVED, CHANGED, { ...CHANGED, filters: { product: PRODUCT } }].flatMap((given) =>
			[5, 7, 18].map((requestsPerPoll) => ({ given, requestsPerPoll })),
		),
	)(
		'takes no more than $requestsPerPoll requests a poll, together with the lists, of $given',
		async ({ given, requestsPerPoll }) => {
			const ids = addCustomers(220, { status: 'paused' });
			ids.push(...addCustomers(220));
			const host = await activated({ ...given, options: { requestsPerPoll } });
			for (let poll = 0; poll < 30; poll++) {
				change([ids[poll] ?? 0], { status: 'enabled' });
				change([ids.at(-poll) ?? 0], { products: [] });
				await host.poll();
				expect(host.requests).toBeLessThanOrEqual(requestsPerPoll);
			}
			expect([host.errors, host.executions.length > 0]).toEqual([[], true]);
		},
	);

	it.each([404, 500])(
		'that always responds with %i delays no other event by more than a poll, and fails three times a poll',
		async (status) => {
			const ids = addCustomers(60);
			const host = await activated(REMOVED);
			change(ids.slice(0, 6), { products: [] });
			account.disturb = (_, { path }) =>
				ids.slice(0, 5).some((id) => path === `/customers/${id}`) ? own({}, status) : undefined;
			await pollRepeatedly(host, 8);
			expect(customersIn(host)).toEqual(ids.slice(5, 6));
			account.requests.length = 0;
			await pollRepeatedly(host, 1);
			// Three look-ups, each of which is tried for five seconds.
			const lookUps = account.requests.filter(({ path }) => /\/\d+$/.test(path));
			expect(new Set(lookUps.map(({ path }) => path)).size).toBe(3);
			change(ids.slice(6, 7), { products: [] });
			await pollRepeatedly(host, 4);
			expect(customersIn(host)).toEqual(ids.slice(5, 7));
		},
	);
});

describe('the ID of an event', () => {
	it.each(EVENTS)(
		'%s stays the same when the customer is edited before a repeated delivery',
		async (...args) => {
			const [event, parameters, before, after] = args;
			addCustomers(3, event === 'customerStatusChanged' ? { status: 'paused' } : {});
			const changing = addCustomers(2, before);
			const host = await activated(parameters);
			const { stored } = host;
			change(changing, after);
			for (let times = 0; times < 3; times++) {
				host.kill();
				host.stored = stored;
				await pollRepeatedly(host, 2);
				change(changing, { title: 'Edited' });
			}
			const ids = eventIdsIn(host);
			expect(ids).toHaveLength(6);
			expect(new Set(ids).size).toBe(2);
		},
	);

	it.each(EVENTS)(
		'%s differs each time the event happens',
		async (event, parameters, before, after) => {
			addCustomers(3, event === 'customerStatusChanged' ? { status: 'paused' } : {});
			const changing = addCustomers(1, before);
			const host = await activated(parameters);
			for (let times = 0; times < 4; times++) {
				change(changing, after);
				await pollRepeatedly(host, 3);
				change(changing, before);
				await pollRepeatedly(host, 3);
			}
			expect(host.delivered).toHaveLength(event === 'customerStatusChanged' ? 8 : 4);
			expect(new Set(eventIdsIn(host)).size).toBe(host.delivered.length);
		},
	);

	it('differs from the IDs of a trigger that was replaced', async () => {
		const [changing = 0] = addCustomers(1, { products: [] });
		const ids = new Set<unknown>();
		for (let hosts = 0; hosts < 3; hosts++) {
			const host = await activated(ADDED, { credentialId: 'one' });
			change([changing], { products: [PRODUCT] });
			await pollRepeatedly(host, 1);
			ids.add(only(eventIdsIn(host)));
			change([changing], { products: [] });
		}
		expect(ids.size).toBe(3);
	});

	it('differs after 4,000 other events', async () => {
		const [first = 0, ...rest] = addCustomers(4050, { products: [] });
		const options = { requestsPerPoll: 500 };
		const host = await activated({ ...ADDED, options });
		const comeAndLeave = async () => {
			change([first], { products: [PRODUCT] });
			await pollRepeatedly(host, 1);
			change([first], { products: [] });
			await pollRepeatedly(host, 4);
		};
		await comeAndLeave();
		change(rest, { products: [PRODUCT] });
		await pollRepeatedly(host, 5);
		await comeAndLeave();
		await comeAndLeave();
		expect(host.delivered).toHaveLength(4052);
		expect(new Set(eventIdsIn(host)).size).toBe(4052);
	});
});

it('a customer who leaves the product of a filter is looked up once, and not in each round', async () => {
	const [leaver = 0] = addCustomers(5, { status: 'paused' });
	const filters = { product: PRODUCT };
	const host = await activated({
		events: CHANGED.events,
		filters: { ...filters, statuses: ['paused'] },
	});
	change([leaver], { products: [] });
	await pollRepeatedly(host, 4);
	account.requests.length = 0;
	await pollRepeatedly(host, 4);
	expect(account.requests.filter(({ path }) => path !== '/customers')).toEqual([]);
});

it.each([
	['init', ADDED],
	['activate', ADDED],
	['init', { ...CHANGED, filters: { statuses: ['paused'] } }],
] as const)(
	'a customer who left before n8n restored the state (%s) and comes back afterwards fires: %j',
	async (mode, parameters) => {
		const isAdded = parameters.events[0] === 'productAdded';
		const [inside, outside] = isAdded
			? [{ products: [PRODUCT] }, { products: [] }]
			: [{ status: 'paused' }, { status: 'enabled' }];
		const [back = 0] = addCustomers(5, inside);
		const host = await activated(parameters);
		change([back], outside);
		await pollRepeatedly(host, 5);
		host.kill();
		await host.activate(mode);
		change([back], inside);
		await pollRepeatedly(host, 1);
		expect(customersIn(host)).toEqual([back]);
	},
);

describe('the saved state of a compared list', () => {
	it('has room for 20,000 customers, also with large IDs', async () => {
		const highest = 900_000_000;
		for (const id of scattered(20_000, highest)) account.add('customers', { id });
		const host = await activated({ ...ADDED, options: { requestsPerPoll: 500 } });
		expect(host.stored.length).toBeLessThan(75_000);
		const came = account.add('customers', { id: highest + 1 });
		await host.poll();
		expect(customersIn(host)).toEqual([came]);
	});

	it.each([
		[ADDED, /^With more customers, let the service call a webhook/],
		[
			CHANGED,
			/^Choose fewer statuses, or a product in Filters. With more customers, let the service call/,
		],
	])('is refused when %j has more customers than can be remembered', async (parameters, remedy) => {
		addCustomers(22_100, { status: parameters === CHANGED ? 'paused' : 'enabled' });
		await expect(activated(parameters)).rejects.toMatchObject({
			message: expect.stringMatching(/at most about 20,000 customers\. .*once a day with Get Many/),
			description: expect.stringMatching(remedy),
		});
	});
});

it('a poll counts the look-up of the product’s name against its requests', async () => {
	addCustomers(2400);
	const added = await activated(ADDED);
	const removed = await activated(REMOVED);
	const came = addCustomers(30);
	await pollRepeatedly(added, 1);
	expect([customersIn(added), added.requests]).toEqual([came, 50]);
	const left = came.slice(0, 25);
	await pollRepeatedly(removed, 2);
	change(left, { products: [] });
	for (let number = 0; number < 5; number++) {
		await pollRepeatedly(removed, 1);
		expect(removed.requests).toBeLessThanOrEqual(50);
	}
	expect(customersIn(removed)).toEqual(left);
});

it.each([
	[
		'simplified',
		ADDED,
		'id name email plan created_at updated_at href product_id product_name event',
	],
	[
		'full',
		ADDED,
		'id name email plan created_at updated_at browse_url href product_id product_name event',
	],
	['raw', ADDED, '_links _embedded id name email plan created_at updated_at event'],
	['simplified', CHANGED, 'status id name email plan created_at updated_at href event'],
])('with Output %s an item begins with its customer: %j', async (output, parameters, names) => {
	const host = await activated({ ...parameters, output });
	addCustomers(1, parameters === CHANGED ? { status: 'paused' } : {});
	await pollRepeatedly(host, 1);
	expect(Object.keys(only(host.executions.flat()).json).join(' ')).toBe(names);
});

it.each([
	{ filters: {}, requestsPerPoll: 8, inSecondPoll: 5 },
	{ filters: {}, requestsPerPoll: 9, inSecondPoll: 5 + 2 },
	{ filters: { product: PRODUCT }, requestsPerPoll: 9, inSecondPoll: 5 },
	{ filters: { product: PRODUCT }, requestsPerPoll: 10, inSecondPoll: 5 + 2 },
])(
	'a customer is looked up when all requests that it may take fit into the poll: $filters, $requestsPerPoll',
	async ({ filters, requestsPerPoll, inSecondPoll }) => {
		const [id = 0] = addCustomers(3, { status: 'paused' });
		const host = await activated({ ...CHANGED, filters, options: { requestsPerPoll } });
		change([id], { status: 'enabled' });
		await pollRepeatedly(host, 1);
		// The five lists of statuses, in the second of which the customer is missing.
		expect(host.requests).toBe(5);
		await pollRepeatedly(host, 1);
		expect(host.requests).toBe(inSecondPoll);
		await pollRepeatedly(host, 1);
		expect(customersIn(host)).toEqual([id]);
	},
);

it.each([{}, { product: PRODUCT }])(
	'look-ups of customers who left all lists take no more than the requests of a poll, with the filters %j',
	async (filters) => {
		for (const requestsPerPoll of [5, 6, 7, 8, 9, 10, 20]) {
			newAccount();
			const ids = addCustomers(9, { status: 'paused' });
			addCustomers(3, { status: 'paused' });
			const host = await activated({ ...CHANGED, filters, options: { requestsPerPoll } });
			account.disturb = (response, { path, query }) =>
				path === '/customers' && (query.email === undefined || query.status !== 'all')
					? withBody(response, {
							...bodyOf(response),
							total: undefined,
							_embedded: {
								customers: (
									(bodyOf(response)._embedded as IDataObject).customers as IDataObject[]
								).filter((row) => !ids.includes(Number(row.id))),
							},
						})
					: undefined;
			for (let polls = 0; polls < 25; polls++) {
				await pollRepeatedly(host, 1);
				expect(host.requests).toBeLessThanOrEqual(requestsPerPoll);
			}
			expect(host.errors).toEqual([]);
		}
	},
);

describe('customers who have left every list of a status', () => {
	const BACK = { events: ['customerStatusChanged'] };

	/** The customers who are in the list of all customers, and in no other one. */
	let hidden: Set<unknown>;

	const withoutHidden = (response: TriggerResponse) => {
		const body = bodyOf(response);
		const { customers } = body._embedded as { customers: IDataObject[] };
		const shown = customers.filter(({ id }) => !hidden.has(id));
		const total = Number(body.total) - (customers.length - shown.length);
		return withBody(response, { ...body, total, _embedded: { customers: shown } });
	};

	/** Lets 30 customers leave every list, and three who are paused return. Returns these, and the polls until then. */
	async function scene(requestsPerPoll: number, pollsBefore: number) {
		addCustomers(40);
		const gone = addCustomers(40, { status: 'cancelled' }).slice(0, 30);
		const paused = addCustomers(20, { status: 'paused' }).slice(0, 3);
		const host = await activated({ ...BACK, options: { requestsPerPoll } });
		await pollRepeatedly(host, 2);
		account.now += MINUTE;
		hidden = new Set(gone);
		account.disturb = (response, { path, query }) =>
			path === '/customers' && query.status !== 'all' ? withoutHidden(response) : undefined;
		await pollRepeatedly(host, pollsBefore);
		change(paused, { status: 'enabled' });
		return { host, gone, paused };
	}

	it.each([
		[50, 0, 4],
		[50, 3, 4],
		[50, 12, 4],
		[12, 0, 8],
		[12, 3, 8],
		[12, 40, 8],
		[5, 0, 20],
		[5, 3, 20],
		[5, 80, 16],
	])(
		'with %i requests a poll, hide nobody who is enabled again %i polls later for more than %i polls',
		async (requests, before, within) => {
			const { host, paused } = await scene(requests, before);
			await pollRepeatedly(host, within);
			expect(customersIn(host).sort()).toEqual(paused);
			expect(host.errors).toEqual([]);
		},
	);

	it('are looked up once, and once more after lists can no longer be late', async () => {
		const { host, gone } = await scene(50, 40);
		const lookUps = account.requests.filter(({ path }) => path.startsWith('/customers/'));
		const counts = gone.map((id) => lookUps.filter(({ path }) => path.endsWith(`/${id}`)).length);
		expect(Math.max(...counts)).toBeLessThanOrEqual(12);
		await pollRepeatedly(host, 10);
		account.requests.length = 0;
		await pollRepeatedly(host, 10);
		expect(account.requests.filter(({ path }) => path.startsWith('/customers/'))).toEqual([]);
		const state = defined(await readState(host.memory?.state));
		expect(state.data.places.customerStatusChanged?.checkpoint).toMatchObject({
			unclearSince: { size: 0 },
		});
	});

	it('come back as usual when a list shows them again', async () => {
		const { host, gone, paused } = await scene(50, 20);
		await pollRepeatedly(host, 6);
		for (const id of gone.slice(0, 2)) hidden.delete(id);
		change(gone.slice(0, 2), { status: 'expired' });
		await pollRepeatedly(host, 3);
		change(gone.slice(0, 2), { status: 'enabled' });
		await pollRepeatedly(host, 5);
		const again = gone.slice(0, 2);
		expect(customersIn(host)).toEqual([...paused, ...again, ...again]);
	});

	it('are looked for once more when a list has shown them in between', async () => {
		// One look-up a poll: the list shows them before they are looked up again.
		const { host, gone, paused } = await scene(12, 6);
		const again = gone.slice(0, 2);
		for (const id of again) hidden.delete(id);
		await pollRepeatedly(host, 14);
		change(again, { status: 'enabled' });
		for (const id of again) hidden.add(id);
		await pollRepeatedly(host, 4);
		for (const id of again) hidden.delete(id);
		await pollRepeatedly(host, 10);
		expect(customersIn(host)).toEqual([...paused, ...again]);
	});
});
