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
	stopIfMoreGrantedThan: '10000',
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
	['syncAccess', (options) => ({ dryRun: false, stopIfMoreRevokedThan: '100%', options })],
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

it('grantAccess says in a dry run how long the creations take', async () => {
	const parameters = { operation: 'grantAccess', options: { dryRun: true } };
	const { json, hints } = await account.run(parameters, { input: rows(300) });
	expect(countOf('wouldCreate', json)).toBe(300);
	expect(hints.join()).toContain(' and 297 more. Creating 300 customers takes about a minute.');
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
