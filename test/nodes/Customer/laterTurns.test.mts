import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Account } from '../account.mts';
import { chosen } from '../kit.mts';
import { OTHER_PRODUCT, outcomesOf, PRODUCT } from './kit.mts';
import { NOTHING_CHANGED, nothingMoreChanged } from '../runTexts.mts';

const account = new Account('customer', {
	product: chosen('={{ $json.product }}'),
	customer: chosen('={{ $json.email }}', 'email'),
	email: '={{ $json.email }}',
});

const revoking = {
	operation: 'revokeAccess',
	options: { stopIfMoreRevokedThan: '={{ $json.limit }}' },
	output: '={{ $json.output }}',
};

const syncing = {
	operation: 'syncAccess',
	dryRun: false,
	stopIfMoreRevokedThan: '100%',
};

const GOOD = { email: 'a@example.org', product: PRODUCT, limit: '50', output: 'simplified' };

const STAYS = { email: 'stays@example.org', product: PRODUCT };

type Turn = [what: string, parameters: INodeParameters, first: IDataObject, second: IDataObject[]];

const LATER_TURNS: Turn[] = [
	['a bad limit', revoking, GOOD, [{ ...GOOD, email: 'b@example.org', limit: 'many' }]],
	[
		'another Output for some items',
		revoking,
		GOOD,
		[
			{ ...GOOD, email: 'b@example.org' },
			{ ...GOOD, output: 'summary' },
		],
	],
	['an empty list', revoking, GOOD, [{}]],
	['a limit that stops it', revoking, GOOD, [{ ...GOOD, email: 'b@example.org', limit: '0' }]],
	['a row that names nobody', syncing, STAYS, [{ email: '', product: OTHER_PRODUCT }]],
	['a product that does not exist', syncing, STAYS, [{ ...STAYS, product: 999_999 }]],
	['the same list again', syncing, STAYS, [STAYS]],
];

describe('A later turn of a loop that ends before its first write', () => {
	it.each(LATER_TURNS)(
		'says what the first turn has changed: %s',
		async (_, parameters, first, second) => {
			for (const email of ['a', 'b'].map((name) => `${name}@example.org`)) {
				account.service.state.addCustomer({ email, products: [PRODUCT] });
			}
			const [done, ended] = await account.runOnInputs(parameters, [[first], second]);
			const outcomes = outcomesOf(done?.json ?? []);
			const counts = Object.fromEntries(
				['created', 'revoked'].flatMap((name) => {
					const count = outcomes.filter((outcome) => outcome === name).length;
					return count > 0 ? [[name, count]] : [];
				}),
			);
			expect(Object.keys(counts)).toContain('revoked');
			const text = `${ended?.error?.message} ${ended?.error?.description}`;
			expect(text).toContain(nothingMoreChanged(counts));
		},
	);

	it('says so where a list can no longer be read', async () => {
		for (const name of ['a', 'b']) {
			account.service.state.addCustomer({ email: `${name}@example.org`, products: [PRODUCT] });
		}
		account.service.state.addCustomer({ email: 'c@example.org', products: [OTHER_PRODUCT] });
		const match = { method: 'GET', path: `/products/${OTHER_PRODUCT}` };
		account.service.faults.add({ status: 403, match, times: 99 });
		const turns = [[STAYS], [{ ...STAYS, product: OTHER_PRODUCT }]];
		const [, ended] = await account.runOnInputs(syncing, turns);
		expect(ended?.error?.description).toContain(nothingMoreChanged({ created: 1, revoked: 2 }));
	});

	it('says so where a turn may have changed something, and another one after it has not', async () => {
		account.service.state.addCustomer({ email: GOOD.email, products: [PRODUCT] });
		account.service.faults.add({ status: 422, match: { method: 'DELETE' }, times: 2 });
		const turns = [
			[GOOD],
			[{ ...GOOD, email: 'nobody@example.org' }],
			[{ ...GOOD, limit: 'many' }],
		];
		const options = { onError: 'continueRegularOutput' } as const;
		const [failed, , ended] = await account.runOnInputs(revoking, turns, options);
		expect(outcomesOf(failed?.json ?? [])).toEqual(['failed']);
		expect(JSON.stringify(ended?.json)).toContain('Nothing more was changed.');
	});

	it('says that nothing was changed where no turn has changed anything', async () => {
		const turns = [[{ ...GOOD, email: 'nobody@example.org' }], [{ ...GOOD, limit: 'many' }]];
		const [, ended] = await account.runOnInputs(revoking, turns);
		expect(ended?.error?.description).toContain(`${NOTHING_CHANGED} Enter a whole number`);
	});
});
