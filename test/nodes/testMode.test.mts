import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { runAgent } from '../kit/agent.mts';
import { defined, only } from '../kit/defined.mts';
import type { RunOptions } from '../kit/engine.mts';
import { Account } from './account.mts';
import { chosen } from './kit.mts';
import { NOTHING_CHANGED } from './runTexts.mts';

const PRODUCT = 101;
const ADA = 'ada@example.org';
const REFUSED = 'The credential is in test mode';

/** Runs operations of a node with a credential in test mode. */
function inTestMode(node: string, options: ConstructorParameters<typeof Account>[2] = {}) {
	const account = new Account(node, {}, options);
	const credential = (testMode: unknown = true) => ({
		...account.credential,
		data: { ...account.credential.data, testMode: testMode as boolean },
	});
	const run = async (parameters: INodeParameters, more: Partial<RunOptions> = {}) =>
		await account.run(parameters, { credential: credential(), ...more });
	/** Returns the only item. */
	const item = async (parameters: INodeParameters, more: Partial<RunOptions> = {}) => {
		const { error, json } = await run(parameters, more);
		if (error) throw error;
		return only(json);
	};
	return { account, credential, run, item };
}

describe('a video in test mode', () => {
	const { account, run, item } = inTestMode('video', { seed: 'believable' });
	const first = () => defined([...account.service.state.videos.all()][0]);

	it('is updated in the output alone, which says so first', async () => {
		const { id, title } = first();
		const update = { operation: 'update', video: chosen(id), updateFields: { title: 'New' } };
		const updated = await item(update);
		expect(Object.keys(updated)[0]).toBe('testMode');
		expect(updated).toMatchObject({ testMode: true, id, title: 'New' });
		expect(Object.keys(updated)).toContain('href');
		expect(first().title).toBe(title);
		expect(account.writes).toEqual([]);
	});

	it('does not say so in raw records', async () => {
		const { id } = first();
		const parameters = { video: chosen(id), output: 'raw', updateFields: { title: 'New' } };
		const updated = await item({ operation: 'update', ...parameters });
		expect(updated).toMatchObject({ id, title: 'New' });
		expect(updated).not.toHaveProperty('testMode');
	});

	it('that does not exist fails as it would', async () => {
		const parameters = { video: chosen(99999), updateFields: { title: 'New' } };
		const { error } = await run({ operation: 'update', ...parameters });
		expect(error?.message).toBe('No video 99999');
	});

	it('is checked like in a real run', async () => {
		const { error } = await run({ operation: 'update', video: chosen(first().id) });
		expect(error?.message).toBe('There is nothing to update');
	});

	it('has an ID when it is created, which the next step refuses with a sentence', async () => {
		const created = await item({ operation: 'create', title: 'A film' });
		expect(created).toMatchObject({ testMode: true, title: 'A film' });
		expect(Number(created.id)).toBeLessThan(0);
		const another = await item({ operation: 'create', title: 'A film' });
		expect(another.id).not.toBe(created.id);
		for (const operation of ['get', 'delete', 'getFiles']) {
			const { error } = await run({ operation, video: chosen(Number(created.id)) });
			expect(error?.message).toContain('is an ID that only test mode has given');
			expect(error?.description).toContain('nothing was created');
		}
		expect(account.writes).toEqual([]);
	});
});

describe('a customer in test mode', () => {
	const { account, credential, run, item } = inTestMode('customer');

	it('is created without the secrets of the row in any output', async () => {
		for (const output of ['simplified', 'full', 'raw']) {
			const parameters = { email: ADA, product: chosen(PRODUCT), output };
			const billing = { billingProvider: 'apple', receipt: 'secret-receipt' };
			const additionalFields = { password: 'secret-password', ...billing };
			const created = await item({ operation: 'create', ...parameters, additionalFields });
			expect(created).toMatchObject({ email: ADA });
			expect(JSON.stringify(created)).not.toContain('secret-');
		}
		expect(account.customers).toEqual([]);
	});

	it('leaves nothing behind in the memory of n8n when test mode is turned off', async () => {
		const parameters = { email: ADA, product: chosen(PRODUCT) };
		await item({ operation: 'create', ...parameters });
		const granted = {
			operation: 'grantAccess',
			customer: chosen(ADA, 'email'),
			product: chosen(PRODUCT),
		};
		const real = await item(granted, { credential: credential(false) });
		expect(real).toMatchObject({ outcome: 'created' });
		const { id } = real;
		const removal = {
			operation: 'removeProduct',
			customer: chosen(Number(id)),
			product: chosen(PRODUCT),
		};
		expect(await item(removal)).toMatchObject({ testMode: true });
		const check = { ...granted, operation: 'checkAccess' };
		expect(await item(check, { credential: credential(false) })).toMatchObject({ hasAccess: true });
	});

	it('keeps access that may come back, where a removal was only tried', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
		account.service.state.editCustomer(id, (draft) => {
			draft.status = 'paused';
		});
		const removed = { customer: chosen(id), product: chosen(PRODUCT) };
		await item({ operation: 'removeProduct', ...removed });
		const check = { operation: 'checkAccess', ...removed };
		const checked = await item(check, { credential: credential(false) });
		expect(checked).toMatchObject({ hasAccess: false, reason: 'paused' });
	});

	it('that exists is not created', async () => {
		const parameters = { email: ADA, product: chosen(PRODUCT) };
		await item({ operation: 'create', ...parameters }, { credential: credential(false) });
		const { error } = await run({ operation: 'create', ...parameters });
		expect(error?.message).toContain('is already a customer');
	});

	describe('in a published workflow', () => {
		const granting = {
			operation: 'grantAccess',
			customer: chosen(ADA, 'email'),
			product: chosen(PRODUCT),
		};

		it.each(['trigger', 'webhook', 'error', 'retry', 'cli', 'integrated'] as const)(
			'fails in the mode %s',
			async (mode) => {
				const { error } = await run(granting, { mode });
				expect(error?.message).toContain(REFUSED);
				expect(error?.description).toContain(NOTHING_CHANGED);
				expect(account.writes).toEqual([]);
			},
		);

		it('fails as a sub-workflow, and succeeds as that of one that somebody tries', async () => {
			const published = { mode: 'integrated', rootMode: 'trigger' } as const;
			expect((await run(granting, published)).error?.message).toContain(REFUSED);
			const tried = { mode: 'integrated', rootMode: 'manual' } as const;
			expect((await run(granting, tried)).error).toBeUndefined();
			expect(account.writes).toEqual([]);
		});
	});

	it('is read in a published workflow, also by a dry run', async () => {
		const mode = 'trigger';
		expect((await run({ operation: 'getAll' }, { mode })).error).toBeUndefined();
		const parameters = { customer: chosen(ADA, 'email'), product: chosen(PRODUCT) };
		const check = { operation: 'checkAccess', ...parameters };
		expect(await item(check, { mode })).toMatchObject({ hasAccess: false });
		const dry = { operation: 'grantAccess', ...parameters, options: { dryRun: true } };
		expect(await item(dry, { mode })).toMatchObject({ outcome: 'wouldCreate' });
	});

	it.each([
		[true, 0],
		['true', 0],
		[false, 1],
		['false', 1],
		['', 1],
		[undefined, 1],
	])('is created or not with the switch %j: %i writes', async (testMode, writes) => {
		const parameters = { operation: 'create', email: ADA, product: chosen(PRODUCT) };
		const options = {
			credential: { ...account.credential, data: { ...account.credential.data, testMode } },
		};
		await item(parameters, options as Partial<RunOptions>);
		expect(account.writes).toHaveLength(writes);
	});

	it('is left alone by the tool of an agent', async () => {
		const answers: string[] = [];
		const work = async (tool: { invoke: (args: IDataObject) => Promise<string> }) =>
			answers.push(await tool.invoke({}));
		const parameters = { email: ADA, customer: chosen(ADA, 'email'), product: chosen(PRODUCT) };
		for (const one of [
			{ operation: 'create' },
			{ operation: 'grantAccess' },
			{ operation: 'grantAccess', output: 'summary' },
		]) {
			const all = { resource: 'customer', ...one, ...parameters };
			await runAgent({ node: 'customer', parameters: all, credential: credential(), work });
		}
		expect(answers.join()).toMatch(/testMode.*wouldCreate/);
		expect(answers.at(-1)).toContain('Test mode of the credential: nothing was changed');
		expect(account.writes).toEqual([]);
	});
});
