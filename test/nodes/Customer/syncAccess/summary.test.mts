import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { first } from '../../../kit/defined.mts';
import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';
import { OTHER_PRODUCT, PRODUCT } from '../kit.mts';

const account = new Account('customer', {
	resource: 'customer',
	operation: 'syncAccess',
	product: chosen(PRODUCT),
	email: '={{ $json.email }}',
	output: 'summary',
});

const emailOf = (n: number) => `c${n}@example.org`;

function addSubscribers(count: number, product = PRODUCT, domain = 'example.org'): void {
	for (let n = 0; n < count; n++) {
		account.service.state.addCustomer({ email: `c${n}@${domain}`, products: [product] });
	}
}

const rows = (from: number, to: number): IDataObject[] =>
	Array.from({ length: to - from }, (_, n) => ({ email: emailOf(from + n) }));

/** Runs Sync Access without Dry Run, with On Error on Continue. */
const sync = async (input: IDataObject[], parameters: INodeParameters = {}) =>
	await account.run(
		{ dryRun: false, stopIfMoreRevokedThan: '100%', ...parameters },
		{ input, onError: 'continueRegularOutput' },
	);

/** Runs Sync Access, and returns its only item. */
async function summaryOf(...run: Parameters<typeof sync>): Promise<IDataObject> {
	const { json, error } = await sync(...run);
	expect(error).toBeUndefined();
	expect(json).toHaveLength(1);
	return first(json);
}

const ZEROS = {
	created: 0,
	granted: 0,
	revoked: 0,
	unchanged: 0,
	unclear: 0,
	unknownCustomer: 0,
	notTried: 0,
	failed: 0,
};

const LIST = [...rows(0, 3), { email: 'new@example.org' }];

describe('Output: Summary of Sync Access', () => {
	it('is one item with a text, all counts and the rows, paired with the whole list', async () => {
		addSubscribers(8);
		const { items } = await sync(LIST);
		const { json, pairedItem } = first(items);
		expect(items).toHaveLength(1);
		expect(Object.keys(json)).toEqual(['text', ...Object.keys(ZEROS), 'isDryRun', 'rows']);
		expect(json).toMatchObject({ ...ZEROS, created: 1, revoked: 5, unchanged: 3, isDryRun: false });
		expect(json.text).toBe(
			[
				'1 created: new@example.org',
				'5 lost access: c3@example.org, c4@example.org, c5@example.org and 2 more',
				'3 unchanged: c0@example.org, c1@example.org, c2@example.org',
			].join('\n'),
		);
		expect(json.rows).toHaveLength(6);
		expect(json.rows).toMatchObject([
			{ outcome: 'created', email: 'new@example.org' },
			{},
			{},
			{},
			{},
			{},
		]);
		expect(pairedItem).toEqual(LIST.map((_, item) => ({ item })));
	});

	it('has the same counts in a dry run, and says so first', async () => {
		addSubscribers(8);
		const dry = await summaryOf(LIST, { dryRun: true });
		expect(dry).toMatchObject({ ...ZEROS, created: 1, revoked: 5, unchanged: 3, isDryRun: true });
		expect(dry.text).toMatch(
			/^Dry run:\n1 would be created: new@example.org\n5 would lose access: /,
		);
		expect(dry).not.toHaveProperty('stopped');
		expect(account.writes).toEqual([]);
	});

	it('is there also when nothing changed', async () => {
		addSubscribers(3);
		const summary = await summaryOf(rows(0, 3));
		expect(summary).toMatchObject({ ...ZEROS, unchanged: 3, isDryRun: false, rows: [] });
		const dry = await summaryOf(rows(0, 3), { dryRun: true });
		expect(dry.text).toMatch(/^Dry run:\n3 unchanged: /);
	});

	it('has the rows of Simplified, unchanged ones only with Output Unchanged', async () => {
		addSubscribers(3);
		const input = [...rows(0, 2), { email: 'new@example.org' }];
		const options = { outputUnchanged: true };
		const { json } = await sync(input, { output: 'simplified', dryRun: true, options });
		const { rows: shown } = await summaryOf(input, { dryRun: true, options });
		expect(shown).toEqual(json);
		expect(json).toHaveLength(4);
	});
});

describe('Output: Summary of Sync Access that a limit stops', () => {
	const LOST =
		'Stopped: 5 of 8 customers would have lost access, more than 10%. Nothing was changed. If the list is right, raise Stop If More Revoked Than in this node, and run it again.';

	it('has the sentence, and what would have been done, also as rows', async () => {
		addSubscribers(8);
		const { json, hints } = await sync(LIST, { stopIfMoreRevokedThan: '10%' });
		const summary = first(json);
		expect(summary).toMatchObject({
			...ZEROS,
			created: 1,
			revoked: 5,
			unchanged: 3,
			isDryRun: false,
			stopped: LOST,
		});
		expect(summary.text).toBe(
			[
				LOST,
				'1 would be created: new@example.org',
				'5 would lose access: c3@example.org, c4@example.org, c5@example.org and 2 more',
				'3 unchanged: c0@example.org, c1@example.org, c2@example.org',
			].join('\n'),
		);
		expect(summary.rows).toMatchObject(
			['wouldCreate', ...Array<string>(5).fill('wouldRevoke')].map((outcome) => ({ outcome })),
		);
		expect(hints.join()).toMatch(
			/^Stopped: 5 of 8 .* again\. 1 would be created: new@example\.org\./,
		);
		expect(account.writes).toEqual([]);
	});

	it('stops the workflow without On Error, and tells what to do in the node', async () => {
		addSubscribers(8);
		const parameters = { dryRun: false, stopIfMoreRevokedThan: '10%' };
		const { error } = await account.run(parameters, { input: LIST });
		expect(error?.message).toBe('Stopped: 5 of 8 customers would have lost access, more than 10%');
		expect(error?.description).toContain(
			'raise Stop If More Revoked Than in this node, and run it again.',
		);
	});

	it('says in a dry run that a real run would be stopped', async () => {
		addSubscribers(8);
		const dry = await summaryOf(LIST, { dryRun: true, stopIfMoreRevokedThan: '10%' });
		expect(dry).toMatchObject({
			isDryRun: true,
			stopped: '5 of 8 customers would lose access, more than 10%, so nothing would be done.',
		});
		expect(
			String(dry.text).startsWith(`Dry run:\n${String(dry.stopped)}\n1 would be created`),
		).toBe(true);
	});

	it('names the product of each limit, where the rows name several', async () => {
		addSubscribers(4);
		addSubscribers(6, OTHER_PRODUCT, 'kids.example');
		const input = [
			{ email: 'c0@example.org', product: PRODUCT },
			{ email: 'c0@kids.example', product: OTHER_PRODUCT },
		];
		const product = chosen('={{ $json.product }}');
		const { stopped } = await summaryOf(input, { product, stopIfMoreRevokedThan: '10%' });
		expect(stopped).toBe(
			'Stopped: 3 of 4 customers would have lost access to Harbor Stream, more than 10%. Nothing was changed. 5 of 6 customers would have lost access to Harbor Stream Kids, more than 10%. If the list is right, raise Stop If More Revoked Than in this node, and run it again.',
		);
	});
});

describe('Output: Summary of Sync Access that fails as a whole', () => {
	it.each([
		['a refused key', 401, 'The service did not accept the credential. Nothing was changed.'],
		['a list that cannot be read', 500, 'The service failed. Nothing was changed.'],
	])('has the sentence and zeros for %s', async (_, status, stopped) => {
		account.fail('GET', ...Array.from({ length: 99 }, () => ({ status })));
		const summary = await summaryOf(LIST);
		expect(summary).toEqual({ text: stopped, ...ZEROS, isDryRun: false, stopped, rows: [] });
	});
});

describe('Output: Summary of Sync Access with rows that fail', () => {
	it('names each reason once with its number, and what was not done because of it', async () => {
		addSubscribers(3);
		const input = [...rows(0, 2), { email: 'no address' }, { email: ' ' }, { email: '' }];
		const summary = await summaryOf(input);
		expect(summary).toMatchObject({ ...ZEROS, failed: 3, unchanged: 2 });
		expect(summary.text).toBe(
			[
				'2 unchanged: c0@example.org, c1@example.org',
				'3 failed: row 3, row 4, row 5',
				'2 of them: The parameter "Email" is empty',
				'1 of them: The parameter "Email" is not an email address: "no address"',
				'No access was revoked: rows 3, 4 and 5 have no usable email address.',
			].join('\n'),
		);
	});
});
