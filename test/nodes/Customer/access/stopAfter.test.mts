import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { RunOptions } from '../../../kit/engine.mts';
import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';
import { outcomesOf, PRODUCT } from '../kit.mts';

const account = new Account('customer', {
	product: chosen(PRODUCT),
	customer: chosen('={{ $json.email }}', 'email'),
	email: '={{ $json.email }}',
	stopIfMoreCreatedThan: '10000',
});

const emailOf = (n: number) => `c${n}@example.org`;

const rows = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, n) => ({ email: emailOf(n) }));

const countOf = (outcome: string, json: IDataObject[]) =>
	outcomesOf(json).filter((value) => value === outcome).length;

/** The operations that create customers, each with the parameters of a run. Creations are limited to 5 a second. */
const WRITERS: Array<[operation: string, of: (options: INodeParameters) => INodeParameters]> = [
	['grantAccess', (options) => ({ options })],
	['createOrUpdate', (options) => ({ options })],
	['syncAccess', (options) => ({ dryRun: false, stopIfMoreThan: '100%', options })],
];

describe.each(WRITERS)('%s', (operation, of) => {
	const run = async (
		count: number,
		options: INodeParameters = {},
		runOptions: Partial<RunOptions> = {},
	) => {
		const parameters = { operation, ...of(options) };
		return await account.run(parameters, { input: rows(count), ...runOptions });
	};

	it('with Stop After, begins nothing after the time, ends normally, and a later run goes on', async () => {
		const { json, error, hints } = await run(30, { stopAfter: '0.05' });
		expect(error).toBeUndefined();
		const [created, postponed] = [countOf('created', json), countOf('postponed', json)];
		expect(created).toBe(account.customers.length);
		expect(created).toBeGreaterThan(10);
		expect(created).toBeLessThan(30);
		expect(created + postponed).toBe(30);
		expect(hints.join()).toContain(`${created} created, ${postponed} postponed.`);
		expect(json.at(-1)).toMatchObject({ outcome: 'postponed', email: emailOf(29) });
		const later = await run(30);
		expect(countOf('created', later.json)).toBe(postponed);
		expect(account.customers).toHaveLength(30);
	});

	it('with Stop After, leaves half of the time to the writes when look-ups are slow', async () => {
		account.onTheWay({
			query: (query) => {
				account.clock.now += 500;
				return query;
			},
		});
		const { json, error } = await run(400, { stopAfter: 1 });
		expect(error).toBeUndefined();
		const created = countOf('created', json);
		expect(created).toBeGreaterThan(20);
		expect(countOf('postponed', json)).toBe(400 - created);
		expect(json[399]).toMatchObject({ outcome: 'postponed', email: emailOf(399) });
	});

	it('of an execution that is cancelled, names as failed only who was not created', async () => {
		const execution = new AbortController();
		account.clock.whileWaiting = () => {
			if (account.customers.length >= 15) execution.abort();
		};
		const { json } = await run(
			30,
			{},
			{ onError: 'continueRegularOutput', signal: execution.signal },
		);
		const created = account.customers.map(({ email }) => email).toSorted();
		expect(created.length).toBeLessThan(30);
		const shown = json.filter(({ outcome }) => outcome === 'created').map(({ email }) => email);
		expect(shown.toSorted()).toEqual(created);
		expect(json).toHaveLength(30);
	});
});

describe('syncAccess, with Stop After,', () => {
	const sync = async (count: number) =>
		await account.run(
			{
				operation: 'syncAccess',
				dryRun: false,
				stopIfMoreThan: '100%',
				options: { stopAfter: '0.05' },
			},
			{ input: rows(count) },
		);

	it('revokes nobody when a creation was postponed', async () => {
		account.service.state.addCustomer({ email: 'old@example.org', products: [PRODUCT] });
		const { json, hints } = await sync(30);
		expect(hints.join()).toContain(
			'No access was revoked because rows were postponed. A later run continues with them, and then revokes it.',
		);
		expect(json).toContainEqual(
			expect.objectContaining({ outcome: 'postponed', email: 'old@example.org' }),
		);
		expect(account.writes.filter((write) => write.startsWith('DELETE'))).toEqual([]);
	});

	it('says nothing about revocations when nobody would lose access', async () => {
		expect((await sync(30)).hints.join()).not.toContain('revoked');
	});

	it('leaves customers alone who need nothing, and does not call them postponed', async () => {
		account.service.state.addCustomer({ email: emailOf(0), products: [PRODUCT] });
		const { hints } = await sync(30);
		expect(hints.join()).toContain('1 unchanged');
	});
});

it('grantAccess says in a dry run how long the creations take', async () => {
	const parameters = { operation: 'grantAccess', options: { dryRun: true, stopAfter: '0.05' } };
	const { json, hints } = await account.run(parameters, { input: rows(300) });
	expect(countOf('wouldCreate', json)).toBe(300);
	expect(hints.join()).toContain(
		'300 would be created. Creating 300 customers takes about a minute.',
	);
	expect(account.writes).toEqual([]);
});

it.each([
	['a dry run of 299', { dryRun: true }, 299],
	['a real run of 300', {}, 300],
])(
	'grantAccess says nothing of the time that the creations take in %s',
	async (_, options, count) => {
		const parameters = { operation: 'grantAccess', options };
		const { hints } = await account.run(parameters, { input: rows(count) });
		expect(hints.join()).not.toContain('takes about');
	},
);

it('grantAccess postpones the second row of somebody whose creation was postponed', async () => {
	const input = [...rows(30), { email: emailOf(29) }];
	const parameters = { operation: 'grantAccess', options: { stopAfter: '0.05' } };
	const { json } = await account.run(parameters, { input });
	expect(json.slice(-2)).toMatchObject([{ outcome: 'postponed' }, { outcome: 'postponed' }]);
});
