import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { defined } from '../../../kit/defined.mts';
import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';
import { EMPTY_LIST, LAPSED, OTHER_PRODUCT, outcomesOf, PRODUCT, setStatus } from '../kit.mts';
import {
	exceededBy,
	hintAbout,
	NOTHING_CHANGED,
	nothingMoreChanged,
	stopHeadline,
} from '../../runTexts.mts';
import { REVOCATIONS } from '../../../../nodes/Customer/access/limits.ts';

const account = new Account('customer', { operation: 'revokeAccess' });

const emailOf = (n: number) => `c${n}@example.org`;

/** Adds the customers 0, 1, … of a product, and returns their IDs. */
function addCustomers(count: number, products = [PRODUCT]): number[] {
	return Array.from(
		{ length: count },
		(_, n) => account.service.state.addCustomer({ email: emailOf(n), products }).id,
	);
}

/** Returns an item for each of the customers 0, 1, … */
const rows = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, n) => ({ email: emailOf(n), product: PRODUCT }));

/** Returns items with addresses or IDs for the parameter `={{ $json.who }}`. */
const named = (all: unknown[]): IDataObject[] =>
	all.map((who) => ({ who: who as string, product: PRODUCT }));

const stopIf = (amount: unknown, unit = 'customers') => ({
	customer: chosen('={{ $json.email }}', 'email'),
	product: chosen('={{ $json.product }}'),
	options: {
		stopIfMoreRevokedThan: unit === 'percent' ? `${String(amount)}%` : (amount as number),
	},
});

const withAccess = () => account.customers.filter(({ grants }) => grants.length > 0).length;

describe('Stop If More Revoked Than', () => {
	it.each([
		[6, 5],
		[5, 5],
	])('lets %i customers lose access or not, with a limit of %i', async (count, most) => {
		addCustomers(count);
		const { error } = await account.run(stopIf(most), { input: rows(count) });
		const message = stopHeadline(REVOCATIONS, { count, allowed: String(most) });
		expect(error?.message).toBe(count > most ? message : undefined);
		expect(withAccess()).toBe(count > most ? count : 0);
	});

	it.each(LAPSED)('counts customers with the status %s, as the dry run does', async (status) => {
		for (const id of addCustomers(4)) setStatus(account, id, status);
		const { options, ...parameters } = stopIf(1);
		const dry = { ...parameters, options: { ...options, dryRun: true } };
		const { json, hints } = await account.run(dry, { input: rows(4) });
		expect(json.map(({ outcome, reason }) => [outcome, reason])).toEqual(
			Array(4).fill(['wouldRevoke', 'ended']),
		);
		const { error } = await account.run(stopIf(1), { input: rows(4) });
		const excess = { count: 4, allowed: '1' };
		expect(error?.message).toBe(stopHeadline(REVOCATIONS, excess));
		const exceeded = [exceededBy(REVOCATIONS, excess)];
		const alreadyEnded = [0, 1, 2, 3].map(emailOf);
		expect(hints).toEqual([hintAbout({ alreadyEnded }, { isDry: true, exceeded })]);
		expect(account.writes).toEqual([]);
	});

	it('counts each customer who would lose access once, and no other customer', async () => {
		const [first] = addCustomers(2);
		account.service.state.addCustomer({ email: 'none@example.org' });
		const emails = [0, 1].map(emailOf);
		const strangers = ['none@example.org', 'nobody@example.org'];
		const all = [...emails, ...emails.map((email) => email.toUpperCase()), ...strangers];
		const input = named([...all, first, `00${first}`]);
		const customer = '={{ $json.who }}';
		const tried = await account.run({ ...stopIf(1), customer }, { input });
		expect(tried.error?.message).toBe(stopHeadline(REVOCATIONS, { count: 2, allowed: '1' }));
		const passed = await account.run({ ...stopIf(2), customer }, { input });
		expect(passed.error).toBeUndefined();
	});

	it('counts each product by itself, in one run and over the runs of a loop alike', async () => {
		addCustomers(2, [PRODUCT, OTHER_PRODUCT]);
		const input = [PRODUCT, OTHER_PRODUCT].map((product) => ({ email: emailOf(0), product }));
		const { error } = await account.run(stopIf(0), { input });
		expect(error?.message).toBe(
			stopHeadline(REVOCATIONS, { count: 1, allowed: '0', name: 'Harbor Stream' }),
		);
		expect(outcomesOf((await account.run(stopIf(1), { input })).json)).toEqual([
			'revoked',
			'revoked',
		]);
		const turns = [PRODUCT, OTHER_PRODUCT].map((product) => [{ email: emailOf(1), product }]);
		const runs = await account.runOnInputs(stopIf(1), turns);
		expect(runs.map(({ json }) => outcomesOf(json))).toEqual([['revoked'], ['revoked']]);
	});

	it('does not count items with invalid values, which fail individually', async () => {
		addCustomers(1);
		const input = [
			{ email: 'no address', product: PRODUCT },
			{ email: emailOf(0), product: 999_999 },
			{ email: emailOf(0), product: 'gold' },
			{ email: emailOf(0), product: PRODUCT },
		];
		const { items } = await account.run(stopIf(1), { input, onError: 'continueRegularOutput' });
		const shown = items.map(({ json }) => json.outcome);
		expect(shown).toEqual(['failed', 'failed', 'failed', 'revoked']);
	});
});

describe('Stop If More Revoked Than, with incomplete look-ups,', () => {
	it('lets a run revoke only the customers that were counted', async () => {
		addCustomers(10);
		const match = { path: '/customers' };
		account.service.faults.add({ status: 200, body: EMPTY_LIST, match, times: 30 });
		const { error } = await account.run(stopIf(3), { input: rows(10) });
		expect(withAccess()).toBe(10);
		expect(error).toBeUndefined();
	});

	it('lets a run remove nothing for an item whose look-up failed', async () => {
		addCustomers(1);
		account.service.faults.add({ status: 404, match: { path: '/customers' } });
		const { error } = await account.run(stopIf(0), { input: rows(1) });
		expect(error?.description).toContain('HTTP 404');
		expect(account.writes).toEqual([]);
	});
});

describe('Stop If More Revoked Than, with lists that show a grant 20 seconds later,', () => {
	const late = new Account('customer', { operation: 'revokeAccess' }, { grantLagSeconds: 20 });

	it('counts customers whom no list shows yet', async () => {
		for (let n = 0; n < 2; n++) {
			const { id } = late.service.state.addCustomer({ email: emailOf(n), products: [] });
			const customer = chosen(id);
			await late.runOnce({ operation: 'addProduct', customer, product: chosen(PRODUCT) });
		}
		const { error } = await late.run(stopIf(1), { input: rows(2) });
		expect(error?.message).toBe(stopHeadline(REVOCATIONS, { count: 2, allowed: '1' }));
		expect(late.customers.filter(({ grants }) => grants.length > 0)).toHaveLength(2);
	});
});

describe('Stop If More Revoked Than in percent', () => {
	it('is a percentage of the customers who have access now', async () => {
		addCustomers(120);
		const email = 'gone@example.org';
		account.service.state.addCustomer({ email, status: 'cancelled', products: [PRODUCT] });
		const { error } = await account.run(stopIf(10, 'percent'), { input: rows(13) });
		expect(error?.message).toBe(
			stopHeadline(REVOCATIONS, { count: 13, current: 120, allowed: '10%' }),
		);
		expect(withAccess()).toBe(121);
	});
});

it('Stop If More Revoked Than counts the turns of a loop together, a percentage of those before the first', async () => {
	addCustomers(20);
	const inputs = [rows(3), rows(5).slice(3)];
	const [first, second] = await account.runOnInputs(stopIf(20, 'percent'), inputs);
	expect(outcomesOf(first?.json ?? [])).toEqual(Array(3).fill('revoked'));
	expect(second?.error?.message).toBe(
		stopHeadline(REVOCATIONS, { count: 5, current: 20, allowed: '20%', isLater: true }),
	);
	expect(second?.error?.description).toContain(nothingMoreChanged({ revoked: 3 }));
	expect(second?.error?.description).toContain('Add "Dry Run" under "Options"');
	expect(withAccess()).toBe(17);
});

it('revokeAccess sums up a single row only where there is more to say', async () => {
	addCustomers(1);
	const dry = { ...stopIf(0), options: { stopIfMoreRevokedThan: 0, dryRun: true } };
	const exceeded = [exceededBy(REVOCATIONS, { count: 1, allowed: '0' })];
	expect((await account.run(dry, { input: rows(1) })).hints).toEqual([
		hintAbout({ wouldRevoke: [emailOf(0)] }, { exceeded }),
	]);
	expect((await account.run(stopIf(1), { input: rows(1) })).hints).toEqual([]);
});

describe('Stop If More Revoked Than that is not a number', () => {
	it.each([
		[stopIf(-1), '"Stop If More Revoked Than" is neither a whole number nor a percentage'],
		[stopIf('={{ $json.email === "c0@example.org" ? 9 : null }}'), 'is empty'],
		[stopIf('={{ $json.email.slice(1, 2) }}'), '"Stop If More Revoked Than" differs between items'],
		[{ ...stopIf(5), options: { stopIfMoreRevokedThan: {} } }, 'is neither a whole number'],
	])('is refused before any request, for all items (%#)', async (parameters, sentence) => {
		addCustomers(3);
		const { items, hints } = await account.run(parameters, {
			input: rows(3),
			onError: 'continueRegularOutput',
		});
		expect(items).toHaveLength(3);
		expect(hints.join()).toContain(sentence);
		expect(hints.join().endsWith(` ${NOTHING_CHANGED}`)).toBe(true);
		for (const { json } of items) {
			expect(json.error).toContain(sentence);
			expect(json.message).toContain(NOTHING_CHANGED);
		}
		expect(account.asked).toEqual([]);
	});
});

it('revokeAccess does not evaluate an expression in the data of an item', async () => {
	const [id] = addCustomers(2);
	const parameters = { ...stopIf(5), customer: '={{ $json.who }}' };
	const input = named([emailOf(0), `={{ ${id} }}`, '={{ $json.product }}']);
	const { items } = await account.run(parameters, { input, onError: 'continueRegularOutput' });
	expect(items.map(({ json }) => json.outcome)).toEqual(['revoked', 'failed', 'failed']);
	expect(account.writes).toEqual([`DELETE /customers/${id}/products`]);
});

it('Stop If More Revoked Than changes nothing where a look-up fails that concerns no single row', async () => {
	addCustomers(2);
	const { id } = defined(account.customers[0]);
	account.service.faults.add({ status: 503, times: 999, match: { path: `/customers/${id}` } });
	const input = named(account.customers.map((customer) => customer.id));
	const { items } = await account.run(
		{ ...stopIf(2), customer: '={{ $json.who }}' },
		{ input, onError: 'continueRegularOutput' },
	);
	expect(items.map(({ json }) => json.outcome)).not.toContain('revoked');
	expect(account.writes).toEqual([]);
});

it('Stop If More Revoked Than counts a customer once whose ID is a string in lists and a number elsewhere', async () => {
	addCustomers(3);
	account.onTheWay({
		body: (answer, { path }) =>
			path.endsWith('/customers') ? answer.replaceAll(/"id":(\d+)/g, '"id":"$1"') : answer,
	});
	const ids = account.customers.map(({ id }) => id);
	const input = named([...ids.map(String), ...ids.map((_, n) => emailOf(n))]);
	const parameters = { ...stopIf(2), customer: '={{ $json.who }}' };
	const { error } = await account.run(parameters, { input });
	expect(error?.message).toBe(stopHeadline(REVOCATIONS, { count: 3, allowed: '2' }));
});

it('Stop If More Revoked Than says that nothing was changed when the list for a percentage cannot be read', async () => {
	addCustomers(3);
	account.onTheWay({
		body: (answer, { query }) => (String(query).includes('email=') ? answer : '[]'),
	});
	const { items } = await account.run(stopIf(50, 'percent'), {
		input: rows(3),
		onError: 'continueRegularOutput',
	});
	for (const { json } of items) expect(json.message).toContain(NOTHING_CHANGED);
	expect(account.writes).toEqual([]);
});
