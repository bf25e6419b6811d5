import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { responseToAgent } from '../../../kit/agent.mts';
import { first } from '../../../kit/defined.mts';
import type { RunOptions } from '../../../kit/engine.mts';
import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';
import {
	EMPTY_LIST,
	giveBothPlans,
	OTHER_PRODUCT,
	outcomesOf,
	PRODUCT,
	setStatus,
} from '../kit.mts';
import {
	exceededBy,
	hintAbout,
	NOTHING_CHANGED,
	othersNote,
	stopHeadline,
	wouldStop,
} from '../../runTexts.mts';
import { GRANTS, REVOCATIONS } from '../../../../nodes/Customer/access/limits.ts';
import { revokingNobody } from '../../../../nodes/Customer/access/syncNotes.ts';

const account = new Account('customer', {
	resource: 'customer',
	operation: 'syncAccess',
	product: chosen(PRODUCT),
	email: '={{ $json.email }}',
});

const emailOf = (n: number) => `c${n}@example.org`;

/** Adds a customer with access, and returns the ID. */
const addSubscriber = (email: string, product = PRODUCT): number =>
	account.service.state.addCustomer({ email, products: [product] }).id;

/** Adds the customers `from` … `to - 1` with access. */
function addSubscribers(from: number, to: number, product = PRODUCT): void {
	for (let n = from; n < to; n++) addSubscriber(emailOf(n), product);
}

const rows = (from: number, to: number): IDataObject[] =>
	Array.from({ length: to - from }, (_, n) => ({ email: emailOf(from + n) }));

/** Runs Sync Access without Dry Run and without an effective limit. */
const sync = async (
	input: IDataObject[],
	parameters: INodeParameters = {},
	options: Partial<RunOptions> = {},
) =>
	await account.run(
		{ dryRun: false, stopIfMoreRevokedThan: '100%', ...parameters },
		{ input, ...options },
	);

const GO_ON = { onError: 'continueRegularOutput' } as const;

const outcomes = (json: IDataObject[]) => json.map(({ email, outcome }) => [email, outcome]);

/** Returns the addresses of the customers who have access now. */
const withAccess = () =>
	account.customers
		.filter(
			({ grants, status }) =>
				status === 'enabled' && grants.some(({ productId }) => productId === PRODUCT),
		)
		.map(({ email }) => email)
		.toSorted();

describe('Sync Access', () => {
	it('reads the customers with access oldest first, so that a new one moves no other', async () => {
		await sync(rows(0, 1));
		const lists = account.service.requests.filter(({ path }) => path.endsWith('/customers'));
		const { query } = first(lists);
		expect(Object.fromEntries(new URLSearchParams(query))).toMatchObject({
			status: 'enabled',
			sort: 'oldest',
			page: '1',
			product: account.service.href('products', PRODUCT),
		});
	});

	it('changes nothing when the list is short of its total by a page or more', async () => {
		addSubscribers(0, 2);
		account.onTheWay({ body: (body) => body.replace(/"total":2/, '"total":102') });
		const { error } = await sync(rows(0, 1));
		expect(error?.message).toContain('incomplete');
		expect(error?.description).toContain(NOTHING_CHANGED);
		expect(account.writes).toEqual([]);
	});

	it('revokes nobody wrongly when people keep leaving while the list is read', async () => {
		addSubscribers(0, 3000);
		// Six people who are in the list of rows leave during the reading, on pages that were read already.
		let reads = 0;
		account.onTheWay({
			query: (query) => {
				if (query.includes('sort=') && ++reads % 5 === 0) {
					const gone = account.customers[7 + reads];
					if (gone) setStatus(account, gone.id, 'cancelled');
				}
				return query;
			},
		});
		const before = withAccess();
		const { json, error } = await sync(rows(20, 3000), { stopIfMoreRevokedThan: '30' });
		expect(error).toBeUndefined();
		const revoked = json.filter(({ outcome }) => outcome === 'revoked').map(({ email }) => email);
		const left = new Set(rows(0, 20).map(({ email }) => email));
		expect(revoked.filter((email) => !left.has(email))).toEqual([]);
		expect(json.filter(({ outcome }) => outcome === 'created')).toEqual([]);
		expect(before.length - withAccess().length).toBeGreaterThan(15);
	});

	it('creates, grants and revokes until exactly the customers of the list have access', async () => {
		addSubscribers(0, 2);
		account.service.state.addCustomer({ email: emailOf(2) });
		const { json, items, error } = await sync(rows(1, 4));
		expect(error).toBeUndefined();
		expect(outcomes(json)).toEqual([
			[emailOf(2), 'granted'],
			[emailOf(3), 'created'],
			[emailOf(0), 'revoked'],
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 2 }, []]);
		for (const item of json) {
			expect(Object.keys(item).slice(0, 2)).toEqual(['outcome', expect.any(String)]);
			expect(item.id).toEqual(expect.any(Number));
		}
		expect(withAccess()).toEqual([1, 2, 3].map(emailOf));
	});

	it('is a dry run by default, and shows what a run would do', async () => {
		addSubscribers(0, 20);
		account.service.state.addCustomer({ email: emailOf(20) });
		const { json } = await account.run({}, { input: rows(1, 22) });
		expect(outcomes(json)).toEqual([
			[emailOf(20), 'wouldGrant'],
			[emailOf(21), 'wouldCreate'],
			[emailOf(0), 'wouldRevoke'],
		]);
		expect(account.writes).toEqual([]);
	});

	it('counts unchanged customers in its hint, and leaves customers without an address alone', async () => {
		addSubscribers(0, 2);
		addSubscriber('');
		const { json, hints } = await sync(rows(0, 2));
		expect(json).toEqual([]);
		const [hint] = hints;
		expect(hint).toContain(hintAbout({ unchanged: [0, 1].map(emailOf) }));
		expect(hint).toMatch(/no email address.* 1\.$/);
		expect(account.writes).toEqual([]);
	});

	it('grants paid access to a customer with free access, whatever name the row has', async () => {
		const { id } = account.service.state.addCustomer({
			...{ email: emailOf(0), products: [PRODUCT], plan: 'free' },
		});
		const additionalFields = { plan: 'standard', name: '={{ $json.name }}' };
		const { json } = await sync([{ email: emailOf(0), name: '#N/A' }], { additionalFields });
		expect(json).toMatchObject([{ id, outcome: 'granted' }]);
	});

	it('creates each customer with the Additional Fields of its item', async () => {
		const input = rows(0, 2).map((row, n) => ({ ...row, name: `Name ${n}` }));
		await sync(input, { additionalFields: { name: '={{ $json.name }}' } });
		expect(account.customers.map(({ name }) => name).toSorted()).toEqual(['Name 0', 'Name 1']);
	});

	it.each([['C0@example.org, @Staff.example'], [[emailOf(0), '@staff.example']]])(
		'revokes no customer that Never Revoke contains: %j',
		async (neverRevoke) => {
			addSubscribers(0, 2);
			const revoked = ['a@not.staff.example', 'a@notstaff.example', 'xc0@example.org'];
			for (const email of ['a@staff.example', ...revoked]) addSubscriber(email);
			const { json } = await sync(rows(9, 10), {
				options: { revoke: true, neverRevoke: neverRevoke as string },
			});
			expect(outcomes(json)).toEqual([
				[emailOf(9), 'created'],
				...[emailOf(1), ...revoked].map((email) => [email, 'revoked']),
			]);
		},
	);
});

describe('Sync Access, with a similar address,', () => {
	const COMPOSED = 'jos\u00E9@m\u00FCller.example';
	const WITHOUT_ACCENT = 'jose@m\u00FCller.example';

	it('leaves the row and the customer alone', async () => {
		const id = addSubscriber(WITHOUT_ACCENT);
		const { items } = await sync([{ email: emailOf(0) }, { email: COMPOSED }]);
		expect(items[1]).toMatchObject({
			json: { outcome: 'unclear', email: WITHOUT_ACCENT, id, similarTo: COMPOSED },
			pairedItem: { item: 1 },
		});
		expect(items.map(({ json }) => json.outcome)).toEqual(['created', 'unclear']);
		expect(Object.keys(items[1]?.json ?? {}).slice(0, 2)).toEqual(['outcome', 'email']);
		expect(account.writes).toEqual(['POST /customers']);
		const protectedOnes = { options: { neverRevoke: [COMPOSED] } };
		const { json } = await sync([{ email: emailOf(0) }], protectedOnes);
		expect(outcomes(json)).toEqual([[WITHOUT_ACCENT, 'unclear']]);
		expect(account.writes).toHaveLength(1);
	});

	it('leaves a customer alone whose domain Never Revoke contains in its ASCII form', async () => {
		addSubscriber('a@m\u00FCller.example');
		const options = { neverRevoke: '@xn--mller-kva.example' };
		const { json } = await sync([{ email: emailOf(0) }], { options });
		expect(outcomes(json)).toEqual([[emailOf(0), 'created']]);
		expect(withAccess()).toHaveLength(2);
	});

	it('counts the customer towards Stop If More Revoked Than', async () => {
		addSubscribers(0, 1);
		addSubscriber(COMPOSED);
		const limit = { stopIfMoreRevokedThan: 0 };
		const { error } = await sync([{ email: WITHOUT_ACCENT }], limit);
		const excess = { count: 1, current: 2, allowed: '0' };
		expect(error?.message).toBe(stopHeadline(REVOCATIONS, excess));
	});
});

describe('Sync Access, run twice in one execution,', () => {
	const carriedOut = { dryRun: false, stopIfMoreRevokedThan: '100%' };

	it('changes nothing in the second run for the same product, and fails', async () => {
		addSubscribers(0, 2);
		const inputs = [rows(0, 1), rows(1, 2)];
		const [first, second] = await account.runOnInputs(carriedOut, inputs);
		expect(first?.json).toMatchObject([{ outcome: 'revoked', email: emailOf(1) }]);
		expect(second?.error?.message).toContain('already ran in this execution');
		expect(withAccess()).toEqual([emailOf(0)]);
	});

	it('carries out both runs for two products', async () => {
		const input = [PRODUCT, OTHER_PRODUCT].map((product) => [{ email: emailOf(0), product }]);
		const product = chosen('={{ $json.product }}');
		const results = await account.runOnInputs({ ...carriedOut, product }, input);
		expect(results.map(({ error }) => error)).toEqual([undefined, undefined]);
		expect(account.customers[0]?.grants).toHaveLength(2);
	});

	it('carries out a dry run and a real run', async () => {
		const input = [true, false].map((dryRun) => [{ email: emailOf(0), dryRun }]);
		const results = await account.runOnInputs({ dryRun: '={{ $json.dryRun }}' }, input);
		expect(results.map(({ json }) => json[0]?.outcome)).toEqual(['wouldCreate', 'created']);
	});
});

describe('The hint of Sync Access', () => {
	it.each([
		['refuses', { name: 'jos\uFFFD' }],
		['cannot read', { email: '' }],
	])('says of a dry run with a row that it %s what would be', async (_, bad) => {
		addSubscribers(0, 2);
		const input = [{ email: emailOf(0) }, { email: emailOf(9), ...bad }];
		const additionalFields = { name: '={{ $json.name }}' };
		const { hints } = await sync(input, { dryRun: true, additionalFields }, GO_ON);
		expect(hints.join()).toMatch(new RegExp(`${revokingNobody(true)}.* row 2 `));
		expect(hints.join()).not.toContain(revokingNobody(false));
	});
});

describe('A dry run of Sync Access that a limit would stop', () => {
	const few = { dryRun: true, stopIfMoreRevokedThan: '10%', stopIfMoreGrantedThan: '1' };

	it('names both limits, also in a row that is unclear', async () => {
		addSubscribers(0, 20);
		addSubscriber('jose@example.org');
		const input = [...rows(8, 22), { email: 'jos\u00e9@example.org' }];
		const { json } = await sync(input, few);
		expect(outcomesOf(json)).toContain('unclear');
		const limits = wouldStop(
			exceededBy(REVOCATIONS, { count: 8, current: 21, allowed: '10%' }),
			exceededBy(GRANTS, { count: 2, allowed: '1' }),
		);
		for (const { stopped } of json) expect(stopped).toBe(limits);
	});

	it('has no such field where no limit would stop it, and in a real run', async () => {
		addSubscribers(0, 20);
		const within = await sync(rows(1, 21), few);
		const real = await sync(rows(1, 21), { stopIfMoreRevokedThan: '10%' });
		expect(within.json.concat(real.json)).toHaveLength(4);
		for (const row of within.json.concat(real.json)) expect(row).not.toHaveProperty('stopped');
	});
});

describe('Sync Access, where the service refuses a row,', () => {
	it('revokes nobody, grants the rest, and names the row', async () => {
		addSubscribers(0, 2);
		const match = { method: 'POST' };
		account.service.faults.add({ status: 422, match });
		const { json, hints } = await sync(rows(1, 4), {}, GO_ON);
		expect(json.filter(({ outcome }) => outcome === 'revoked')).toEqual([]);
		expect(hints.join()).toMatch(new RegExp(`${revokingNobody(false)}.* rows? \\d`));
		expect(withAccess()).toContain(emailOf(0));
	});

	it('changes nothing, or counts nobody towards Stop If More Revoked Than, where a row cannot be planned', async () => {
		addSubscribers(0, 2);
		const input = rows(2, 4).map((row, n) => ({ ...row, name: `Name ${'\uFFFD'.repeat(n)}` }));
		const additionalFields = { name: '={{ $json.name }}' };
		const stopped = await sync(input, { additionalFields });
		expect(stopped.error?.description).toContain(NOTHING_CHANGED);
		expect(account.writes).toEqual([]);
		const { json, error } = await sync(
			input,
			{ additionalFields, stopIfMoreRevokedThan: 0 },
			GO_ON,
		);
		expect(error).toBeUndefined();
		expect(outcomesOf(json)).toEqual(['created', 'failed']);
	});
});

describe('Sync Access, with a bad row,', () => {
	it.each(['', '<ada@example.org>'])(
		'here %j, revokes nobody, grants the rest, and names the row',
		async (email) => {
			addSubscribers(0, 2);
			const { items } = await sync([{ email: emailOf(2) }, { email }], {}, GO_ON);
			expect(items.map(({ json, pairedItem }) => [json.outcome ?? 'failed', pairedItem])).toEqual([
				['failed', { item: 1 }],
				['created', { item: 0 }],
			]);
			expect(items[0]?.json.error).toContain('Row 2: ');
			expect(items[0]?.json.message).toContain(revokingNobody(false));
			expect(withAccess()).toEqual([0, 1, 2].map(emailOf));
		},
	);

	it('names at most five bad rows, and counts the rest', async () => {
		const bad = Array.from({ length: 7 }, () => ({ email: '' }));
		const { hints } = await sync([{ email: emailOf(0) }, ...bad], {}, GO_ON);
		expect(hints.join()).toContain(`${revokingNobody(false)}: rows 2, 3, 4, 5, 6 and 2 more `);
	});
});

describe('Sync Access refuses before any request', () => {
	it.each([
		[{ stopIfMoreRevokedThan: '={{ $itemIndex }}' }, '"Stop If More Revoked Than" differs'],
		[
			{ options: { neverRevoke: 'staff' } },
			'"Never Revoke" contains no email address or domain: "staff"',
		],
		[
			{ options: { neverRevoke: '*@example.org' } },
			'"Never Revoke" contains no email address or domain: ',
		],
		[
			{ options: { neverRevoke: '={{ [null] }}' } },
			'"Never Revoke" contains no email address or domain: "null"',
		],
		[{ output: '={{ $itemIndex ? "full" : "raw" }}' }, '"Output" differs'],
		[{ options: { revoke: '={{ null }}' } }, '"Revoke" is neither true nor false'],
	])('%j', async (parameters, sentence) => {
		addSubscribers(0, 3);
		const { error } = await sync(rows(0, 3), parameters);
		expect(error?.message).toContain(sentence);
		expect(account.asked).toEqual([]);
	});
});

describe('Sync Access, when the service', () => {
	it('refuses one customer, carries out the rest and names the customer', async () => {
		addSubscribers(0, 3);
		const match = { method: 'DELETE', path: `/customers/${account.customers[0]?.id}/products` };
		account.service.faults.add({ status: 403, match });
		const { items, json } = await sync(rows(3, 5), {}, GO_ON);
		const expected = ['created', 'created', 'failed', 'revoked', 'revoked'];
		expect(outcomesOf(json)).toEqual(expected);
		expect(items[2]?.json.error).toContain(`${emailOf(0)}: `);
		expect(items[2]?.pairedItem).toEqual([]);
	});

	it('refuses one customer, carries out the rest before the workflow stops', async () => {
		addSubscribers(0, 3);
		account.fail('DELETE', { status: 403 });
		const { error } = await sync(rows(3, 5));
		expect(error?.message).toContain('@example.org: ');
		expect(error?.description).toContain(othersNote({ created: 2, revoked: 2 }));
		expect(withAccess()).toHaveLength(3);
	});
});

describe('a customer who is listed once for each plan', () => {
	const twice = new Account(
		'customer',
		{
			operation: 'syncAccess',
			product: chosen(PRODUCT),
			email: '={{ $json.email }}',
			dryRun: false,
		},
		{ customerRows: 'perPlan' },
	);
	it('loses both plans when 110 customers are listed', async () => {
		for (let n = 0; n < 110; n++) {
			const { id } = twice.service.state.addCustomer({ email: emailOf(n), products: [PRODUCT] });
			giveBothPlans(twice, id);
		}
		const parameters = { stopIfMoreRevokedThan: '100%' };
		const { json, error } = await twice.run(parameters, { input: rows(1, 111) });
		expect(error).toBeUndefined();
		expect(json).toMatchObject([
			{ outcome: 'created', email: emailOf(110) },
			{ outcome: 'revoked', email: emailOf(0), plan: 'standard' },
		]);
		expect(twice.customers[0]?.grants).toEqual([]);
	});
});

it('Sync Access shows the name of a customer who stays, with Output Unchanged', async () => {
	addSubscriber(emailOf(1));
	const { json } = await sync(rows(1, 2), { options: { outputUnchanged: true } });
	expect(json).toMatchObject([
		{ outcome: 'unchanged', name: expect.stringMatching(/./) as string },
	]);
});

it('Sync Access names no row as if it failed by itself, where a write fails', async () => {
	account.fail('POST', { status: 422 });
	const { error } = await sync(rows(1, 3));
	expect(error?.message).toContain(emailOf(1));
	expect(error?.description).not.toContain('n8n shows it as');
});

it('Sync Access is refused to an agent', async () => {
	const parameters = { product: chosen(PRODUCT), email: emailOf(0), dryRun: false };
	const response = await responseToAgent('customer', { operation: 'syncAccess', ...parameters });
	expect(response).toContain('Sync Access is not for agents');
});

it('Sync Access leaves a member whom a list hides unchanged, and shows it on request', async () => {
	account.service.state.addCustomer({ email: emailOf(0), products: [PRODUCT], plan: 'free' });
	account.onTheWay({
		body: (body, { path, query }) =>
			path.endsWith('/customers') && !String(query).includes('email=') ? EMPTY_LIST : body,
	});
	const { json, hints } = await sync(rows(0, 1), { options: { outputUnchanged: true } });
	expect(outcomes(json)).toEqual([[emailOf(0), 'unchanged']]);
	expect(hints).toEqual([hintAbout({ unchanged: [emailOf(0)] })]);
	expect(account.writes).toEqual([]);
});

it('Sync Access grants paid access to a member with free access, with Is Rental', async () => {
	account.service.state.addCustomer({ email: emailOf(0), products: [PRODUCT], plan: 'free' });
	await sync(rows(0, 1), { additionalFields: { plan: 'standard', isRental: true } });
	const written = account.service.requests.filter(({ method }) => method === 'PUT');
	expect(written.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
		{ product: account.service.href('products', PRODUCT), plan: 'standard', is_rental: 1 },
	]);
});

it.each([
	[String(PRODUCT), 'Row 1 has no usable email address. '],
	['={{ $json.product }}', 'Row 1 has no usable email address or product. '],
])('Sync Access with the product %s says what a row lacks: %s', async (id, words) => {
	const row = { email: 'none', product: PRODUCT };
	const { error } = await sync([row, { ...row, email: emailOf(1) }], { product: chosen(id) });
	expect(error?.description).toContain(words);
});

it('Sync Access refuses a Never Revoke that was read with the wrong encoding', async () => {
	const { error } = await sync(rows(0, 1), { options: { neverRevoke: 'jos\uFFFD@example.org' } });
	expect(error?.message).toContain('U+FFFD');
	expect(error?.description).toContain('Windows-1252');
	expect(account.asked).toEqual([]);
});

describe('Sync Access, with the name of somebody who has another address,', () => {
	const additionalFields = { name: '={{ $json.name }}' };
	const add = (name: string) =>
		account.service.state.addCustomer({ email: 'old@example.org', name, products: [PRODUCT] });
	const row = { email: 'new@example.org', name: 'Jos\u00e9  P\u00e9rez' };

	it('neither creates nor revokes, and names both addresses', async () => {
		add('jose perez');
		const { json, items } = await sync([row], { additionalFields });
		expect(json).toMatchObject([
			{ outcome: 'unclear', email: 'old@example.org', similarTo: 'new@example.org' },
		]);
		expect(items[0]?.pairedItem).toEqual({ item: 0 });
		expect(account.writes).toEqual([]);
	});
});

describe('Sync Access, for a customer with free access,', () => {
	const addFree = () =>
		account.service.state.addCustomer({ email: emailOf(0), plan: 'free', products: [PRODUCT] }).id;
	const plansOf = (id: number) =>
		account.customers.find((customer) => customer.id === id)?.grants.map(({ plan }) => plan);

	it('grants the plan Standard beside it where Plan says so, once', async () => {
		const id = addFree();
		const additionalFields = { plan: 'standard' };
		const { json, items } = await sync(rows(0, 1), { additionalFields });
		expect(outcomes(json)).toEqual([[emailOf(0), 'granted']]);
		expect(items[0]?.pairedItem).toEqual({ item: 0 });
		expect(plansOf(id)).toEqual(['free', 'standard']);
		const again = await sync(rows(0, 1), { additionalFields });
		expect(again.hints).toEqual([hintAbout({ unchanged: [emailOf(0)] })]);
		expect(plansOf(id)).toEqual(['free', 'standard']);
	});
});
