import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Account } from '../account.mts';
import { chosen } from '../kit.mts';
import { ADA, PRODUCT } from './kit.mts';

const account = new Account('customer', {
	product: chosen(PRODUCT),
	customer: chosen('={{ $json.email }}', 'email'),
	email: '={{ $json.email }}',
});

/** One that runs over all rows, and one that runs for each. */
const OPERATIONS = ['grantAccess', 'create'];

const ON = { options: { includeInputFields: true } };

describe.each(OPERATIONS)('%s, with Include Other Input Fields,', (operation) => {
	const run = async (input: IDataObject[], parameters = ON, onError?: 'continueRegularOutput') =>
		await account.run({ operation, ...parameters }, { input, onError });

	it('returns the fields of the input row behind its own, which count where both have a name', async () => {
		const { json, error } = await run([{ email: ADA, note: 'from the fair' }]);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ email: ADA, note: 'from the fair' });
		expect(Object.keys(json[0] ?? {}).at(-1)).toBe('note');
	});

	it('renames a field of the row whose name it uses itself, so that no key of a CRM is lost', async () => {
		const { id } = account.service.state.addCustomer({
			email: 'bea@example.org',
			products: [PRODUCT],
		});
		const email = operation === 'create' ? ADA : 'bea@example.org';
		const { json } = await run([{ email, id: 'CRM 7' }]);
		expect(json[0]).toMatchObject({
			...(operation !== 'create' && { id }),
			email,
			input_email: email,
			input_id: 'CRM 7',
		});
	});

	it('keeps what an operation before it has renamed, so that no key of a CRM is lost (f98)', async () => {
		const rows = [
			{ email: ADA, id: 1000001, input_id: 'CRM 7', note: 'a' },
			{ email: ADA, input_id: 'CRM 7', id: 1000001, note: 'a' },
		];
		for (const row of rows) {
			const { json } = await run([row], ON, 'continueRegularOutput');
			expect(json[0]).toMatchObject({ input_id: 'CRM 7', note: 'a' });
			expect(json[0]).not.toHaveProperty('input_input_id');
		}
	});

	it('never returns an old error of the row as its own (e16)', async () => {
		const old = { email: ADA, error: 'old failure', message: 'old', outcome: 'failed' };
		const { json } = await run([old]);
		expect(json[0]).not.toHaveProperty('error');
		expect(json[0]).not.toHaveProperty('message');
		expect(json[0]?.outcome).not.toBe('failed');
		expect(json[0]).toMatchObject({
			input_error: 'old failure',
			input_message: 'old',
			input_outcome: 'failed',
		});
	});

	it('returns the fields of a row that failed', async () => {
		const { json } = await run([{ email: 'none', note: 'a' }], ON, 'continueRegularOutput');
		const first = operation === 'create' ? 'error' : 'outcome';
		expect(Object.keys(json[0] ?? {})[0]).toBe(first);
		expect(json[0]).toMatchObject({ error: expect.any(String), email: 'none', note: 'a' });
	});

	it('names the fields of the input the same in rows that failed', async () => {
		const rows = [
			{ email: ADA, id: 'CRM 1', plan: 'gold', note: 'a' },
			{ email: 'none', id: 'CRM 2', plan: 'gold', note: 'b' },
		];
		const { json } = await run(rows, ON, 'continueRegularOutput');
		const ofInput = json.map((row) => ({
			input_email: row.input_email,
			input_id: row.input_id,
			input_plan: row.input_plan,
			note: row.note,
		}));
		expect(ofInput).toEqual([
			{ input_email: ADA, input_id: 'CRM 1', input_plan: 'gold', note: 'a' },
			{ input_email: 'none', input_id: 'CRM 2', input_plan: 'gold', note: 'b' },
		]);
		expect(json[1]?.id ?? '').toBe('');
	});

	it('renames in a row that failed every name that its own rows have', async () => {
		account.service.state.addCustomer({ email: 'bea@example.org', products: [PRODUCT] });
		const additionalFields = { name: 'Ada' };
		const stopping = { stopIfMoreGrantedThan: '0', stopIfMoreRevokedThan: '0' };
		const names = new Set<string>();
		for (const options of [{ dryRun: true, ...stopping }, {}]) {
			const input = [ADA, 'bea@example.org', 'none'].map((email) => ({ email }));
			const parameters = { operation, additionalFields, options };
			const { json } = await account.run(parameters, { input, onError: 'continueRegularOutput' });
			for (const name of json.flatMap(Object.keys)) names.add(name);
		}
		const { email: _, ...row } = Object.fromEntries([...names].map((name) => [name, 'x']));
		const { json } = await run([{ ...row, email: 'none' }], ON, 'continueRegularOutput');
		expect(Object.keys(json[0] ?? {})).toEqual(
			expect.arrayContaining([...names].map((name) => `input_${name}`)),
		);
	});

	it('makes the texts of the input harmless with Safe Text', async () => {
		const input = [{ email: ADA, id: '<!here>', title: 'see\nevil.com' }];
		const options = { includeInputFields: true, safeText: true };
		const { json } = await run(input, { options });
		expect(json[0]).toMatchObject({ input_id: '‹!here›', title: 'see evil.\u200Bcom' });
	});

	it('makes no prototype of a column', async () => {
		const row = JSON.parse(`{"email":"${ADA}","__proto__":{"note":"a"}}`) as IDataObject;
		const { json } = await run([row]);
		expect(json).toHaveLength(1);
		expect(json[0]?.note).toBeUndefined();
	});

	it('returns only its own fields while it is off', async () => {
		const { json } = await run([{ email: ADA, note: 'a' }], {
			options: { includeInputFields: false },
		});
		expect(json[0]).not.toHaveProperty('note');
	});
});

it.each(['revokeAccess', 'checkAccess', 'createOrUpdate'])(
	'%s, with Include Other Input Fields, returns the fields of the input row too',
	async (operation) => {
		const { json } = await account.run(
			{ operation, ...ON },
			{ input: [{ email: ADA, note: 'a' }] },
		);
		expect(json).toMatchObject([{ email: ADA, note: 'a' }]);
	},
);
