import { ExecuteSingleContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';

import { Account } from '../account.mts';
import { chosen } from '../kit.mts';
import { PRODUCT } from './kit.mts';

const account = new Account('customer', {
	product: chosen(PRODUCT),
	customer: chosen('={{ $json.email }}', 'email'),
	email: '={{ $json.email }}',
});

const rows = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, n) => ({ email: `c${n}@example.org` }));

const NOT_TRIED = 'not tried: the service did not answer the rows before it';

const isNotTried = ({ error }: IDataObject) => String(error).includes(NOT_TRIED);

const run = async (operation: string, count: number) =>
	await account.run({ operation }, { input: rows(count), onError: 'continueRegularOutput' });

const failAll = (fault: { status: number }, times: number, method = 'GET') =>
	account.fail(method, ...Array.from({ length: times }, () => fault));

describe.each(['grantAccess', 'createOrUpdate', 'checkAccess', 'revokeAccess'])(
	'%s',
	(operation) => {
		it('gives up when the service answers no row, says so, and counts the rows apart', async () => {
			failAll({ status: 503 }, 1000);
			const { json, hints } = await run(operation, 100);
			const untried = json.filter(isNotTried).length;
			expect(untried).toBeGreaterThanOrEqual(60);
			expect(json.filter(({ error }) => error !== undefined)).toHaveLength(100);
			expect(hints.join()).toContain(`${100 - untried} failed, ${untried} not tried`.slice(-12));
			expect(account.asked.length).toBeLessThan(300);
			expect(account.writes).toEqual([]);
		});

		it('tries all rows when the service refuses each of them', async () => {
			failAll({ status: 403 }, 1000);
			const { json } = await run(operation, 60);
			expect(json.filter(isNotTried)).toEqual([]);
			expect(account.asked.length).toBeGreaterThanOrEqual(60);
		});
	},
);

it.each(['grantAccess', 'create'])('%s gives up when no write is answered', async (operation) => {
	failAll({ status: 503 }, 2000, 'POST');
	const { json } = await run(operation, 100);
	expect(json.filter(isNotTried).length).toBeGreaterThanOrEqual(60);
	expect(account.customers).toEqual([]);
	account.service.faults.clear();
});

it('grantAccess logs how many rows were looked up', async () => {
	const lines: string[] = [];
	const methods = { info: (line: string) => lines.push(line) };
	const logger = methods as unknown as ExecuteSingleContext['logger'];
	const { ExecuteContext } = await import('n8n-core');
	const spy = vi.spyOn(ExecuteContext.prototype, 'logger', 'get').mockReturnValue(logger);
	account.onTheWay({
		query: (query) => {
			account.clock.now += 1000;
			return query;
		},
	});
	await run('grantAccess', 100);
	spy.mockRestore();
	expect(lines[0]).toMatch(/^Grant Access: \d+ looked up, \d+ left$/);
});
