import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { parsed } from '../kit/json.mts';
import { Account } from './account.mts';
import { chosen, itRefuses, page, TRIED } from './kit.mts';

/** The seeded service, whose lists have records of every kind. */
const LISTS = {
	product: {},
	customer: { filters: { status: 'all' } },
	video: { filters: { query: 'a' } },
	collection: { filters: { plan: ['standard'] } },
	liveEvent: { product: chosen(101) },
	comment: { video: chosen(20001) },
};

const countEach = (total: 'list' | 'page' | 'absent', lists: Record<string, INodeParameters>) => {
	for (const [node, parameters] of Object.entries(lists)) {
		describe(`count of ${node}, where the total is that of: ${total}`, () => {
			const account = new Account(node, parameters, { seed: 'believable', total });

			it('is the number of records that Get Many returns with the same filters', async () => {
				const all = await account.run({ operation: 'getAll', returnAll: true });
				const before = account.asked.length;
				const { json, error } = await account.run({ operation: 'count' });
				expect(error).toBeUndefined();
				expect(json).toEqual([{ count: all.json.length }]);
				expect(all.json.length).toBeGreaterThan(1);
				if (total === 'list') expect(account.asked.length - before).toBe(1);
			});
		});
	}
};

countEach('list', LISTS);
countEach('page', { customer: LISTS.customer });
countEach('absent', { customer: LISTS.customer });

describe('count of customer', () => {
	const account = new Account('customer', { operation: 'count' });

	const addAll = (...statuses: Array<'enabled' | 'paused' | 'expired'>) => {
		for (const [index, status] of statuses.entries()) {
			const { state } = account.service;
			const { id } = state.addCustomer({ email: `c${index}@example.com` });
			state.editCustomer(id, (draft) => {
				draft.status = status;
			});
		}
	};

	it('is that of the enabled ones without a filter, and zero of nobody', async () => {
		expect((await account.run({})).json).toEqual([{ count: 0 }]);
		addAll('enabled', 'enabled', 'paused');
		expect((await account.run({})).json).toEqual([{ count: 2 }]);
		expect(account.asked).toHaveLength(2);
	});

	it('by status has a number for each status and for all', async () => {
		addAll('enabled', 'enabled', 'paused');
		const { json } = await account.run({ groupBy: 'status' });
		expect(json).toEqual([
			{ count: 3, enabled: 2, paused: 1, cancelled: 0, expired: 0, refunded: 0, disabled: 0 },
		]);
		expect(account.asked).toHaveLength(7);
	});

	it('by status counts somebody who is in two lists in both, and in the number of all once', async () => {
		addAll('enabled', 'paused');
		account.onTheWay({ query: (query) => query.replace('status=expired', 'status=paused') });
		const { json } = await account.run({ groupBy: 'status' });
		expect(json).toEqual([
			{ count: 2, enabled: 1, paused: 1, cancelled: 0, expired: 1, refunded: 0, disabled: 0 },
		]);
	});

	it.each<[string, object]>([
		['no link', {}],
		['a link of null', { next: { href: null } }],
	])(
		'reads the list where its total is that of the page and the next page has %s',
		async (_, next) => {
			addAll(...Array.from({ length: 130 }, () => 'enabled' as const));
			account.onTheWay({
				body: (body) => {
					const list = parsed<{ _embedded: { customers: unknown[] }; _links: object }>(body);
					const { next: _next, ...links } = { next: undefined, ...list._links };
					const total = list._embedded.customers.length;
					return JSON.stringify({ ...list, total, _links: { ...links, ...next } });
				},
			});
			expect((await account.run({})).json).toEqual([{ count: 130 }]);
		},
	);

	it('by status has no other status', async () => {
		const { error } = await account.run({ groupBy: 'status', filters: { status: 'paused' } });
		expect(error?.message).toBe('The filter "Status" cannot be used with "Group By"');
		expect(account.asked).toEqual([]);
	});
});

itRefuses(
	'customer',
	'count',
	[{ names: 'Group By', parameters: { groupBy: TRIED }, good: 'none', bad: ['maybe', 2] }],
	page('customers', []),
);
