// Several products in one list: each is made equal to its own rows.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';
import { OTHER_PRODUCT, outcomesOf, PRODUCT } from '../kit.mts';
import { NOTHING_CHANGED, stopHeadline } from '../../runTexts.mts';
import { GRANTS } from '../../../../nodes/Customer/access/limits.ts';

const account = new Account('customer', {
	operation: 'syncAccess',
	product: chosen('={{ $json.product }}'),
	email: '={{ $json.email }}',
	dryRun: false,
	stopIfMoreRevokedThan: '100%',
	stopIfMoreGrantedThan: '100',
});

const add = (email: string, ...products: number[]) =>
	account.service.state.addCustomer({ email, products }).id;

/** Returns the products that the customers with an address have. */
const productsOf = (email: string) =>
	account.customers
		.filter((customer) => customer.email === email)
		.flatMap(({ grants }) => grants.map(({ productId }) => productId))
		.sort();

const row = (email: string, product: string | number | null = PRODUCT) => ({ email, product });
const sync = async (input: IDataObject[], parameters = {}) =>
	await account.run(parameters, { input });

const outcomes = (json: IDataObject[]) => json.map(({ email, outcome }) => [email, outcome]);

describe('Sync Access with a product in each row', () => {
	it('makes each product equal to its own rows', async () => {
		add('gold@example.org', PRODUCT);
		add('leaves-gold@example.org', PRODUCT);
		add('moves@example.org', PRODUCT);
		add('leaves-silver@example.org', OTHER_PRODUCT);
		const { json, error } = await sync([
			row('gold@example.org'),
			row('moves@example.org', OTHER_PRODUCT),
			row('new@example.org'),
			row('new@example.org', OTHER_PRODUCT),
		]);
		expect(error).toBeUndefined();
		expect(outcomes(json)).toEqual([
			['moves@example.org', 'granted'],
			['new@example.org', 'created'],
			['new@example.org', 'granted'],
			['leaves-gold@example.org', 'revoked'],
			['moves@example.org', 'revoked'],
			['leaves-silver@example.org', 'revoked'],
		]);
		expect(productsOf('new@example.org')).toEqual([PRODUCT, OTHER_PRODUCT]);
		expect(productsOf('moves@example.org')).toEqual([OTHER_PRODUCT]);
		expect(account.writes.filter((write) => write === 'POST /customers')).toHaveLength(1);
	});

	it('predicts in a dry run what the real run does', async () => {
		add('leaves@example.org', PRODUCT);
		const input = [row('new@example.org'), row('new@example.org', OTHER_PRODUCT)];
		const dry = await sync(input, { dryRun: true });
		expect(account.writes).toEqual([]);
		const real = await sync(input);
		expect(outcomesOf(dry.json)).toEqual(['wouldCreate', 'wouldGrant', 'wouldRevoke']);
		expect(outcomesOf(real.json)).toEqual(['created', 'granted', 'revoked']);
		for (const { id } of dry.json.slice(0, 2)) expect(id).toBeUndefined();
		const again = await sync(input, { options: { outputUnchanged: true } });
		expect(outcomesOf(again.json)).toEqual(['unchanged', 'unchanged']);
	});

	it('names the product of each outcome', async () => {
		add('leaves@example.org', OTHER_PRODUCT);
		const { json } = await sync([row('a@example.org'), row('b@example.org', OTHER_PRODUCT)]);
		const names = json.map(({ outcome, product_name: name }) => [outcome, name]);
		expect(names).toEqual([
			['created', 'Harbor Stream'],
			['created', expect.stringMatching(/./)],
			['revoked', names[1]?.[1]],
		]);
	});

	it('leaves a product alone that no row names', async () => {
		add('silver@example.org', OTHER_PRODUCT);
		await sync([row('gold@example.org')]);
		expect(productsOf('silver@example.org')).toEqual([OTHER_PRODUCT]);
	});

	it('applies its limits to each product', async () => {
		for (let n = 0; n < 2; n++) {
			add(`gold${n}@example.org`, PRODUCT);
			add(`silver${n}@example.org`, OTHER_PRODUCT);
		}
		const input = [row('gold0@example.org'), row('silver0@example.org', OTHER_PRODUCT)];
		const within = await sync(input, { stopIfMoreRevokedThan: '1' });
		expect(outcomesOf(within.json)).toEqual(['revoked', 'revoked']);
		const one = [row('a@example.org'), ...['b', 'c'].map((n) => row(`${n}@x.org`, OTHER_PRODUCT))];
		const stopped = await sync(one, { stopIfMoreGrantedThan: '1', options: { revoke: false } });
		expect(stopped.error?.message).toBe(
			stopHeadline(GRANTS, { count: 2, allowed: '1', name: 'Harbor Stream Kids' }),
		);
		expect(account.writes.filter((write) => write.startsWith('POST'))).toEqual([]);
	});

	it.each([
		[null, /^Row 2: The parameter "Product" is empty/],
		[999_999, /^Row 2: there is no product 999999/],
	])('changes nothing where a row has the product %j', async (product, message) => {
		add('leaves@example.org', PRODUCT);
		const { error } = await sync([row('a@example.org'), row('b@example.org', product)]);
		expect(error?.message).toMatch(message);
		expect(error?.description).toContain(NOTHING_CHANGED);
		expect(account.writes).toEqual([]);
	});

	it('runs one after another where two runs share a product', async () => {
		const first = [row('a@example.org'), row('b@example.org', OTHER_PRODUCT)];
		const second = [row('c@example.org', OTHER_PRODUCT), row('d@example.org')];
		const runs = await Promise.all([sync(first), sync(second)]);
		expect(runs.map(({ error }) => error)).toEqual([undefined, undefined]);
		expect(productsOf('a@example.org')).toEqual([]);
		expect(productsOf('c@example.org')).toEqual([OTHER_PRODUCT]);
	});
});
