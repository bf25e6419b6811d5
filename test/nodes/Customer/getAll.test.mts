import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';

import type { CustomerStatus } from '../../../service/records.mts';
import { parsed } from '../../kit/json.mts';
import { Account } from '../account.mts';
import { itRefuses, TRIED } from '../kit.mts';

const STRENGTH = ['enabled', 'paused', 'cancelled', 'expired', 'refunded', 'disabled'] as const;
const MONTH_MS = 30 * 24 * 3_600_000;

const account = new Account('customer', { operation: 'getAll' });

/** Adds customers with these statuses, each newer than the previous one and named by its number. */
function addCustomers(statuses: readonly CustomerStatus[]): number[] {
	return statuses.map((status, index) => {
		const { state } = account.service;
		const { id } = state.addCustomer({ email: `c${index}@example.com`, name: `${index}` });
		state.editCustomer(id, (draft) => {
			draft.status = status;
			draft.createdAt = account.clock.now - MONTH_MS + index * 60_000;
		});
		return id;
	});
}

const all = (parameters: INodeParameters = {}, options: INodeParameters = {}): INodeParameters => ({
	returnAll: true,
	...parameters,
	filters: { status: 'all', ...(parameters.filters as INodeParameters | undefined) },
	options: { includeStatus: true, ...options },
});

/** Runs the operation and returns the number and the status of each item. */
async function shown(parameters: INodeParameters): Promise<string[]> {
	const { error, json } = await account.run(parameters);
	if (error) throw error;
	return json.map(({ name, status }) => `${String(name)} ${String(status)}`);
}

const MIXED = [...STRENGTH, ...STRENGTH.toReversed(), 'enabled', 'enabled'] as const;
const numbered = MIXED.map((status, index) => `${index} ${status}`);

describe('Get Many with Include Status', () => {
	it('returns a customer who is in no list of a status, without a status', async () => {
		addCustomers(['enabled', 'paused', 'expired']);
		account.onTheWay({ query: (query) => query.replace('status=paused', 'status=refunded') });
		expect(await shown(all())).toEqual(['0 enabled', '1 undefined', '2 expired']);
		const newest = await shown(all({ sorting: { sort: 'newest' } }));
		expect(newest).toEqual(['2 expired', '1 undefined', '0 enabled']);
		const limited = { returnAll: false, limit: 2, sorting: { sort: 'oldest' } };
		expect(await shown(all(limited))).toEqual(['0 enabled', '1 undefined']);
	});

	it.each([
		['newest', numbered.toReversed()],
		['latest', numbered.toReversed()],
		['oldest', numbered],
	])('keeps the order %s over all lists', async (sort, expected) => {
		addCustomers(MIXED);
		expect(await shown(all({ sorting: { sort } }))).toEqual(expected);
		const limited = { returnAll: false, limit: 5, sorting: { sort } };
		expect(await shown(all(limited))).toEqual(expected.slice(0, 5));
		const second = all({ ...limited, limit: 4 }, { page: 2, perPage: 3 });
		expect(await shown(second)).toEqual(expected.slice(3, 7));
	});

	it('reads each list once, and with a limit no further than it', async () => {
		addCustomers(Array.from({ length: 1000 }, (_, index) => STRENGTH[index % 7] ?? 'enabled'));
		expect(new Set(await shown(all())).size).toBe(1000);
		// 3 pages of the enabled customers, 2 of each other status, and the total of all.
		expect(account.asked.length).toBe(3 + 5 * 2 + 1);
		const before = account.asked.length;
		const limited = { returnAll: false, limit: 100, sorting: { sort: 'newest' } };
		expect(await shown(all(limited))).toHaveLength(100);
		expect(account.asked.length - before).toBe(7 * 2);
	});

	it('reads no list of all when the lists of the statuses have everybody', async () => {
		addCustomers(MIXED);
		for (const [sort, expected] of [
			['newest', numbered.toReversed()],
			['oldest', numbered],
		] as const) {
			const before = account.service.requests.length;
			expect(await shown(all({ sorting: { sort } }))).toEqual(expected);
			const asked = account.service.requests.slice(before);
			const sizes = asked.map(({ query }) => new URLSearchParams(query).get('per_page'));
			expect(sizes).toEqual([...STRENGTH.map(() => '100'), '1']);
		}
	});

	it.each([
		['counts somebody more', { total: MIXED.length + 1 }],
		['is that of a page', { total: 1 }],
		['is that of a page without links', { total: 1, _links: {} }],
		['is absent', {}],
	])('reads the list of all when its total %s', async (_, shownTotal) => {
		addCustomers(MIXED);
		account.onTheWay({
			body: (body, { query }) => {
				if (!String(query).includes('per_page=1')) return body;
				if (String(query).includes('per_page=100')) return body;
				const { total: __, ...page } = parsed<{ total: number }>(body);
				return JSON.stringify({ ...page, ...shownTotal });
			},
		});
		expect(await shown(all({ sorting: { sort: 'oldest' } }))).toEqual(numbered);
		expect(account.asked).toHaveLength(STRENGTH.length + 2);
	});

	it('sends the filters with the request of every list', async () => {
		addCustomers(MIXED);
		const filters = { email: 'c8@example.com' };
		expect(await shown(all({ filters }))).toEqual(['8 expired']);
		const queries = account.service.requests.map(({ query }) => new URLSearchParams(query));
		expect(queries.map((query) => query.get('status'))).toEqual([...STRENGTH, 'all']);
		expect(new Set(queries.map((query) => query.get('email')))).toEqual(new Set([filters.email]));
	});

	it.each([
		['sorted', { sorting: { sort: 'oldest' } }],
		['sorted and limited', { sorting: { sort: 'oldest' }, returnAll: false, limit: 2 }],
		['unsorted', {}],
	])('%s, returns a customer of several lists once, with the stronger status', async (_, range) => {
		addCustomers(['expired', 'paused']);
		account.onTheWay({
			// The list of paused customers contains every customer.
			query: (query) => query.replace('status=paused', 'status=all'),
		});
		expect((await shown(all(range))).toSorted()).toEqual(['0 paused', '1 paused']);
	});

	it('fails when one of the lists fails, and returns no customer of another list', async () => {
		addCustomers(MIXED);
		const handle = account.service.handle.bind(account.service);
		vi.spyOn(account.service, 'handle').mockImplementation((request) =>
			String(request.query).includes('refunded')
				? { status: 422, headers: {}, body: '{"message":"No such status"}' }
				: handle(request),
		);
		const { error, json } = await account.run(all());
		expect(error?.message).toContain('No such status');
		expect(json).toEqual([]);
	});

	it('fails when one of the lists is incomplete', async () => {
		addCustomers(MIXED);
		account.onTheWay({
			body: (body, { query }) => {
				if (!String(query).includes('status=paused')) return body;
				const page = parsed<{ total: number; _embedded: object }>(body);
				return JSON.stringify({ ...page, total: 60, _embedded: { customers: [] } });
			},
		});
		expect((await account.run(all())).error?.message).toContain('contains none of its 60 records');
	});

	it.each(['simplified', 'full', 'selected'])(
		'adds the status to the output %s',
		async (output) => {
			addCustomers(['paused']);
			const { json } = await account.run(all({ output, outputFields: ['status'] }));
			expect(json).toMatchObject([{ id: expect.any(Number) as number, status: 'paused' }]);
		},
	);

	it('adds no status to the output Raw', async () => {
		addCustomers(['paused']);
		const { json } = await account.run(all({ output: 'raw' }));
		expect(json).toHaveLength(1);
		expect(json[0]).not.toHaveProperty('status');
	});
});

describe('Get Many without Include Status', () => {
	it('adds no status when the filter Status is All', async () => {
		addCustomers(MIXED);
		const { json } = await account.run({ returnAll: true, filters: { status: 'all' } });
		expect(json).toHaveLength(MIXED.length);
		for (const customer of json) expect(customer).not.toHaveProperty('status');
		expect(account.asked).toHaveLength(1);
	});

	it('adds the status Enabled without a filter, with which the service lists nobody else', async () => {
		addCustomers(MIXED);
		const { json } = await account.run({ returnAll: true, options: { includeStatus: true } });
		expect(new Set(json.map(({ status }) => status))).toEqual(new Set(['enabled']));
		expect(account.asked).toHaveLength(1);
	});

	it('adds the status of the filter', async () => {
		addCustomers(MIXED);
		const filters = { status: 'refunded' };
		const options = { includeStatus: true };
		const { json } = await account.run({ returnAll: true, filters, options });
		expect(json.map(({ status }) => status)).toEqual(['refunded', 'refunded']);
		expect(account.asked).toHaveLength(1);
	});
});

itRefuses('customer', 'getAll', [
	{
		names: 'Include Status',
		parameters: { filters: { status: 'all' }, options: { includeStatus: TRIED } },
		good: false,
		bad: ['maybe', 2, {}],
	},
]);

it('getAll trims blanks around a search, and sends an address without its apostrophe', async () => {
	await account.run({ filters: { query: ' ada\u00A0', email: "'ada@example.com" } });
	const query = new URLSearchParams(String(account.service.requests[0]?.query));
	expect(Object.fromEntries(query)).toMatchObject({ query: 'ada', email: 'ada@example.com' });
});

it('Get Many with Include Status knows the status also on a later page', async () => {
	addCustomers(['enabled', 'enabled', 'enabled']);
	const parameters = { ...all({}, { page: 3, perPage: 1 }), returnAll: false, limit: 1 };
	expect(await shown({ ...parameters, sorting: { sort: 'oldest' } })).toEqual(['2 enabled']);
});
