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
