import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { first } from '../../kit/defined.mts';
import { Account } from '../account.mts';
import { chosen } from '../kit.mts';
import { ADA, outcomesOf, PRODUCT } from './kit.mts';
import { hintAbout } from '../runTexts.mts';
import { ACCESS_OUTCOMES } from '../../../nodes/Customer/access/outcomes.ts';
import { retryNote } from '../../../nodes/shared/run/lines.ts';

const account = new Account('customer', {
	product: chosen(PRODUCT),
	customer: chosen('={{ $json.email }}', 'email'),
	email: '={{ $json.email }}',
	dryRun: false,
	stopIfMoreRevokedThan: '100%',
});

const OPERATIONS = ['grantAccess', 'revokeAccess', 'checkAccess', 'createOrUpdate', 'syncAccess'];

const ROWS = [
	{ email: 'no address', note: 'a' },
	{ email: ADA, note: 'b' },
];

const GO_ON = { onError: 'continueRegularOutput' } as const;

function addAda(): void {
	account.service.state.addCustomer({ email: ADA, name: 'Ada', products: [PRODUCT] });
}

describe.each(OPERATIONS)('A row of %s that failed', (operation) => {
	const outputUnchanged = operation === 'syncAccess' && { options: { outputUnchanged: true } };

	it('has the columns of the other rows, the outcome first and the error last', async () => {
		addAda();
		const { json } = await account.run(
			{ operation, ...outputUnchanged },
			{ input: ROWS, ...GO_ON },
		);
		const [failed = {}, good = {}] = json;
		const own = Object.keys(good).filter((name) => name !== 'outcome');
		expect(Object.keys(failed)).toEqual(['outcome', ...own, 'error', 'message']);
		expect(failed).toMatchObject({
			outcome: 'failed',
			...Object.fromEntries(own.map((name) => [name, ''])),
			error: expect.stringContaining('"no address"'),
		});
	});

	it('has only the fields of an error at the error output', async () => {
		addAda();
		const onError = 'continueErrorOutput';
		const { failed } = await account.run({ operation }, { input: ROWS, onError });
		expect(Object.keys(first(failed).json)).toEqual(['error', 'message']);
	});
});

it('A row of Grant Access that failed has the fields of its input before the error', async () => {
	const options = { includeInputFields: true };
	const { json } = await account.run(
		{ operation: 'grantAccess', options },
		{ input: ROWS, ...GO_ON },
	);
	const names = Object.keys(first(json));
	expect(names[0]).toBe('outcome');
	expect(names.slice(-4)).toEqual(['input_email', 'note', 'error', 'message']);
	expect(first(json)).toMatchObject({ email: 'no address', note: 'a' });
});

it('Rows of a run that ended as a whole have the outcome failed', async () => {
	account.fail('GET', { status: 401 }, { status: 401 });
	const { json } = await account.run(
		{ operation: 'grantAccess' },
		{ input: ROWS.slice(1), ...GO_ON },
	);
	expect(json).toMatchObject([{ outcome: 'failed', error: expect.any(String) }]);
});

describe('How n8n runs the node', () => {
	const granting: INodeParameters = { operation: 'grantAccess' };
	const rowsOf = (...emails: string[]): IDataObject[] => emails.map((email) => ({ email }));

	it('is said where Execute Once leaves the first row alone', async () => {
		const input = rowsOf(ADA, 'bob@example.org');
		const { hints } = await account.run(granting, { input, executeOnce: true });
		expect(hints).toEqual([expect.stringContaining(hintAbout({ created: [ADA] }))]);
		const { json } = await account.run(
			{ ...granting, output: 'summary' },
			{ input, executeOnce: true },
		);
		expect(first(json).text).toContain('"Execute Once" is on');
	});

	it('is not said where the person was typed', async () => {
		const customer = chosen(ADA, 'email');
		const { hints } = await account.run(
			{ ...granting, customer },
			{ input: rowsOf('a', 'b'), executeOnce: true },
		);
		expect(hints).toEqual([]);
	});

	it('is said where Retry On Fail has created customers in its first try', async () => {
		const input = rowsOf('no address', 'new1@example.org', 'new2@example.org');
		const { json, hints } = await account.run(granting, { input, maxTries: 2, ...GO_ON });
		expect(outcomesOf(json)).toEqual(['failed', 'unchanged', 'unchanged']);
		expect(hints.join()).toContain(retryNote([['created', 2]], ACCESS_OUTCOMES).join());
	});
});
