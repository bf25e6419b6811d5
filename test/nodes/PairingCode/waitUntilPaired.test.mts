import { describe, expect, it } from 'vitest';

import { Account } from '../account.mts';

const account = new Account('pairingCode', { operation: 'waitUntilPaired', timeout: 20 });

const continuing = { options: { continueIfNotPaired: true } };

async function newCode(): Promise<string> {
	const { code } = await account.runOnce({ operation: 'create' });
	account.service.clearLogs();
	return String(code);
}

function pairAfter(code: string, waits: number): void {
	const { id } = account.service.state.addCustomer();
	account.clock.whileWaiting = () => {
		if (account.clock.waits.length === waits) account.service.pair(code, id);
	};
}

const waited = () => account.clock.waits.reduce((sum, wait) => sum + wait, 0);

it('waitUntilPaired returns the tokens once the customer has entered the code', async () => {
	const code = await newCode();
	pairAfter(code, 3);
	const item = await account.runOnce({ code });
	expect(item).toMatchObject({
		access_token: expect.any(String),
		refresh_token: expect.any(String),
		outcome: 'paired',
	});
	expect(Object.keys(item).slice(0, 2)).toEqual(['outcome', 'access_token']);
	expect(account.clock.waits).toEqual([2_500, 2_500, 2_500]);
	expect(account.asked).toEqual(Array(4).fill(`GET /oauth/codes/${code}`));
});

it('get does not report a code as unpaired after a 404 from a proxy', async () => {
	const code = await newCode();
	account.service.faults.add({ kind: 'empty', times: 99 });
	const { error } = await account.run({ operation: 'get', code });
	expect(error?.message).toBe("The response didn't come from the service");
});

describe('waitUntilPaired, when the code is not entered in time,', () => {
	it('fails with an error', async () => {
		const { error } = await account.run({ code: await newCode(), timeout: 1 });
		expect(error?.message).toContain('within 1 minute');
		expect(error?.description).toContain('30 minutes');
		expect(waited()).toBe(60_000);
	});

	it('returns an item with Continue if Not Paired, and keeps the pace to the end', async () => {
		const code = await newCode();
		const item = await account.runOnce({ code, timeout: 1.01, ...continuing });
		expect(item).toEqual({ code, outcome: 'timedOut' });
		expect(Math.min(...account.clock.waits)).toBe(2_500);
	});
});

describe('waitUntilPaired, when the code has expired after 30 minutes,', () => {
	it('fails with an error about the expiry, after at most 500 retries', async () => {
		const { error } = await account.run({ code: await newCode(), timeout: 600 });
		expect(error?.message).toContain('has expired');
		expect(error?.description).toContain('Create a new code and show it to the customer.');
		expect(waited()).toBe(1_800_000);
		expect(account.clock.waits.length).toBe(500);
	});

	it('returns an item with Continue if Not Paired', async () => {
		const code = await newCode();
		const item = await account.runOnce({ code, timeout: 30, ...continuing });
		expect(item).toEqual({ code, outcome: 'expired' });
	});

	it('fails with an error about the time-out when the code is older than the wait', async () => {
		const code = await newCode();
		account.clock.now += 1_700_000;
		const { error } = await account.run({ code, timeout: 5 });
		expect(error?.message).toContain('within 5 minutes');
	});
});

it.each(['0', '-5', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
	'waitUntilPaired polls no faster than documented after Retry-After %s',
	async (retryAfter) => {
		const code = await newCode();
		const headers = { 'retry-after': retryAfter };
		account.service.faults.add({ status: 429, headers, times: 1000 });
		await account.run({ code });
		expect(account.asked.length).toBeGreaterThan(3);
		expect(Math.min(...account.clock.waits)).toBeGreaterThanOrEqual(2_500);
	},
);
