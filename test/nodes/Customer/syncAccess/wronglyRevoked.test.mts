// Runs in which somebody lost access whom the list names, or might have named.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';
import { OTHER_PRODUCT, outcomesOf, PRODUCT } from '../kit.mts';

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

it('The hint of a Sync Access that stops in a later turn of a loop does not say that nothing was changed', async () => {
	const products = [PRODUCT, OTHER_PRODUCT];
	for (const product of products) {
		for (let n = 0; n < (product === PRODUCT ? 2 : 3); n++) {
			const email = `leaver${n}@${product}.example`;
			account.service.state.addCustomer({ email, products: [product] });
		}
	}
	const inputs = products.map((product) => [{ email: 'stays@example.org', product }]);
	const [first, second] = await account.runOnInputs(
		{ product: chosen('={{ $json.product }}'), stopIfMoreRevokedThan: '2' },
		inputs,
		{ onError: 'continueRegularOutput' },
	);
	expect(outcomesOf(first?.json ?? [])).toEqual(['created', 'revoked', 'revoked']);
	expect(second?.hints).toEqual([
		'Stopped: 3 of 3 customers would have lost access, more than 2. Nothing more was changed. Earlier in this execution: 1 created, 2 lost access.',
	]);
});
