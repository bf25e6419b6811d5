import { describe, expect, it } from 'vitest';

import type { Fault } from '../../../service/faults.mts';
import { Account } from '../account.mts';
import { chosen } from '../kit.mts';
import { ADA } from './kit.mts';

const account = new Account('customer', { operation: 'create', product: chosen(101) });

it('create says that the customer exists already', async () => {
	account.service.state.addCustomer({ email: ADA });
	const { error } = await account.run({ email: 'Ada@example.org' });
	expect(error?.message).toBe('Ada@example.org is already a customer: use Create or Update');
	expect(error?.description).toContain('Create or Update grants the missing access');
	expect(error?.description).toContain('HTTP 4');
	expect(account.customers).toHaveLength(1);
});

it('create reports the refusal of the service when the look-up fails too', async () => {
	account.service.state.addCustomer({ email: ADA });
	account.fail('GET', { status: 403 });
	const { error } = await account.run({ email: ADA });
	expect(error?.description).toContain('HTTP 422');
});

it('create reports the refusal of the service when nobody has the address', async () => {
	account.fail('POST', { status: 422 });
	const { error } = await account.run({ email: ADA });
	expect(error?.message).not.toContain('is already a customer');
});

// Clocks may differ by two minutes.
it.each([
	[1, true],
	[3, false],
])(
	'create whose response was lost takes a customer of %d minutes before for the new one: %s',
	async (minutes, isTaken) => {
		const createdAt = account.clock.now - minutes * 60_000;
		account.service.state.addCustomer({ email: ADA, products: [101], createdAt });
		account.fail('POST', { status: 504 });
		const { error } = await account.run({ email: ADA });
		const hint =
			'The customer may have been created anyway: search for the email address with Get Many and the status All';
		expect(error?.description).toEqual(isTaken ? undefined : expect.stringContaining(hint));
	},
);

describe('create, with a lost response and a list that is 4 seconds late,', () => {
	const late = new Account('customer', { product: chosen(101) }, { listLagSeconds: 4 });

	it.each<Fault>([{ kind: 'disconnectAfter' }, { kind: 'html', status: 201, isPerformed: true }])(
		'creates one customer and returns it: %j',
		async (fault) => {
			for (const operation of ['create', 'createOrUpdate']) {
				const email = `${operation}@example.org`;
				late.fail('POST', fault);
				expect(await late.runOnce({ operation, email })).toMatchObject({ email });
			}
			expect(late.writes).toEqual(['POST /customers', 'POST /customers']);
		},
	);

	it('looks for the lost customer among all statuses of the product', async () => {
		late.fail('POST', { kind: 'disconnectAfter' });
		await late.runOnce({ operation: 'create', email: ADA });
		const looks = late.service.requests.filter(({ method }) => method === 'GET');
		expect(looks.length).toBeGreaterThan(0);
		for (const { query } of looks) {
			expect(Object.fromEntries(new URLSearchParams(String(query)))).toMatchObject({
				email: ADA,
				product: expect.stringMatching(/\/products\/101$/),
				status: 'all',
			});
		}
	});

	it('createOrUpdate takes the customer for the one whom it created also without a date', async () => {
		late.onTheWay({
			body: (body) => body.replaceAll(/"created_at":"[^"]*"/g, '"created_at":null'),
		});
		late.fail('POST', { kind: 'disconnectAfter' });
		const item = await late.runOnce({ operation: 'createOrUpdate', email: ADA });
		expect(item).toMatchObject({ outcome: 'created', email: ADA });
	});

	it('does not repeat a creation that no list shows yet', async () => {
		await late.runOnce({ operation: 'create', email: ADA });
		const { error } = await late.run({ operation: 'create', email: ADA });
		expect(error?.message).toContain('is already a customer');
		expect(late.writes).toEqual(['POST /customers']);
	});
});
