import { ExecuteSingleContext } from 'n8n-core';
import { expect, it, vi } from 'vitest';

import { Account } from '../account.mts';
import { chosen } from '../kit.mts';
import { PRODUCT } from './kit.mts';

const account = new Account('customer', {
	product: chosen(PRODUCT),
	customer: chosen('={{ $json.email }}', 'email'),
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
	const input = Array.from({ length: 100 }, (_, n) => ({ email: `c${n}@example.org` }));
	await account.run({ operation: 'grantAccess' }, { input });
	spy.mockRestore();
	expect(lines[0]).toMatch(/^Grant Access: \d+ looked up, \d+ left$/);
});
