import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';

import type * as Clock from '../../../../nodes/shared/concurrency/clock';
import { built } from '../../../kit/built.mts';
import type { RunOptions } from '../../../kit/engine.mts';
import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';
import { OTHER_PRODUCT, PRODUCT } from '../kit.mts';

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
		['an apostrophe before the address', ADA, `'${ADA}`],
		['blanks that nobody sees', ADA, `\u00A0${ADA}\u200B\n`],
	])('with %s changes nothing', async (_, member, row) => {
		addSubscribers([member, BOB]);
		const { json, hints, error } = await sync([row, BOB]);
		expect(error).toBeUndefined();
		expect(json).toEqual([]);
		expect(hints).toEqual(['2 unchanged: ada@example.com, bob@example.com.']);
		expect(account.writes).toEqual([]);
	});

	it.each<[what: string, member: string, row: string]>([
		['a typographic dash', 'ada-l@example.com', 'ada–l@example.com'],
		['full width throughout', ADA, 'ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ'],
		['an ideographic full stop', ADA, 'ada@example\u3002com'],
	])('with %s is unclear: neither revoked nor created', async (_, member, row) => {
		addSubscribers([member, BOB]);
		const { json, hints, error } = await sync([row, BOB]);
		expect(error).toBeUndefined();
		expect(outcomesIn(json)).toEqual([`unclear ${member} ${row}`]);
		expect(hints.join()).toContain('1 unclear: similar spelling (');
		expect(account.writes).toEqual([]);
	});

	it.each<[what: string, row: unknown, problem: string]>([
		['two addresses', `${ADA}, ${BOB}`, `"${ADA}, ${BOB}"`],
		['full width, of nobody', 'ｅｖｅ＠example.com', '"ｅｖｅ＠example.\u200Bcom"'],
	])('with %s revokes nobody, and names the row', async (_, row, problem) => {
		addSubscribers([ADA, BOB]);
		const { json, hints } = await sync([row, BOB], {}, { onError: 'continueRegularOutput' });
		expect(outcomesIn(json)).toEqual([expect.stringContaining(problem)]);
		expect(hints.join()).toMatch(/No access was revoked(?:: row 1 has| because row 1 was)/);
		expect(account.writes).toEqual([]);
	});

	it('of five of whom one leaves is within 10%, and of whom two leave is not', async () => {
		const five = Array.from({ length: 5 }, (_, n) => `c${n}@example.com`);
		addSubscribers(five);
		const limit = { stopIfMoreRevokedThan: '10%' };
		const two = await sync(five.slice(2), limit);
		expect(two.error?.message).toBe(
			'Stopped: 2 of 5 customers would have lost access, more than 10%',
		);
		expect(account.writes).toEqual([]);
		expect(outcomesIn((await sync(five.slice(1), limit)).json)).toEqual(['revoked c0@example.com']);
	});

	it('of 300 too many creates nobody, and a dry run says so and how long it would take', async () => {
		addSubscribers([ADA]);
		const list = [ADA, ...Array.from({ length: 300 }, (_, n) => `x${n}@example.com`)];
		const { hints } = await sync(list, { dryRun: true });
		expect(hints.join()).toContain(
			'300 customers would get access, more than 100, so nothing would be done.',
		);
		expect(hints.join()).toContain('Creating 300 customers takes about a minute.');
		const { error } = await sync(list);
		expect(error?.message).toBe('Stopped: 300 customers would have gotten access, more than 100');
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
	it.each(['stopIfMoreRevokedThan', 'stopIfMoreGrantedThan'])(
		'each product by itself, in the turns of a loop as in one run: %s',
		async (name) => {
			const isRemoval = name === 'stopIfMoreRevokedThan';
			for (const product of [PRODUCT, OTHER_PRODUCT]) {
				const leavers = ['a', 'b'].map((who) => `${who}@${product}.example`);
				if (isRemoval) addSubscribers(leavers, product);
				if (isRemoval) account.service.state.addCustomer({ email: `stays@${product}.example` });
			}
			const turns = [PRODUCT, OTHER_PRODUCT].map((product) => {
				const names = isRemoval ? ['stays'] : ['c', 'd'];
				return toItems(
					names.map((who) => `${who}@${product}.example`),
					product,
				);
			});
			const stopped = await sync([], { [name]: 1 }, { input: turns.flat() });
			expect(stopped.error?.message).toMatch(/^Stopped: 2 /);
			expect(account.writes).toEqual([]);
			const runs = await account.runOnInputs({ [name]: 2 }, turns);
			const expected = isRemoval ? ['granted', 'revoked', 'revoked'] : ['created', 'created'];
			expect(runs.map(({ json }) => json.map(({ outcome }) => outcome))).toEqual([
				expected,
				expected,
			]);
		},
	);

	it('what was done before n8n retries the node, and not what was only planned', async () => {
		addSubscribers([ADA, BOB]);
		account.service.state.addCustomer({ email: NEW });
		account.fail('PUT', { status: 400 });
		const { json, error } = await sync([NEW], { stopIfMoreRevokedThan: '2' }, { maxTries: 2 });
		expect(error).toBeUndefined();
		expect(json.map(({ outcome }) => outcome)).toEqual(['granted', 'revoked', 'revoked']);
	});
});
