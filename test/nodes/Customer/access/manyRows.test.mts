import { expect, it } from 'vitest';

import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';
import { outcomesOf, PRODUCT } from '../kit.mts';

const account = new Account('customer', {
	product: chosen(PRODUCT),
	customer: chosen('={{ $json.email }}', 'email'),
	email: '={{ $json.email }}',
});

it.each(['grantAccess', 'createOrUpdate'])(
	'%s reads 1,500 known customers as a list',
	async (operation) => {
		const input = Array.from({ length: 1500 }, (_, n) => ({ email: `C${n}@example.org` }));
		for (let n = 0; n < 1500; n++) {
			const email = `c${n}@example.org`;
			account.service.state.addCustomer({ email, products: n < 1490 ? [PRODUCT] : [] });
		}
		const { json } = await account.run({ operation }, { input });
		expect(account.asked.length).toBeLessThanOrEqual(120);
		const granted = outcomesOf(json).filter((outcome) => outcome === 'granted');
		expect(granted).toHaveLength(10);
		expect(account.writes).toHaveLength(10);
	},
);

const LAPSED_OF = ['cancelled', 'expired', 'paused'] as const;

/** Adds 1,500 customers: most without access, 10 with it, and some whose access has lapsed. */
function addMany(): void {
	for (let n = 0; n < 1500; n++) {
		const status = LAPSED_OF[n - 10] ?? 'enabled';
		const products = n < 13 ? [PRODUCT] : [];
		account.service.state.addCustomer({ email: `c${n}@example.org`, products, status });
	}
}

it.each([false, true])('checkAccess reads 1,500 customers as a list, by ID: %s', async (isById) => {
	addMany();
	const customer = isById ? chosen('={{ $json.id }}') : chosen('={{ $json.email }}', 'email');
	const input = account.customers.map(({ id, email }) => ({ id, email: email.toUpperCase() }));
	const { json } = await account.run({ operation: 'checkAccess', customer }, { input });
	expect(account.asked.length).toBeLessThanOrEqual(120);
	expect(json.slice(8, 14).map(({ reason }) => reason)).toEqual([
		...['enabled', 'enabled', 'cancelled', 'expired', 'paused', 'none'],
	]);
	expect(json).toHaveLength(1500);
});

it('revokeAccess reads 1,500 customers as a list, and ends what has lapsed', async () => {
	addMany();
	const input = account.customers.map(({ email }) => ({ email }));
	const { json, hints } = await account.run({ operation: 'revokeAccess' }, { input });
	const reads = account.asked.filter((request) => request.startsWith('GET /customers'));
	expect(reads.length).toBeLessThanOrEqual(120);
	expect(outcomesOf(json).filter((outcome) => outcome === 'revoked')).toHaveLength(13);
	expect(json[10]).toMatchObject({ reason: 'cancelled' });
	expect(hints).toEqual(['10 lost access, 3 already ended, 1,487 unchanged.']);
});

it('a row that the list does not show is looked up', async () => {
	addMany();
	const strangers = Array.from({ length: 40 }, (_, n) => ({ email: `nobody${n}@example.org` }));
	const input = [...account.customers.map(({ email }) => ({ email })), ...strangers];
	const { json } = await account.run({ operation: 'checkAccess' }, { input });
	expect(json.slice(-1)).toEqual([
		{ hasAccess: false, reason: 'unknownCustomer', email: 'nobody39@example.org' },
	]);
});
