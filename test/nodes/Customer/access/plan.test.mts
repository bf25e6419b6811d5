import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { compareAccess } from '../../../../nodes/Customer/access/compare';
import {
	type Access,
	grantPlanner,
	revocationPlanner,
	type Step,
	type Wish,
} from '../../../../nodes/Customer/access/plan';
import { similarityKey } from '../../../../nodes/Customer/access/similarity';
import { toAsciiLowerCase } from '../../../../nodes/shared/values/email';

const ADA = 'ada@example.com';
const PRODUCT = 'https://api.test/products/1';

const access = (state: Access['state'], more: IDataObject = {}): Access => ({
	customer: { id: 1, email: ADA, name: 'Ada', plan: 'standard', ...more },
	state,
});

const wish = (given: IDataObject = {}, product = PRODUCT): Wish => ({
	customer: { email: ADA },
	product,
	given,
});

describe('a grant', () => {
	it.each<[situation: string, known: Access[], given: IDataObject, expected: Partial<Step>]>([
		['of nobody', [], {}, { outcome: 'created', customer: { email: ADA } }],
		['without access', [access('none')], {}, { outcome: 'granted' }],
		['with access that lapsed', [access('lapsed')], {}, { outcome: 'granted' }],
		['with access', [access('active')], {}, { outcome: 'unchanged' }],
		[
			'with free access, for paid access',
			[access('active', { plan: 'free' })],
			{},
			{ outcome: 'granted' },
		],
		[
			'with paid access, for free access',
			[access('active')],
			{ plan: 'free' },
			{ outcome: 'unchanged' },
		],
		[
			'with another name',
			[access('active')],
			{ name: 'Eve' },
			{ outcome: 'updated', fields: { name: 'Eve' } },
		],
		[
			'with the same name',
			[access('active')],
			{ name: 'Ada' },
			{ outcome: 'unchanged', fields: {} },
		],
		['with a blank name', [access('active')], {}, { outcome: 'unchanged', fields: {} }],
		[
			'without access and with another name',
			[access('none')],
			{ name: 'Eve' },
			{ outcome: 'granted', fields: { name: 'Eve' } },
		],
	])('to a customer %s is planned as little as is missing', (_, known, given, expected) => {
		const [step] = grantPlanner({ updatable: ['name'] })(wish(given), known);
		expect(step).toMatchObject(expected);
	});

	it('to nobody is unknown where nobody may be created', () => {
		expect(grantPlanner({ canCreate: false })(wish(), [])).toMatchObject([
			{ outcome: 'unknownCustomer', customer: { email: ADA } },
		]);
	});

	it('of two customers with one address is to the one with access, and refused where none has it', () => {
		const two = (state: Access['state']) => [access('none'), access(state, { id: 2 })];
		expect(grantPlanner()(wish(), two('active'))).toMatchObject([
			{ outcome: 'unchanged', customer: { id: 2 } },
		]);
		expect(() => grantPlanner()(wish(), two('none'))).toThrow();
	});

	it.each<[situation: string, known: Access[], first: string]>([
		['nobody', [], 'created'],
		['a customer without access', [access('none')], 'granted'],
	])('to %s in two rows is made once for each product', (_, known, first) => {
		const plan = grantPlanner();
		const outcomes = [PRODUCT, PRODUCT, `${PRODUCT}2`].flatMap((product) =>
			plan(wish({}, product), known).map(({ outcome }) => outcome),
		);
		expect(outcomes).toEqual([first, 'unchanged', 'granted']);
	});

	it('to a customer with access is made by no later row', () => {
		const plan = grantPlanner();
		const wishes = [wish({ plan: 'free' }), wish(), wish({}, `${PRODUCT}2`)];
		const outcomes = wishes.map((one) => plan(one, [access('active')])[0]?.outcome);
		expect(outcomes).toEqual(['unchanged', 'unchanged', 'unchanged']);
	});
});

describe('a revocation', () => {
	it.each<[situation: string, known: Access[], expected: Array<Partial<Step>>]>([
		['nobody', [], [{ outcome: 'unchanged', reason: 'unknownCustomer' }]],
		['a customer without access', [access('none')], [{ outcome: 'unchanged' }]],
		['a customer with access', [access('active')], [{ outcome: 'revoked', state: 'active' }]],
		['access that lapsed', [access('lapsed')], [{ outcome: 'revoked', state: 'lapsed' }]],
		[
			'two customers with one address',
			[access('none'), access('lapsed', { id: 2 }), access('active', { id: 3 })],
			[
				{ outcome: 'revoked', state: 'lapsed' },
				{ outcome: 'revoked', state: 'active' },
			],
		],
	])('of %s is planned for those who have or had access', (_, known, expected) => {
		expect(revocationPlanner()(wish(), known)).toMatchObject(expected);
	});
});

const LOCALS = ['ada', 'a.da', 'ADA', 'àda', "ada'", 'ａｄａ', 'bob', 'b-ob', 'b–ob', 'eve', ''];
const DOMAINS = ['example.com', 'EXAMPLE.com', 'gmail.com', 'googlemail.com'];
const addresses = fc
	.tuple(fc.constantFrom(...LOCALS), fc.constantFrom(...DOMAINS))
	.map(([local, domain]) => (local === '' ? '' : `${local}@${domain}`));
const lists = fc.record({
	rows: fc.array(addresses.filter(Boolean), { maxLength: 8 }),
	members: fc.uniqueArray(addresses, { maxLength: 8, selector: toAsciiLowerCase }),
	kept: fc.array(addresses.filter(Boolean), { maxLength: 2 }),
});

/** Compares a list of addresses with those who have access, by a Never Revoke of whole addresses. */
const compare = async (rows: string[], members: string[], kept: string[] = []) => {
	const customers = members.map((email, index) => ({ id: index + 1, email }));
	const { missing, extra, settled, repeated, withoutAddress } = await compareAccess(
		rows.map((email) => ({ email })),
		customers,
		(email) => (kept.includes(toAsciiLowerCase(email)) ? 'kept' : undefined),
	);
	return {
		missing: missing.map(({ email }) => email),
		extra: extra.map(({ email }) => String(email)),
		unclear: settled.flatMap(({ step }) =>
			step.outcome === 'unclear' ? [`${String(step.customer.email)} ~ ${step.similarTo}`] : [],
		),
		counted: settled.length + missing.length + repeated.length,
		repeated: repeated.map(({ email }) => email),
		withoutAddress,
	};
};

describe('the comparison of a list with those who have access', () => {
	it.each<
		[
			what: string,
			rows: string[],
			members: string[],
			expected: Partial<Awaited<ReturnType<typeof compare>>>,
		]
	>([
		[
			'finds who is missing and who is too many',
			[ADA],
			['bob@example.com'],
			{ missing: [ADA], extra: ['bob@example.com'] },
		],
		['takes capitals for the same', ['ADA@example.com'], [ADA], { missing: [], extra: [] }],
		[
			'leaves a similar one unclear',
			['a.da@example.com'],
			[ADA],
			{ missing: [], extra: [], unclear: [`${ADA} ~ a.da@example.com`] },
		],
		[
			'leaves a similar row unclear where the same is there',
			[ADA, 'a.da@example.com'],
			[ADA],
			{ missing: [], extra: [], unclear: [`a.da@example.com ~ ${ADA}`] },
		],
		[
			'leaves two similar members unclear',
			['ad.a@example.com'],
			[ADA, 'a.da@example.com'],
			{
				missing: [],
				extra: [],
				unclear: [`${ADA} ~ ad.a@example.com`, 'a.da@example.com ~ ad.a@example.com'],
			},
		],
		[
			'leaves the second of two similar rows unclear',
			[ADA, 'a.da@example.com'],
			[],
			{ missing: [ADA], unclear: [`a.da@example.com ~ ${ADA}`] },
		],
		[
			'names a repeated row',
			[ADA, 'ADA@example.com'],
			[ADA],
			{ missing: [], repeated: ['ADA@example.com'] },
		],
		['leaves those without an address alone', [ADA], ['', ADA], { extra: [], withoutAddress: 1 }],
	])('%s', async (_, rows, members, expected) => {
		expect(await compare(rows, members)).toMatchObject(expected);
	});

	it('revokes nobody who is in the list, similar to a row, or protected', async () => {
		await fc.assert(
			fc.asyncProperty(lists, async ({ rows, members, kept }) => {
				const keys = new Set([...rows, ...kept].map(similarityKey));
				const small = kept.map(toAsciiLowerCase);
				const { extra } = await compare(rows, members, small);
				for (const email of extra) {
					expect(small).not.toContain(toAsciiLowerCase(email));
					expect(rows.map(similarityKey)).not.toContain(similarityKey(email));
				}
				expect(extra.filter((email) => !keys.has(similarityKey(email)))).toEqual(
					members.filter((email) => email !== '' && !keys.has(similarityKey(email))),
				);
			}),
		);
	});

	it('creates nobody who has access, and of similar rows one', async () => {
		await fc.assert(
			fc.asyncProperty(lists, async ({ rows, members }) => {
				const { missing } = await compare(rows, members);
				const keys = missing.map(similarityKey);
				expect(new Set(keys).size).toBe(keys.length);
				const present = members.filter(Boolean).map(similarityKey);
				expect(keys.filter((key) => present.includes(key))).toEqual([]);
			}),
		);
	});

	it('accounts for every row, and changes nothing once it was applied', async () => {
		await fc.assert(
			fc.asyncProperty(lists, async ({ rows, members }) => {
				const { missing, extra, counted } = await compare(rows, members);
				expect(counted).toBeGreaterThanOrEqual(rows.length);
				const after = [...members.filter((email) => !extra.includes(email)), ...missing];
				expect(await compare(rows, after)).toMatchObject({ missing: [], extra: [] });
			}),
		);
	});
});
