// Runs in which somebody lost access whom the list names, or might have named.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';
import { outcomesOf, PRODUCT } from '../kit.mts';

const account = new Account('customer', {
	operation: 'syncAccess',
	product: chosen(PRODUCT),
	email: '={{ $json.email }}',
	dryRun: false,
	stopIfMoreRevokedThan: '100%',
	stopIfMoreGrantedThan: '10000',
});

const addSubscriber = (email: string) =>
	account.service.state.addCustomer({ email, products: [PRODUCT] });

const rows = (...emails: string[]): IDataObject[] => emails.map((email) => ({ email }));

const removals = () => account.asked.filter((request) => request.startsWith('DELETE'));

/** Syncs a list of the new address, which the customer gets when a request has such a query. */
async function syncWhileChanging(id: number, isMoment: (query: string) => boolean) {
	account.onTheWay({
		query: (query) => {
			if (isMoment(query)) {
				account.service.state.editCustomer(id, (draft) => {
					draft.email = 'new@example.org';
				});
			}
			return query;
		},
	});
	return await account.run(
		{ options: { outputUnchanged: true } },
		{ input: rows('new@example.org') },
	);
}

describe('Sync Access revokes nobody', () => {
	it('whose address has changed since the list of customers was read', async () => {
		const { id } = addSubscriber('old@example.org');
		const { json, error } = await syncWhileChanging(id, (query) => query.includes('email='));
		expect(error).toBeUndefined();
		expect(outcomesOf(json)).toEqual(['unchanged']);
		expect(removals()).toEqual([]);
	});

	it('whose address has changed since the row was looked up', async () => {
		const { id } = addSubscriber('old@example.org');
		let wasLookedUp = false;
		const { json, error } = await syncWhileChanging(id, (query) => {
			const isAfter = wasLookedUp && !query.includes('email=');
			wasLookedUp ||= query.includes('email=');
			return isAfter;
		});
		expect(error).toBeUndefined();
		expect(account.asked).toContain('POST /customers');
		expect(outcomesOf(json)).toEqual(['unchanged']);
		expect(removals()).toEqual([]);
	});
});
