import { describe, expect, it } from 'vitest';

import { Account } from '../../account.mts';

describe.each(['apiKey', 'oAuth2'])(
	'with %s, a response that arrives too slowly',
	(authentication) => {
		const account = new Account('product', { authentication, operation: 'get', product: 101 });

		const drip = (path: RegExp) =>
			account.service.faults.add({ kind: 'drip', times: 1000, match: { path } });

		it('is aborted at its deadline', async () => {
			drip(/products/);
			const { error } = await account.run({});
			expect(error?.message).toBe('The service did not answer in time');
			expect(account.clock.deadlines).toContain(60_000);
		});

		it('makes a write ambiguous', async () => {
			drip(/videos/);
			const { error } = await account.run({ operation: 'delete', video: 5 }, { node: 'video' });
			expect(error?.description).toContain('It may have been done anyway');
		});

		it('is aborted at the Timeout option', async () => {
			drip(/products/);
			await account.run({ requestOptions: { timeout: 2000 } });
			expect(account.clock.deadlines).toContain(2000);
			expect(account.clock.deadlines).not.toContain(60_000);
		});

		it('does not block other requests, and its connections are closed', async () => {
			const sockets = () =>
				process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
			const before = sockets();
			drip(/products/);
			const runs = Array.from({ length: 45 }, async () => await account.run({}));
			for (const { error } of await Promise.all(runs)) expect(error).toBeDefined();
			await expect.poll(sockets).toBeLessThanOrEqual(before);
		});
	},
);
