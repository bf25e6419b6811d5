import { describe, expect, it } from 'vitest';

import { Account } from '../../account.mts';

describe.each(['apiKey', 'oAuth2'])('with %s, an answer that drips', (authentication) => {
	const account = new Account('product', { authentication, operation: 'get', product: 101 });

	const drip = (path: RegExp) =>
		account.service.faults.add({ kind: 'drip', times: 1000, match: { path } });

	it('ends by its deadline', async () => {
		drip(/products/);
		const { error } = await account.run({});
		expect(error?.message).toBe('The service did not answer in time');
		expect(account.clock.deadlines).toContain(60_000);
	});

	it('to a write is told as what may have happened', async () => {
		drip(/videos/);
		const { error } = await account.run({ operation: 'delete', video: 5 }, { node: 'video' });
		expect(error?.description).toContain('It may have been done all the same');
	});

	it('ends by the time-out that the person sets', async () => {
		drip(/products/);
		await account.run({ requestOptions: { timeout: 2000 } });
		expect(account.clock.deadlines).toContain(2000);
		expect(account.clock.deadlines).not.toContain(60_000);
	});

	it('many times blocks nobody else for longer, and its connections end', async () => {
		const sockets = () =>
			process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
		const before = sockets();
		drip(/products/);
		const runs = Array.from({ length: 45 }, async () => await account.run({}));
		for (const { error } of await Promise.all(runs)) expect(error).toBeDefined();
		await expect.poll(sockets).toBeLessThanOrEqual(before);
	});
});
