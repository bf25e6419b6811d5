import { describe, expect, it } from 'vitest';

import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';
import { ADA, PRODUCT } from '../kit.mts';

const account = new Account('customer', {
	product: chosen(PRODUCT),
	customer: chosen(ADA, 'email'),
	email: ADA,
	dryRun: false,
	stopIfMoreRevokedThan: '100%',
	stopIfMoreGrantedThan: '100',
});

/** Creates the customer in another process, and hides her from look-ups by address for some seconds. */
function createElsewhere(products: number[], seconds: number): void {
	let shownAt = Infinity;
	account.onTheWay({
		query: (query) =>
			account.clock.now < shownAt ? query.replace('email=ada', 'email=nobody') : query,
	});
	account.before('POST', () => {
		account.service.state.addCustomer({ email: ADA, products });
		shownAt = account.clock.now + seconds * 1000;
	});
}

describe.each(['grantAccess', 'createOrUpdate', 'syncAccess'])('%s', (operation) => {
	it('grants access to a customer whom another worker has just created, once a list shows her', async () => {
		createElsewhere([], 15);
		const { json, error } = await account.run({ operation });
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ outcome: 'granted', email: ADA }]);
		expect(account.customers).toHaveLength(1);
		const waited = account.clock.waits.reduce((sum, time) => sum + time, 0);
		expect(waited).toBeGreaterThan(14_000);
		expect(waited).toBeLessThan(30_000);
	});

	it('fails after a minute with the words of the service, and says who may have been faster', async () => {
		createElsewhere([PRODUCT], 3600);
		const { error } = await account.run({ operation });
		expect(error?.message).toContain(`refused to create ${ADA}: Email has already been taken`);
		expect(error?.description).toMatch(/^Another run may have .* Run this again in ten minutes/);
		const waited = account.clock.waits.reduce((sum, time) => sum + time, 0);
		expect(waited).toBeGreaterThanOrEqual(60_000);
		expect(waited).toBeLessThan(65_000);
	});

	it('does not look again for a customer whose creation is refused', async () => {
		const message = 'Name has already been taken';
		account.fail('POST', { status: 422, body: JSON.stringify({ message }) });
		const { error } = await account.run({ operation });
		expect(error?.message).toContain(`The service refused the values: ${message}`);
		expect(error?.description).not.toContain('Another run');
		expect(account.clock.waits.reduce((sum, time) => sum + time, 0)).toBeLessThan(2000);
	});
});
