import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { only } from '../../kit/defined.mts';
import { Account } from '../account.mts';
import { chosen } from '../kit.mts';
import { PRODUCT } from './kit.mts';
import { endedSentence, stopHeadline, stoppedSentence } from '../runTexts.mts';
import { REVOCATIONS } from '../../../nodes/Customer/access/limits.ts';

const account = new Account('customer', {
	operation: 'syncAccess',
	product: chosen(PRODUCT),
	email: '={{ $json.email }}',
	dryRun: false,
	output: 'summary',
	stopIfMoreRevokedThan: '1',
});

const toRows = (...emails: string[]): IDataObject[] => emails.map((email) => ({ email }));

function addSubscribers(...emails: string[]): void {
	for (const email of emails) account.service.state.addCustomer({ email, products: [PRODUCT] });
}

/** Runs the node with On Error > Continue (using error output). */
const run = async (input: IDataObject[], parameters: INodeParameters = {}) =>
	await account.run(parameters, { input, onError: 'continueErrorOutput' });

/** Returns the only item of a run, which must have left by the error output. */
async function failureOf(...asked: Parameters<typeof run>): Promise<IDataObject> {
	const { json, failed } = await run(...asked);
	expect(json).toEqual([]);
	return only(failed).json;
}

describe('Output: Summary with On Error > Continue (using error output)', () => {
	it('leaves by the error output where a limit stopped the run', async () => {
		addSubscribers('a@example.org', 'b@example.org', 'c@example.org');
		const item = await failureOf(toRows('a@example.org'));
		expect(Object.keys(item)).toEqual(['error', 'details']);
		const stop = stoppedSentence(REVOCATIONS, { count: 2, current: 3, allowed: '1' });
		expect(item.details).toMatchObject({
			text: item.error,
			revoked: 2,
			unchanged: 1,
			isDryRun: false,
			stopped: stop,
			rows: [{ outcome: 'wouldRevoke' }, { outcome: 'wouldRevoke' }],
		});
		expect(account.writes).toEqual([]);
	});

	it('leaves by the error output where the run ended before its first write', async () => {
		account.fail('GET', { status: 401 }, { status: 401 });
		const item = await failureOf(toRows('a@example.org'));
		expect(item.error).toBe(endedSentence('The service did not accept the credential'));
		expect(item.details).toMatchObject({ stopped: item.error, failed: 0, rows: [] });
	});

	it.each(['grantAccess', 'checkAccess', 'revokeAccess', 'createOrUpdate', 'syncAccess'])(
		'leaves by the error output where a row failed: %s',
		async (operation) => {
			const item = await failureOf(toRows('no address', 'a@example.org'), {
				operation,
				customer: chosen('={{ $json.email }}', 'email'),
			});
			expect(item.details).toMatchObject({ text: item.error, failed: 1 });
			expect(item.details).not.toHaveProperty('stopped');
		},
	);

	it('leaves by the first output where all went well', async () => {
		addSubscribers('a@example.org', 'b@example.org');
		const { json, failed } = await run(toRows('a@example.org'));
		expect(failed).toEqual([]);
		expect(only(json)).toMatchObject({ revoked: 1, unchanged: 1 });
	});

	it('leaves by the first output in a dry run that a limit would stop', async () => {
		addSubscribers('a@example.org', 'b@example.org', 'c@example.org');
		const { json, failed } = await run(toRows('a@example.org'), { dryRun: true });
		expect(failed).toEqual([]);
		expect(only(json)).toMatchObject({ revoked: 2, isDryRun: true });
	});
});

it('Output: Summary with On Error > Continue stays an item where a row failed', async () => {
	const { json } = await account.run(
		{},
		{ input: toRows('no address'), onError: 'continueRegularOutput' },
	);
	expect(only(json)).toMatchObject({ failed: 1 });
});

describe('A limit that stopped a turn of a loop', () => {
	const turnsOf = (count: number, size: number): IDataObject[][] =>
		Array.from({ length: Math.ceil(count / size) }, (_, turn) =>
			Array.from({ length: Math.min(size, count - turn * size) }, (__, n) => ({
				email: `c${turn * size + n}@example.org`,
			})),
		);

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'stops the last turn too, which wants less than the limit: %s',
		async (onError) => {
			const turns = turnsOf(230, 50);
			addSubscribers(...turns.flat().map(({ email }) => String(email)));
			const runs = await account.runOnInputs(
				{
					operation: 'revokeAccess',
					customer: chosen('={{ $json.email }}', 'email'),
					options: { stopIfMoreRevokedThan: '40' },
				},
				turns,
				{ onError },
			);
			expect(account.writes).toEqual([]);
			const { items, failed } = runs.at(-1) ?? {};
			expect(JSON.stringify([items, failed])).toContain(
				stopHeadline(REVOCATIONS, { count: 230, allowed: '40', isLater: true }),
			);
		},
	);

	it('counts a turn once that n8n tries again', async () => {
		addSubscribers('a@example.org', 'b@example.org');
		const { error } = await account.run(
			{
				operation: 'revokeAccess',
				output: 'simplified',
				customer: chosen('={{ $json.email }}', 'email'),
				options: { stopIfMoreRevokedThan: '1' },
			},
			{ input: toRows('a@example.org', 'b@example.org'), maxTries: 2 },
		);
		expect(error?.message).toBe(stopHeadline(REVOCATIONS, { count: 2, allowed: '1' }));
	});
});
