import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';

import type * as Clock from '../../../../nodes/shared/concurrency/clock';
import { built } from '../../../kit/built.mts';
import type { RunOptions } from '../../../kit/engine.mts';
import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';
import { PRODUCT } from '../kit.mts';
import { exceededBy, stopHeadline, wouldStop } from '../../runTexts.mts';
import { GRANTS } from '../../../../nodes/Customer/access/limits.ts';
import { revokingNobody } from '../../../../nodes/Customer/access/syncNotes.ts';

const { clock } = built<typeof Clock>('shared/concurrency/clock');

const account = new Account('customer', {
	operation: 'syncAccess',
	product: chosen('={{ $json.product ?? 101 }}'),
	email: '={{ $json.email }}',
	dryRun: false,
	stopIfMoreRevokedThan: '100%',
});

const ADA = 'ada@example.com';
const BOB = 'bob@example.com';
const NEW = 'new@example.com';

const addSubscribers = (emails: string[], product = PRODUCT) =>
	emails.map((email) => account.service.state.addCustomer({ email, products: [product] }).id);

const toItems = (emails: unknown[], product = PRODUCT) =>
	emails.map((email): IDataObject => ({ email: email as string, product }));

const sync = async (
	emails: unknown[],
	parameters: INodeParameters = {},
	options: Partial<RunOptions> = {},
) => await account.run(parameters, { input: toItems(emails), ...options });

/** Returns what each item says, without what is unchanged. */
const outcomesIn = (json: IDataObject[]) =>
	json.map(({ outcome, email, similarTo, error }) =>
		[error ?? outcome, email, similarTo].filter(Boolean).join(' '),
	);

describe('Sync Access with a sheet', () => {
	it.each<[what: string, member: string, row: string]>([
		['a typographic dash', 'ada-l@example.com', 'ada–l@example.com'],
		['full width throughout', ADA, 'ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ'],
		['an ideographic full stop', ADA, 'ada@example\u3002com'],
	])('with %s is unclear: neither revoked nor created', async (_, member, row) => {
		addSubscribers([member, BOB]);
		const { json, error } = await sync([row, BOB]);
		expect(error).toBeUndefined();
		expect(outcomesIn(json)).toEqual([`unclear ${member} ${row}`]);
		expect(account.writes).toEqual([]);
	});

	it.each<[what: string, row: unknown, problem: string]>([
		['two addresses', `${ADA}, ${BOB}`, `"${ADA}, ${BOB}"`],
		['full width, of nobody', 'ｅｖｅ＠example.com', '"ｅｖｅ＠example.\u200Bcom"'],
	])('with %s revokes nobody, and names the row', async (_, row, problem) => {
		addSubscribers([ADA, BOB]);
		const { json, hints } = await sync([row, BOB], {}, { onError: 'continueRegularOutput' });
		expect(outcomesIn(json)).toEqual([expect.stringContaining(problem)]);
		expect(hints.join()).toMatch(new RegExp(`${revokingNobody(false)}.* row 1 `));
		expect(account.writes).toEqual([]);
	});

	it('of 300 too many creates nobody, and a dry run says so and how long it would take', async () => {
		addSubscribers([ADA]);
		const list = [ADA, ...Array.from({ length: 300 }, (_, n) => `x${n}@example.com`)];
		const { hints } = await sync(list, { dryRun: true });
		expect(hints.join()).toContain(wouldStop(exceededBy(GRANTS, { count: 300, allowed: '100' })));
		expect(hints.join()).toMatch(/300 .* about a minute\./);
		const { error } = await sync(list);
		expect(error?.message).toBe(stopHeadline(GRANTS, { count: 300, allowed: '100' }));
		expect(account.writes).toEqual([]);
	});

	it('of many bad rows lets n8n do other work meanwhile', async () => {
		let now = 0;
		vi.spyOn(clock, 'monotonic').mockImplementation(() => (now += 1));
		const sleep = vi.spyOn(clock, 'sleep');
		const rows = Array.from({ length: 400 }, (_, n) => `half${n}@`);
		// Only the rows are read for each item.
		const { error } = await sync(rows, { product: chosen('101') });
		expect(error?.message).toMatch(/^Row 1: /);
		expect(sleep.mock.calls.filter(([delay]) => delay === 0).length).toBeGreaterThan(10);
	});

	it('is refused with Execute Once, which would make it one row', async () => {
		addSubscribers([ADA, BOB]);
		const { error } = await sync([ADA, BOB], {}, { executeOnce: true });
		expect(error?.message).toContain('"Execute Once"');
		expect(account.asked).toEqual([]);
	});
});

describe('The limits of Sync Access count', () => {
	it('what was done before n8n retries the node, and not what was only planned', async () => {
		addSubscribers([ADA, BOB]);
		account.service.state.addCustomer({ email: NEW });
		account.fail('PUT', { status: 400 });
		const { json, error } = await sync([NEW], { stopIfMoreRevokedThan: '2' }, { maxTries: 2 });
		expect(error).toBeUndefined();
		expect(json.map(({ outcome }) => outcome)).toEqual(['granted', 'revoked', 'revoked']);
	});
});
