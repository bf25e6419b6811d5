// Output: Summary of the operations that take their customers one by one.
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { responseToAgent } from '../../kit/agent.mts';
import { first } from '../../kit/defined.mts';
import { Account } from '../account.mts';
import { chosen } from '../kit.mts';
import { OTHER_PRODUCT, PRODUCT } from './kit.mts';
import { endedSentence, linesAbout, NOTHING_CHANGED, stoppedSentence } from '../runTexts.mts';
import { GRANTS } from '../../../nodes/Customer/access/limits.ts';

const account = new Account('customer', {
	resource: 'customer',
	customer: chosen('={{ $json.email }}', 'email'),
	email: '={{ $json.email }}',
	product: chosen(PRODUCT),
	output: 'summary',
});

const add = (email: string, status = 'enabled', ...products: number[]) =>
	account.service.state.addCustomer({
		email,
		status,
		products: products.length > 0 ? products : [PRODUCT],
	} as Parameters<typeof account.service.state.addCustomer>[0]);

const toRows = (emails: string[]) => emails.map((email) => ({ email }));

/** Runs an operation, with On Error on Continue, and returns its only item. */
async function summaryOf(
	operation: string,
	input: IDataObject[],
	parameters: INodeParameters = {},
): Promise<IDataObject> {
	const { json, error } = await account.run(
		{ operation, ...parameters },
		{ input, onError: 'continueRegularOutput' },
	);
	expect(error).toBeUndefined();
	expect(json).toHaveLength(1);
	return first(json);
}

describe('Output: Summary of Grant Access', () => {
	it('counts rows that fail beside the others, and has them among its rows', async () => {
		add('has@example.org');
		add('lacks@example.org', 'enabled', OTHER_PRODUCT);
		const emails = ['has@example.org', 'lacks@example.org', 'new@example.org', 'no address'];
		const summary = await summaryOf('grantAccess', toRows(emails));
		const { text, rows, ...counts } = summary;
		expect(counts).toEqual({
			created: 1,
			granted: 1,
			unchanged: 1,
			notTried: 0,
			failed: 1,
			isDryRun: false,
		});
		const named = {
			created: ['new@example.org'],
			granted: ['lacks@example.org'],
			unchanged: ['has@example.org'],
			failed: ['row 4'],
		};
		const reasons = (rows as IDataObject[]).map(({ error }) => error).filter(Boolean);
		expect(text).toBe(linesAbout(named, { reasons }).join('\n'));
		expect(rows).toMatchObject([
			{ outcome: 'unchanged', email: 'has@example.org' },
			{ outcome: 'granted', email: 'lacks@example.org' },
			{ outcome: 'created', email: 'new@example.org' },
			{ error: expect.stringContaining('"no address"'), message: expect.any(String) },
		]);
	});

	it('has the fields of the input in its rows, where they are included', async () => {
		const options = { includeInputFields: true };
		const input = [
			{ email: 'new@example.org', crm: 'A-1' },
			{ email: '-', crm: 'A-2' },
		];
		const rows = [{ crm: 'A-1' }, { crm: 'A-2', error: expect.any(String) }];
		expect(await summaryOf('grantAccess', input, { options })).toMatchObject({ rows });
		const parameters = { operation: 'grantAccess', options };
		const { failed } = await account.run(parameters, { input, onError: 'continueErrorOutput' });
		expect(first(failed).json).toMatchObject({ details: { rows } });
	});

	it('keeps real and predicted rows apart', async () => {
		const input = [
			{ email: 'real@example.org', dry: false },
			{ email: 'dry@example.org', dry: true },
		];
		const options = { dryRun: '={{ $json.dry }}' };
		const summary = await summaryOf('grantAccess', input, { options });
		expect(summary).toMatchObject({ created: 2, isDryRun: false });
		const named = { created: ['real@example.org'], wouldCreate: ['dry@example.org'] };
		expect(summary.text).toBe(linesAbout(named).join('\n'));
	});

	it('predicts what a limit stops, and creates nobody', async () => {
		const input = toRows(['a@example.org', 'b@example.org']);
		const options = { stopIfMoreGrantedThan: '1' };
		const stopped = stoppedSentence(GRANTS, { count: 2, allowed: '1' });
		const summary = await summaryOf('grantAccess', input, { options });
		expect(summary).toMatchObject({ created: 2, isDryRun: false, stopped });
		expect(summary.rows).toMatchObject([{ outcome: 'wouldCreate' }, { outcome: 'wouldCreate' }]);
		expect(account.writes).toEqual([]);
		// What was only predicted counts for no limit.
		const one = await summaryOf('grantAccess', input.slice(1), { options });
		expect(one).toMatchObject({ created: 1 });
		expect(one).not.toHaveProperty('stopped');
	});
});

describe('Output: Summary of other operations on access', () => {
	it('of Create or Update counts updates', async () => {
		add('has@example.org');
		const parameters = { additionalFields: { name: 'Ada' } };
		const input = toRows(['has@example.org', 'new@example.org']);
		const summary = await summaryOf('createOrUpdate', input, parameters);
		expect(summary).toMatchObject({ created: 1, granted: 0, updated: 1, unchanged: 0, failed: 0 });
	});

	it('of Revoke Access counts apart who is unknown and whose access had already ended', async () => {
		add('has@example.org');
		add('had@example.org', 'expired');
		const emails = ['has@example.org', 'had@example.org', 'nobody@example.org'];
		const { text, rows, ...counts } = await summaryOf('revokeAccess', toRows(emails));
		expect(counts).toEqual({
			revoked: 1,
			alreadyEnded: 1,
			unchanged: 0,
			unknownCustomer: 1,
			notTried: 0,
			failed: 0,
			isDryRun: false,
		});
		const named = {
			revoked: ['has@example.org'],
			alreadyEnded: ['had@example.org'],
			unknownCustomer: ['nobody@example.org'],
		};
		expect(text).toBe(linesAbout(named).join('\n'));
		expect(rows).toHaveLength(3);
	});

	it('of Check Access says who has no access, and why', async () => {
		add('has@example.org');
		for (const n of [1, 2, 3]) add(`left${n}@example.org`, 'cancelled');
		add('had@example.org', 'expired');
		const emails = ['has', 'left1', 'left2', 'left3', 'had', 'nobody'];
		const input = toRows(emails.map((name) => `${name}@example.org`));
		const { text, rows, ...counts } = await summaryOf('checkAccess', input);
		expect(counts).toEqual({
			withAccess: 1,
			withoutAccess: 4,
			unknownCustomer: 1,
			notTried: 0,
			failed: 0,
			isDryRun: false,
		});
		const [has, ...others] = input.map(({ email }) => email);
		const named = {
			withAccess: [{ label: has }],
			withoutAccess: others
				.slice(0, -1)
				.map((label, n) => ({ label, reason: n < 3 ? 'cancelled' : 'expired' })),
			unknownCustomer: [{ label: others.at(-1) }],
		};
		expect(text).toBe(linesAbout(named).join('\n'));
		expect(rows).toHaveLength(6);
	});
});

describe('Output: Summary', () => {
	it('is refused where only some items ask for it', async () => {
		const input = [
			{ email: 'a@example.org', output: 'summary' },
			{ email: 'b@example.org', output: 'full' },
		];
		const parameters = { operation: 'grantAccess', output: '={{ $json.output }}' };
		const { error } = await account.run(parameters, { input });
		expect(error?.message).toBe('The parameter "Output" differs between items');
		expect(account.asked).toEqual([]);
	});

	it('is refused by operations without it', async () => {
		const { error } = await account.run(
			{ operation: 'get', output: '={{ "summary" }}' },
			{ input: toRows(['a@example.org']) },
		);
		expect(error?.message).toContain('The parameter "Output" is not one of its choices');
	});

	it('is one item for the tool of an agent too', async () => {
		add('has@example.org');
		const parameters = { operation: 'checkAccess', customer: chosen('has@example.org', 'email') };
		const response = await responseToAgent(
			'customer',
			{ ...parameters, product: chosen(PRODUCT), output: 'summary' },
			account.credential,
		);
		const text = linesAbout({ withAccess: ['has@example.org'] }).join();
		expect(response).toContain(JSON.stringify({ text }).slice(1, -1));
		expect(response).toContain('"withAccess":1');
	});
});

describe('An empty list, for which n8n gives one item without fields,', () => {
	it.each([
		['grantAccess', 'simplified'],
		['revokeAccess', 'summary'],
		['checkAccess', 'full'],
		['createOrUpdate', 'simplified'],
		['syncAccess', 'summary'],
	])('stops %s with that sentence', async (operation, output) => {
		const { error } = await account.run({ operation, output }, { input: [{}] });
		expect(error?.message).toBe('The list is empty');
		expect(error?.description).toContain(NOTHING_CHANGED);
		expect(account.asked).toEqual([]);
	});

	it('is a summary with zeros, with On Error on Continue', async () => {
		const stopped = endedSentence('The list is empty');
		const summary = await summaryOf('grantAccess', [{}]);
		expect(summary).toMatchObject({ text: stopped, stopped, created: 0, failed: 0, rows: [] });
	});

	it('is none where a person typed a blank into the field', async () => {
		const parameters = { operation: 'grantAccess', customer: chosen(' ', 'email') };
		const { error } = await account.run(parameters, { input: [{}] });
		expect(error?.message).toBe('The parameter "Customer" is empty');
	});

	it('is none where the row does not come from the item', async () => {
		const { json } = await account.run(
			{ operation: 'grantAccess', customer: chosen('a@example.org', 'email') },
			{ input: [{}] },
		);
		expect(json).toMatchObject([{ created: 1 }]);
	});
});
