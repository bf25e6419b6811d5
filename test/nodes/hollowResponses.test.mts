import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Account } from './account.mts';
import { ADA, byCustomerId, byEmail, OTHER_PRODUCT, PRODUCT } from './Customer/kit.mts';
import { chosen } from './kit.mts';

// A response without what was asked for is not the service's own: it is repeated like a 503, whoever asks.

/** Lets the first response to each request that only reads be an object without anything in it. */
function hollowFirst(account: Account): void {
	const times = new Map<string, number>();
	account.onTheWay({
		body: (body, { method, path, query }) => {
			if (method !== 'GET') return body;
			const request = `${path}?${String(query)}`;
			times.set(request, (times.get(request) ?? 0) + 1);
			return (times.get(request) ?? 0) % 2 === 1 ? '{}' : body;
		},
	});
}

describe('each look-up is repeated by', () => {
	const account = new Account('customer', { product: chosen(PRODUCT) });
	const addAda = (customer: object = {}) =>
		account.service.state.addCustomer({ email: ADA, products: [PRODUCT], ...customer }).id;
	const withoutAccess = () => addAda({ products: [OTHER_PRODUCT] });
	const DRY = { options: { dryRun: true } };

	it.each<[string, () => INodeParameters, object]>([
		['Get', () => ({ ...byEmail('get') }), { email: ADA }],
		['Check Access', () => byEmail('checkAccess'), { hasAccess: true }],
		['Check Access by ID', () => byCustomerId('checkAccess', addAda()), { hasAccess: true }],
		[
			'Check Access by ID of somebody without access',
			() => byCustomerId('checkAccess', withoutAccess()),
			{ hasAccess: false, reason: 'none' },
		],
		[
			'Check Access by ID of somebody who has cancelled',
			() => byCustomerId('checkAccess', addAda({ status: 'cancelled' })),
			{ hasAccess: false, reason: 'cancelled' },
		],
		['Grant Access', () => byCustomerId('grantAccess', withoutAccess()), { outcome: 'granted' }],
		[
			'a dry run of Grant Access',
			() => ({ ...byCustomerId('grantAccess', withoutAccess()), ...DRY }),
			{ outcome: 'wouldGrant', product_name: expect.any(String) as string },
		],
		['Revoke Access', () => byCustomerId('revokeAccess', addAda()), { outcome: 'revoked' }],
		[
			'Sync Access',
			() => ({ operation: 'syncAccess', email: ADA, dryRun: false, stopIfMoreRevokedThan: '10%' }),
			{ outcome: 'created' },
		],
	])('%s', async (name, parametersOf, item) => {
		if (['Get', 'Check Access'].includes(name)) addAda();
		const parameters = parametersOf();
		hollowFirst(account);
		expect(await account.runOnce(parameters)).toMatchObject(item);
	});
});

describe('each look-up in a collection is repeated by', () => {
	const account = new Account('collection', { video: chosen(7) });

	it.each<[string, INodeParameters, object]>([
		['Sync Items', { operation: 'syncItems', dryRun: false }, { outcome: 'added', id: 7 }],
		[
			'a dry run of Sync Items',
			{ operation: 'syncItems', dryRun: true },
			{ outcome: 'wouldAdd', title: 'Finale' },
		],
	])('%s', async (_, parameters, item) => {
		const { state } = account.service;
		const { id } = state.addCollection({ type: 'playlist' });
		state.addVideo({ id: 7, title: 'Finale' });
		hollowFirst(account);
		expect(await account.runOnce({ ...parameters, collection: chosen(id) })).toMatchObject(item);
	});
});

describe('a searchable list', () => {
	const account = new Account('product', { operation: 'get' });

	it('is repeated', async () => {
		hollowFirst(account);
		const { results } = await account.search('searchProducts');
		expect(results).toContainEqual(expect.objectContaining({ value: String(PRODUCT) }));
	});
});
