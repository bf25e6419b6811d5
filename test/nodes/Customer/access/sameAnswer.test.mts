// One row, twenty and more than a page about the same people give the same rows: how many rows come decides nothing.
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';
import {
	ADA,
	addNamesakes,
	giveBothPlans,
	LAPSED,
	OTHER_PRODUCT,
	outcomesOf,
	PRODUCT,
} from '../kit.mts';

const TEN_MINUTES = { listLagSeconds: 600, grantLagSeconds: 600 };
const BY_EMAIL = {
	product: chosen(PRODUCT),
	customer: chosen('={{ $json.email }}', 'email'),
	email: '={{ $json.email }}',
};

/** Lists show ten minutes later what somebody does. */
const account = new Account('customer', BY_EMAIL, { ...TEN_MINUTES, customerRows: 'perPlan' });

const emailOf = (name: string) => `${name}@example.org`;

/** Runs an operation as another worker, with whom this process shares no memory. */
async function byAnotherWorker(operation: string, ...names: string[]): Promise<void> {
	const credential = { ...account.credential, id: 'another worker' };
	const input = names.map((name) => ({ email: emailOf(name) }));
	const { error } = await account.run({ operation }, { input, credential });
	expect(error).toBeUndefined();
}

/** Adds somebody of each kind that access can be in, and returns their names. */
async function addPeople(): Promise<string[]> {
	const { state } = account.service;
	const add = (name: string, customer: object) =>
		state.addCustomer({ email: emailOf(name), name: `The ${name}`, ...customer }).id;
	add('without', { products: [] });
	add('other-product', { products: [OTHER_PRODUCT] });
	add('paying', { products: [PRODUCT] });
	add('free', { products: [PRODUCT], plan: 'free' });
	giveBothPlans(account, add('both', { products: [] }));
	for (const status of LAPSED) add(status, { products: [PRODUCT], status });
	add('granted-elsewhere', { products: [OTHER_PRODUCT] });
	add('upgraded-elsewhere', { products: [PRODUCT], plan: 'free' });
	add('revoked-elsewhere', { products: [PRODUCT] });
	add('granted-here', { products: [] });
	add('revoked-here', { products: [PRODUCT] });
	await byAnotherWorker('grantAccess', 'granted-elsewhere');
	await byAnotherWorker('addProduct', 'upgraded-elsewhere');
	await byAnotherWorker('revokeAccess', 'revoked-elsewhere');
	for (const [operation, name] of [
		['grantAccess', 'granted-here'],
		['revokeAccess', 'revoked-here'],
	] as const) {
		await account.run({ operation }, { input: [{ email: emailOf(name) }] });
	}
	const names = ['nobody', 'without', 'other-product', 'paying', 'free', 'both', ...LAPSED];
	const elsewhere = ['granted', 'upgraded', 'revoked'].map((what) => `${what}-elsewhere`);
	return [...names, ...elsewhere, 'granted-here', 'revoked-here'];
}

/** Fills up a list of people with others who have access, so that there are so many rows. */
function withOthers(names: string[], count: number): string[] {
	const others = Array.from({ length: count - names.length }, (_, n) => `other${n}-of-${count}`);
	for (const name of others) {
		account.service.state.addCustomer({ email: emailOf(name), products: [PRODUCT] });
	}
	return [...names, ...others];
}

/** Customers who make the list of the account longer than a page. */
function addBystanders(): void {
	for (let n = 0; n < 250; n++) {
		const products = n % 2 === 0 ? [PRODUCT] : [];
		account.service.state.addCustomer({ email: emailOf(`bystander${n}`), products });
	}
}

const DRY = { options: { dryRun: true } };

/** Nobody but the rows is in the list of a Sync Access, so that it must not revoke. */
const SYNC = {
	operation: 'syncAccess',
	dryRun: true,
	stopIfMoreRevokedThan: '100%',
	stopIfMoreGrantedThan: '10000',
	options: { revoke: false, outputUnchanged: true },
};

const CASES: Array<[title: string, parameters: INodeParameters]> = [
	['Check Access', { operation: 'checkAccess' }],
	['Grant Access', { operation: 'grantAccess', ...DRY }],
	[
		'Grant Access of Standard',
		{ operation: 'grantAccess', ...DRY, additionalFields: { plan: 'standard' } },
	],
	[
		'Create or Update',
		{
			operation: 'createOrUpdate',
			...DRY,
			additionalFields: { name: '={{ "The " + $json.name }}' },
		},
	],
	['Revoke Access', { operation: 'revokeAccess', ...DRY }],
	['Sync Access', SYNC],
	['Sync Access of Standard', { ...SYNC, additionalFields: { plan: 'standard' } }],
];

describe.each(CASES)('%s', (_, parameters) => {
	const runOn = async (input: IDataObject[], more: INodeParameters = {}) => {
		const { json, error } = await account.run({ ...parameters, ...more }, { input });
		expect(error).toBeUndefined();
		expect(json).toHaveLength(input.length);
		return json;
	};

	/** Runs the operation on each of the first people alone, and then on more and more of them and others. */
	async function expectSameRows(
		names: string[],
		toRow: (name: string) => IDataObject,
		more: INodeParameters = {},
	) {
		const alone: IDataObject[] = [];
		for (const name of names) alone.push(...(await runOn([toRow(name)], more)));
		for (const count of [20, 60, 120]) {
			const rows = await runOn(withOthers(names, count).map(toRow), more);
			expect(rows.slice(0, names.length)).toEqual(alone);
		}
	}

	it('gives one row, twenty and more than a page about the same people the same rows', async () => {
		addBystanders();
		await expectSameRows(await addPeople(), (name) => ({ email: emailOf(name), name }));
	});

	if (['createOrUpdate', 'syncAccess'].includes(String(parameters.operation))) return;
	it('does so for people by their IDs', async () => {
		const names = (await addPeople()).filter((name) => name !== 'nobody');
		const idOf = (name: string) =>
			account.customers.find(({ email }) => email === emailOf(name))?.id ?? 0;
		await expectSameRows(names, (name) => ({ id: idOf(name), name }), {
			customer: chosen('={{ $json.id }}'),
		});
	});
});

describe('Sync Access of a list without people who have access', () => {
	/** Syncs lists of one person, twenty and more than a page, and expects the same rows about those who are in none of them. */
	async function expectSameRows(options: INodeParameters, expected: (rows: IDataObject[]) => void) {
		const names = await addPeople();
		const others = withOthers(names, 150).slice(names.length);
		for (const name of others) {
			const member = account.customers.find(({ email }) => email === emailOf(name));
			account.service.state.editCustomer(member?.id ?? 0, (customer) => {
				customer.grants = [];
			});
		}
		const about: IDataObject[][] = [];
		for (const count of [1, 20, 130]) {
			const input = others.slice(0, count).map((name) => ({ email: emailOf(name), name }));
			const parameters = { ...SYNC, stopIfMoreGrantedThan: '10000', options };
			const { json, error } = await account.run(parameters, { input });
			expect(error).toBeUndefined();
			const named = names.map(emailOf);
			about.push(json.filter(({ email }) => named.includes(String(email))));
		}
		expect(about).toEqual(about.map(() => about[0]));
		expected(about[0] ?? []);
	}

	it('gives the same rows about them, with the plan that they would lose', async () => {
		await expectSameRows({}, (rows) => {
			expect(outcomesOf(rows)).toEqual(rows.map(() => 'wouldRevoke'));
			expect(rows.map(({ plan }) => plan)).toContain('free');
			expect(rows.map(({ plan }) => plan)).not.toContain(undefined);
		});
	});

	it('says nothing of them with Revoke off', async () => {
		await expectSameRows({ revoke: false }, (rows) => expect(rows).toEqual([]));
	});

	it('keeps those of Never Revoke, and leaves unclear who is similar to an entry', async () => {
		await expectSameRows({ neverRevoke: ['paying@example.org', 'fr.ee@example.org'] }, (rows) => {
			const outcomes = Object.fromEntries(rows.map(({ email, outcome }) => [email, outcome]));
			expect(outcomes).not.toHaveProperty('paying@example.org');
			expect(outcomes).toMatchObject({
				'free@example.org': 'unclear',
				'both@example.org': 'wouldRevoke',
			});
		});
	});
});

it.each([1, 30, 120])(
	'revokeAccess ends %d accesses that another worker has just granted',
	async (count) => {
		addBystanders();
		const names = Array.from({ length: count }, (_, n) => `buyer${n}`);
		for (const name of names)
			account.service.state.addCustomer({ email: emailOf(name), products: [OTHER_PRODUCT] });
		await byAnotherWorker('grantAccess', ...names);
		const input = names.map((name) => ({ email: emailOf(name) }));
		const checked = await account.run({ operation: 'checkAccess' }, { input });
		expect(checked.json.map(({ hasAccess }) => hasAccess)).toEqual(names.map(() => true));
		const { json } = await account.run({ operation: 'revokeAccess' }, { input });
		expect(outcomesOf(json)).toEqual(names.map(() => 'revoked'));
		for (const { email, grants } of account.customers)
			if (email.startsWith('buyer'))
				expect(grants.map(({ productId }) => productId)).toEqual([OTHER_PRODUCT]);
	},
);

it.each([5, 30])(
	'grantAccess grants nothing to %d customers who have both plans and are listed for each',
	async (count) => {
		// Each row of the list shows its own plan, the free one first.
		let listed = 0;
		account.onTheWay({
			body: (body, { method, path, query }) =>
				method === 'GET' && path.endsWith('/customers') && String(query).includes('product')
					? body.replaceAll(
							/"plan":"\w+"/g,
							() => `"plan":"${listed++ % 2 === 0 ? 'free' : 'standard'}"`,
						)
					: body,
		});
		const names = Array.from({ length: count }, (_, n) => `both${n}`);
		for (const name of names) {
			const { id } = account.service.state.addCustomer({ email: emailOf(name), products: [] });
			giveBothPlans(account, id);
		}
		const input = names.map((name) => ({ email: emailOf(name) }));
		const additionalFields = { plan: 'standard' };
		const { json } = await account.run({ operation: 'grantAccess', additionalFields }, { input });
		expect(outcomesOf(json)).toEqual(names.map(() => 'unchanged'));
		expect(account.writes).toEqual([]);
	},
);

it('a total that counts the page does not make a run of twenty-one rows read a long list', async () => {
	for (let n = 0; n < 3000; n++) {
		account.service.state.addCustomer({ email: emailOf(`member${n}`), products: [PRODUCT] });
	}
	account.onTheWay({
		body: (body) => body.replace(/"count":(\d+),"total":\d+/, '"count":$1,"total":$1'),
	});
	const input = Array.from({ length: 21 }, (_, n) => ({ email: emailOf(`member${140 * n}`) }));
	const { json } = await account.run({ operation: 'checkAccess' }, { input });
	expect(json.map(({ hasAccess }) => hasAccess)).toEqual(input.map(() => true));
	expect(account.asked.length).toBeLessThan(2 * 21);
});

it.each(['simplified', 'full'])(
	'checkAccess shows the same columns however it has found somebody, with Output on %s',
	async (output) => {
		const { id } = account.service.state.addCustomer({ email: emailOf('ada'), products: [] });
		await byAnotherWorker('grantAccess', 'ada');
		const input = [{ email: emailOf('ada'), id }];
		const run = async (customer: INodeParameters[string]) =>
			await account.run({ operation: 'checkAccess', output, customer }, { input });
		const atRecord = await run(chosen('={{ $json.id }}'));
		account.clock.now += 600_000;
		const inList = await run(chosen('={{ $json.email }}', 'email'));
		expect(inList.json).toMatchObject([{ hasAccess: true, id }]);
		expect(account.asked.at(-1)).toBe('GET /customers');
		expect(Object.keys(atRecord.json[0] ?? {})).toEqual(Object.keys(inList.json[0] ?? {}));
	},
);

it('revokeAccess names a repeated row once, although two customers have the address', async () => {
	const ids = addNamesakes(account, [[PRODUCT], [PRODUCT]]);
	const input = [{ email: ADA }, { email: ADA }];
	const { json, hints } = await account.run({ operation: 'revokeAccess' }, { input });
	expect(json.filter(({ outcome }) => outcome === 'revoked').map(({ id }) => id)).toEqual(ids);
	expect(hints.join()).toContain('or customer: row 2.');
});
