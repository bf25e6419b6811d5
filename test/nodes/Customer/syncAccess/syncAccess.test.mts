import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { responseToAgent } from '../../../kit/agent.mts';
import { first } from '../../../kit/defined.mts';
import type { RunOptions } from '../../../kit/engine.mts';
import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';
import { giveBothPlans, OTHER_PRODUCT, outcomesOf, PRODUCT, setStatus } from '../kit.mts';

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
		{ dryRun: false, stopIfMoreThan: '100%', ...parameters },
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
		const { query } = first(account.service.requests);
		expect(Object.fromEntries(new URLSearchParams(query))).toMatchObject({
			status: 'enabled',
			sort: 'oldest',
			page: '1',
			product: account.service.href('products', PRODUCT),
		});
	});

	/** Lets the lists of the product count more customers than they return. */
	const countMore = (more: number) => {
		account.onTheWay({
			body: (body, { query }) =>
				String(query).includes('sort=')
					? body.replace(/"total":(\d+)/, (_, total) => `"total":${Number(total) + more}`)
					: body,
		});
	};

	it('uses a list that is short of its total by less than a page, and says so in its hint', async () => {
		addSubscribers(0, 2);
		countMore(3);
		const { json, hints, error } = await sync(rows(0, 1));
		expect(error).toBeUndefined();
		expect(outcomes(json)).toEqual([[emailOf(1), 'revoked']]);
		expect(hints.join()).toContain('counts 3 more customers with access than it lists');
	});

	it('changes nothing when the list is short of its total by a page or more', async () => {
		addSubscribers(0, 2);
		countMore(100);
		const { error } = await sync(rows(0, 1));
		expect(error?.message).toContain('incomplete');
		expect(error?.description).toContain('Nothing was changed');
		expect(account.writes).toEqual([]);
	});

	it.each([1, 2, 3])(
		'revokes nobody wrongly when people keep leaving while the list is read, time %d',
		async (time) => {
			addSubscribers(0, 3000);
			// Six people who are in the list of rows leave during the reading, on pages that were read already.
			let reads = 0;
			account.onTheWay({
				query: (query) => {
					if (query.includes('sort=') && ++reads % 5 === 0) {
						const gone = account.customers[time * 7 + reads];
						if (gone) setStatus(account, gone.id, 'cancelled');
					}
					return query;
				},
			});
			const before = withAccess();
			const { json, error } = await sync(rows(20, 3000), { stopIfMoreThan: '30' });
			expect(error).toBeUndefined();
			const revoked = json.filter(({ outcome }) => outcome === 'revoked').map(({ email }) => email);
			const left = new Set(rows(0, 20).map(({ email }) => email));
			expect(revoked.filter((email) => !left.has(email))).toEqual([]);
			expect(json.filter(({ outcome }) => outcome === 'created')).toEqual([]);
			expect(before.length - withAccess().length).toBeGreaterThan(15);
		},
	);

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
		expect(hints).toEqual([
			'2 unchanged. Customers with access but no email address, who were not changed: 1.',
		]);
		expect(account.writes).toEqual([]);
	});

	it('leaves access to another product alone', async () => {
		addSubscribers(0, 1, OTHER_PRODUCT);
		await sync(rows(1, 2));
		expect(account.customers[0]?.grants).toMatchObject([{ productId: OTHER_PRODUCT }]);
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
	const UNCLEAR = 'Unclear customers have an email address that is only similar';

	it.each([
		['without an accent', WITHOUT_ACCENT, COMPOSED],
		['with capitals beyond Z', '\u00C9va@example.org', '\u00E9va@example.org'],
		['with blanks around it', ' ada@example.org ', 'ada@example.org'],
		['with an invisible character', 'a\u200Bda@example.org', 'ada@example.org'],
	])('leaves the row alone and the customer %s', async (_, stored, email) => {
		const id = addSubscriber(stored);
		const { items } = await sync([{ email: emailOf(0) }, { email }]);
		expect(items[1]).toMatchObject({
			json: { outcome: 'unclear', email: stored, id, similarTo: email },
			pairedItem: { item: 1 },
		});
		expect(items.map(({ json }) => json.outcome)).toEqual(['created', 'unclear']);
		expect(Object.keys(items[1]?.json ?? {}).slice(0, 2)).toEqual(['outcome', 'email']);
		expect(account.writes).toEqual(['POST /customers']);
		const protectedOnes = { options: { neverRevoke: [email] } };
		const { json } = await sync([{ email: emailOf(0) }], protectedOnes);
		expect(outcomes(json)).toEqual([[stored, 'unclear']]);
		expect(account.writes).toHaveLength(1);
	});

	it.each(['@M\u00DCLLER.example', '@xn--mller-kva.example'])(
		'leaves a customer alone whose domain Never Revoke contains as %s',
		async (neverRevoke) => {
			addSubscriber('a@m\u00FCller.example');
			const { json } = await sync([{ email: emailOf(0) }], { options: { neverRevoke } });
			expect(outcomes(json)).toEqual([[emailOf(0), 'created']]);
			expect(withAccess()).toHaveLength(2);
		},
	);

	it('takes decomposed accents for the same person, and creates one', async () => {
		addSubscriber(COMPOSED.normalize('NFD'));
		const other = 'zo\u00EB@example.org';
		const input = [COMPOSED, other.normalize('NFD'), other].map((email) => ({ email }));
		const { json, hints } = await sync(input, { dryRun: true });
		expect(outcomes(json)).toEqual([[other, 'wouldCreate']]);
		expect(hints.join()).toContain('Skipped because an earlier row has the same email address');
	});

	it('creates only the first one when two rows are similar', async () => {
		const input = [COMPOSED, WITHOUT_ACCENT].map((email) => ({ email }));
		const { json } = await sync(input, { dryRun: true });
		expect(json).toMatchObject([
			{ outcome: 'wouldCreate', email: COMPOSED },
			{ outcome: 'unclear', email: WITHOUT_ACCENT, similarTo: COMPOSED },
		]);
	});

	it('names the customer of two rows with similar addresses in the result of the second', async () => {
		const stored = COMPOSED.replace('m\u00FCller', 'xn--mller-kva');
		addSubscriber(stored);
		const input = [COMPOSED, WITHOUT_ACCENT].map((email) => ({ email }));
		const { json } = await sync(input);
		expect(json).toMatchObject([{ outcome: 'unclear', similarTo: stored }]);
	});

	it('counts the customer towards Stop If More Than', async () => {
		addSubscribers(0, 1);
		addSubscriber(COMPOSED);
		const limit = { stopIfMoreThan: 0 };
		const { error } = await sync([{ email: WITHOUT_ACCENT }], limit);
		expect(error?.message).toContain('Stopped: 1 of 2 customers');
	});

	it('creates no customer when another row has the exact address of a customer with access', async () => {
		addSubscriber(COMPOSED);
		const input = [WITHOUT_ACCENT, COMPOSED].map((email) => ({ email }));
		const { json } = await sync(input);
		expect(json).toMatchObject([{ outcome: 'unclear', similarTo: COMPOSED }]);
		expect(account.writes).toEqual([]);
	});

	it('returns the outcome unclear also with Revoke off, and explains it in a hint', async () => {
		addSubscriber(WITHOUT_ACCENT);
		const { json, hints } = await sync([{ email: COMPOSED }], { options: { revoke: false } });
		expect(json).toMatchObject([{ outcome: 'unclear' }]);
		expect(hints.join()).toContain(`1 unclear. ${UNCLEAR}`);
	});
});

describe('Sync Access, run twice in one execution,', () => {
	const carriedOut = { dryRun: false, stopIfMoreThan: '100%' };

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

	it.each([emailOf(0), '={{ $input.first().json.email }}'])(
		'stops at its limit when all items have the same address, %s',
		async (email) => {
			addSubscribers(0, 3);
			const { error } = await sync(rows(0, 3), { email, stopIfMoreThan: '10%' });
			expect(error?.message).toContain('Stopped: 2 of 3 customers');
			expect(account.writes).toEqual([]);
		},
	);
});

describe('Sync Access, with a limit on creations,', () => {
	it('creates nobody when the list has too many people, and says so in the dry run', async () => {
		const few = { stopIfMoreCreatedThan: '2' };
		const dry = await sync(rows(0, 3), { ...few, dryRun: true });
		expect(dry.hints.join()).toContain(
			'3 would be created: more than 2, so nothing would be done.',
		);
		const { error } = await sync(rows(0, 3), few);
		expect(error?.message).toBe('Stopped: 3 customers would have been created, more than 2');
		expect(account.writes).toEqual([]);
	});

	it('always allows one by a percentage: an account of five of whom one leaves', async () => {
		addSubscribers(0, 5);
		const { json } = await sync(rows(0, 4), { stopIfMoreThan: '10%' });
		expect(outcomes(json)).toEqual([[emailOf(4), 'revoked']]);
	});

	it.each([0, '0', '0%', ' 0 % '])(
		'allows nobody to lose access with %j',
		async (stopIfMoreThan) => {
			addSubscribers(0, 5);
			const { error } = await sync(rows(0, 4), { stopIfMoreThan });
			expect(error?.message).toContain(
				'Stopped: 1 of 5 customers would have lost access, more than 0',
			);
			expect(account.writes).toEqual([]);
		},
	);

	it('takes a whole number only, and says so of a percentage that was saved', async () => {
		const { error } = await sync(rows(0, 1), { stopIfMoreCreatedThan: '10%' });
		expect(error?.message).toBe(
			'The parameter "Stop If More Created Than" is not a whole number: "10%"',
		);
		expect(error?.description).toMatch(/^Nothing was changed\. Enter a whole number such as 100\./);
		expect(account.asked).toEqual([]);
	});
});

it.each([true, false])(
	'Sync Access revokes nobody whose address changed after the list was read, Dry Run %j',
	async (dryRun) => {
		const id = addSubscriber('old@example.org');
		let reads = 0;
		account.onTheWay({
			query: (query) => {
				if (query.includes('email=') && reads++ === 0) {
					account.service.state.editCustomer(id, (customer) => {
						customer.email = 'new@example.org';
					});
				}
				return query;
			},
		});
		const { json, hints } = await sync([{ email: 'new@example.org' }], { dryRun });
		expect(json).toEqual([]);
		expect(hints.join()).toContain('1 unchanged.');
		expect(account.writes).toEqual([]);
	},
);

describe('The hint of Sync Access', () => {
	it('says of a run that its limit stops, with On Error on Continue, that nothing was changed', async () => {
		addSubscribers(0, 12);
		const { json, hints } = await sync(rows(0, 1), { stopIfMoreThan: '10%' }, GO_ON);
		expect(json).toMatchObject([{ error: expect.stringMatching(/^Stopped: 11 of 12/) }]);
		expect(hints).toEqual(['Stopped: nothing was changed.']);
	});

	it.each([
		['refuses', { name: 'jos\uFFFD' }, 'No access would be revoked because row 2 was refused.'],
		[
			'cannot read',
			{ email: '' },
			'No access would be revoked because the list is incomplete: row 2',
		],
	])('says of a dry run with a row that it %s what would be', async (_, bad, sentence) => {
		addSubscribers(0, 2);
		const input = [{ email: emailOf(0) }, { email: emailOf(9), ...bad }];
		const additionalFields = { name: '={{ $json.name }}' };
		const { hints } = await sync(input, { dryRun: true, additionalFields }, GO_ON);
		expect(hints.join()).toContain(sentence);
		expect(hints.join()).not.toContain('No access was');
	});

	it('says that it was a dry run when there is nothing to do', async () => {
		addSubscribers(0, 2);
		expect((await sync(rows(0, 2), { dryRun: true })).hints).toEqual(['Dry run: 2 unchanged.']);
	});
});

describe('A dry run of Sync Access that a limit would stop', () => {
	const few = { dryRun: true, stopIfMoreThan: '10%', stopIfMoreCreatedThan: '1' };
	const LOST = '8 of 20 would lose access: more than 10%, so nothing would be done.';
	const CREATED = '2 would be created: more than 1, so nothing would be done.';

	it('says so in each row, with the sentence of the hint', async () => {
		addSubscribers(0, 20);
		const options = { outputUnchanged: true };
		const { json, hints } = await sync(rows(8, 20), { ...few, options });
		expect(json).toHaveLength(20);
		for (const { stopped } of json) expect(stopped).toBe(LOST);
		expect(hints).toEqual([`Dry run: 8 would lose access, 12 unchanged. ${LOST}`]);
	});

	it('names both limits, also in a row that is unclear', async () => {
		addSubscribers(0, 20);
		addSubscriber('jose@example.org');
		const input = [...rows(8, 22), { email: 'jos\u00e9@example.org' }];
		const { json } = await sync(input, few);
		expect(outcomesOf(json)).toContain('unclear');
		for (const { stopped } of json) expect(stopped).toBe(`${LOST.replace('20', '21')} ${CREATED}`);
	});

	it('has no such field where no limit would stop it, and in a real run', async () => {
		addSubscribers(0, 20);
		const within = await sync(rows(1, 21), few);
		const real = await sync(rows(1, 21), { stopIfMoreThan: '10%' });
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
		expect(hints.join()).toMatch(/No access was revoked because rows? \d/);
		expect(withAccess()).toContain(emailOf(0));
	});

	it('changes nothing, or counts nobody towards Stop If More Than, where a row cannot be planned', async () => {
		addSubscribers(0, 2);
		const input = rows(2, 4).map((row, n) => ({ ...row, name: `Name ${'\uFFFD'.repeat(n)}` }));
		const additionalFields = { name: '={{ $json.name }}' };
		const stopped = await sync(input, { additionalFields });
		expect(stopped.error?.description).toContain('Nothing was changed.');
		expect(account.writes).toEqual([]);
		const { json, error } = await sync(input, { additionalFields, stopIfMoreThan: 0 }, GO_ON);
		expect(error).toBeUndefined();
		expect(outcomesOf(json)).toEqual(['created', undefined]);
	});
});

describe('Sync Access, with a bad row,', () => {
	const bad = ['', null, 'no address', 'a@b@c', '<ada@example.org>'];

	it.each(bad)('here %j, revokes nobody, grants the rest, and names the row', async (email) => {
		addSubscribers(0, 2);
		const { items } = await sync([{ email: emailOf(2) }, { email }], {}, GO_ON);
		expect(items.map(({ json, pairedItem }) => [json.outcome ?? 'failed', pairedItem])).toEqual([
			['failed', { item: 1 }],
			['created', { item: 0 }],
		]);
		expect(items[0]?.json.error).toContain('Row 2: ');
		expect(items[0]?.json.message).toContain('No access was revoked');
		expect(withAccess()).toEqual([0, 1, 2].map(emailOf));
	});

	it('names at most five bad rows, and counts the rest', async () => {
		const bad = Array.from({ length: 7 }, () => ({ email: '' }));
		const { hints } = await sync([{ email: emailOf(0) }, ...bad], {}, GO_ON);
		expect(hints.join()).toContain(
			'No access was revoked because the list is incomplete: rows 2, 3, 4, 5, 6 and 2 more have no usable email address.',
		);
	});

	it('sends the row to the error output', async () => {
		const options = { onError: 'continueErrorOutput' } as const;
		const { items, failed } = await sync([{ email: 'no' }, { email: emailOf(0) }], {}, options);
		expect(items.map(({ json }) => json.outcome)).toEqual(['created']);
		expect(failed).toHaveLength(1);
	});
});

describe('Sync Access refuses before any request', () => {
	it.each([
		[{ stopIfMoreThan: -1 }, '"Stop If More Than"'],
		[{ stopIfMoreThan: '={{ $itemIndex }}' }, '"Stop If More Than" differs'],
		[{ dryRun: '={{ $itemIndex === 1 }}' }, '"Dry Run" differs'],
		[
			{ options: { neverRevoke: 'staff' } },
			'"Never Revoke" contains no email address or domain: "staff"',
		],
		[{ options: { neverRevoke: '@' } }, '"Never Revoke" contains no email address or domain'],
		[
			{ options: { neverRevoke: '={{ [null] }}' } },
			'"Never Revoke" contains no email address or domain: "null"',
		],
		[
			{ options: { neverRevoke: '*@staff.example' } },
			'"Never Revoke" contains no email address or domain',
		],
		[{ output: '={{ $itemIndex ? "full" : "raw" }}' }, '"Output" differs'],
		[{ product: chosen('https://acme.test/videos/101', 'url') }, 'The parameter "Product"'],
		[{ dryRun: 'perhaps' }, '"Dry Run" is neither true nor false'],
		[{ options: { revoke: '={{ null }}' } }, '"Revoke" is neither true nor false'],
		[{ options: { outputUnchanged: 'perhaps' } }, '"Output Unchanged" is neither'],
	])('%j', async (parameters, sentence) => {
		addSubscribers(0, 3);
		const { error } = await sync(rows(0, 3), parameters);
		expect(error?.message).toContain(sentence);
		expect(account.asked).toEqual([]);
	});
});

describe('Sync Access, when the service', () => {
	it.each([
		['refuses', { status: 403 }],
		['is unavailable for long', { status: 503, times: 50 }],
		['returns no list', { status: 200, body: '[]', times: 50 }],
	])('%s while the list is read, writes nothing', async (_, fault) => {
		addSubscribers(0, 250);
		account.fail('GET', { ...fault, after: 1 });
		const { error } = await sync(rows(100, 300));
		expect(error).toBeDefined();
		expect(account.writes).toEqual([]);
	});

	it('refuses one customer, carries out the rest and names the customer', async () => {
		addSubscribers(0, 3);
		const match = { method: 'DELETE', path: `/customers/${account.customers[0]?.id}/products` };
		account.service.faults.add({ status: 403, match });
		const { items, json } = await sync(rows(3, 5), {}, GO_ON);
		const expected = ['created', 'created', undefined, 'revoked', 'revoked'];
		expect(outcomesOf(json)).toEqual(expected);
		expect(items[2]?.json.error).toContain(`${emailOf(0)}: `);
		expect(items[2]?.pairedItem).toEqual([]);
	});

	it('refuses one customer, carries out the rest before the workflow stops', async () => {
		addSubscribers(0, 3);
		account.fail('DELETE', { status: 403 });
		const { error } = await sync(rows(3, 5));
		expect(error?.message).toContain('@example.org: ');
		expect(error?.description).toContain(
			'4 others were processed: 2 created, 2 lost access. You can run this again: they stay unchanged.',
		);
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
	const listed = { stopIfMoreThan: '100%' };

	it.each([1, 110])('loses both plans when %d customers are listed', async (count) => {
		const { state } = twice.service;
		for (let n = 0; n < count; n++) {
			const { id } = state.addCustomer({ email: emailOf(n), products: [PRODUCT] });
			giveBothPlans(twice, id);
		}
		const { json, error } = await twice.run(listed, { input: rows(1, count + 1) });
		expect(error).toBeUndefined();
		expect(json).toMatchObject([
			{ outcome: 'created', email: emailOf(count) },
			{ outcome: 'revoked', email: emailOf(0), revokedPlans: ['standard', 'free'] },
		]);
		expect(twice.customers[0]?.grants).toEqual([]);
	});

	it('does not hide that the service returns one page in place of another', async () => {
		for (let n = 0; n < 150; n++) {
			twice.service.state.addCustomer({ email: emailOf(n), products: [PRODUCT] });
		}
		twice.onTheWay({ query: (asked) => asked.replace(/(^|&)page=2/, '$1page=1') });
		const { error } = await twice.run(listed, { input: rows(0, 150) });
		expect(error).toBeDefined();
		expect(twice.writes).toEqual([]);
	});
});

it('Sync Access, run twice at the same time for one product, ends with the second list', async () => {
	addSubscribers(0, 5);
	const [first, second] = await Promise.all([sync(rows(0, 8)), sync(rows(2, 10))]);
	expect(first?.error ?? second?.error).toBeUndefined();
	expect(account.customers).toHaveLength(10);
	expect(withAccess()).toEqual(rows(2, 10).map(({ email }) => email));
});

it('Sync Access is refused to an agent', async () => {
	const parameters = { product: chosen(PRODUCT), email: emailOf(0), dryRun: false };
	const response = await responseToAgent('customer', { operation: 'syncAccess', ...parameters });
	expect(response).toContain('Sync Access is not for agents');
});

it.each([false, true])(
	'Sync Access leaves a member whom a list hides unchanged, and shows it on request: %s',
	async (outputUnchanged) => {
		const id = addSubscriber(emailOf(0));
		account.service.state.editCustomer(id, (customer) => {
			customer.grants = customer.grants.map((grant) => ({ ...grant, plan: 'free' as const }));
			customer.plan = 'free';
		});
		account.onTheWay({
			body: (body, { query }) =>
				String(query).includes('email=') ? body : JSON.stringify({ _embedded: { customers: [] } }),
		});
		const { json, hints } = await sync(rows(0, 1), { options: { outputUnchanged } });
		expect(outcomes(json)).toEqual(outputUnchanged ? [[emailOf(0), 'unchanged']] : []);
		expect(hints).toEqual(['1 unchanged.']);
		expect(account.writes).toEqual([]);
	},
);

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

	it.each([{}, { revoke: false }, { neverRevoke: 'old@example.org' }])(
		'neither creates nor revokes, and names both addresses: %j',
		async (options) => {
			add('jose perez');
			const { json, items } = await sync([row], { additionalFields, options });
			expect(json).toMatchObject([
				{ outcome: 'unclear', email: 'old@example.org', similarTo: 'new@example.org' },
			]);
			expect(items[0]?.pairedItem).toEqual({ item: 0 });
			expect(account.writes).toEqual([]);
		},
	);

	it('takes people for different ones whose name is one word', async () => {
		add('Jose');
		const one = await sync([{ ...row, name: 'Jos\u00e9' }], { additionalFields });
		expect(outcomesOf(one.json).toSorted()).toEqual(['created', 'revoked']);
	});

	it('creates a namesake of somebody who is in the list', async () => {
		add('jose perez');
		const input = [row, { email: 'old@example.org', name: 'Jos\u00e9 P\u00e9rez' }];
		expect(outcomesOf((await sync(input, { additionalFields })).json)).toEqual(['created']);
	});
});

describe('Sync Access, for a customer with free access,', () => {
	const addFree = () =>
		account.service.state.addCustomer({ email: emailOf(0), plan: 'free', products: [PRODUCT] }).id;
	const plansOf = (id: number) =>
		account.customers.find((customer) => customer.id === id)?.grants.map(({ plan }) => plan);

	it.each(['', 'free', 'Free'])(
		'changes nothing where the row says of Plan: "%s"',
		async (plan) => {
			const id = addFree();
			const { json, hints } = await sync([{ email: emailOf(0), plan }], {
				additionalFields: { plan: '={{ $json.plan }}' },
			});
			expect(json).toEqual([]);
			expect(hints).toEqual(['1 unchanged.']);
			expect(plansOf(id)).toEqual(['free']);
		},
	);

	it('grants the plan Standard beside it where Plan says so, once', async () => {
		const id = addFree();
		const additionalFields = { plan: 'standard' };
		const { json, items } = await sync(rows(0, 1), { additionalFields });
		expect(outcomes(json)).toEqual([[emailOf(0), 'granted']]);
		expect(items[0]?.pairedItem).toEqual({ item: 0 });
		expect(plansOf(id)).toEqual(['free', 'standard']);
		const again = await sync(rows(0, 1), { additionalFields });
		expect(again.hints).toEqual(['1 unchanged.']);
		expect(plansOf(id)).toEqual(['free', 'standard']);
	});

	it('names the row whose Plan does not exist, and changes nothing', async () => {
		addFree();
		const { error } = await sync(rows(0, 1), { additionalFields: { plan: '={{ "gold" }}' } });
		expect(error?.message).toContain('Plan');
		expect(account.writes).toEqual([]);
	});
});
