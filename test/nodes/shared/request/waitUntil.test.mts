import type { IExecuteSingleFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { timeoutOf } from '../../../../nodes/shared/request/waitUntil';
import type { Fault } from '../../../../service/faults.mts';
import { Account } from '../../account.mts';

const account = new Account('video', { operation: 'waitUntilUploaded', timeout: 10 });

it.each([
	['without one', {}, 30_000],
	['of 90 seconds', { requestOptions: { timeout: 90_000 } }, 30_000],
	['of 2 seconds', { requestOptions: { timeout: 2_000 } }, 2_000],
])('waitUntil, %s as Timeout, limits each request to 30 seconds', async (_, parameters, ms) => {
	const { id } = account.service.state.addVideo();
	await account.runOnce({ video: id, ...parameters });
	expect(account.clock.deadlines).toEqual([ms]);
});

describe("waitUntil, when the response is a proxy's 404,", () => {
	const fault: Fault = { kind: 'empty', status: 404 };

	it('polls again five times before the first usable response', async () => {
		const { id } = account.service.state.addVideo();
		account.fail('GET', { ...fault, times: 5 });
		expect(await account.runOnce({ video: id })).toMatchObject({ outcome: 'uploaded' });
		expect(account.asked).toHaveLength(6);
		expect(Math.min(...account.clock.waits)).toBe(5_000);
	});

	it('fails after a minute of such responses', async () => {
		const { id } = account.service.state.addVideo();
		const began = account.clock.now;
		account.fail('GET', { ...fault, times: 99 });
		expect((await account.run({ video: id })).error).toBeDefined();
		expect(account.clock.now - began).toBeLessThan(70_000);
		expect(account.asked.length).toBeGreaterThan(6);
	});

	it('polls again any number of times after a usable response', async () => {
		const finishesAt = account.clock.now + 300_000;
		const { id } = account.service.state.addVideo({ status: 'processing', finishesAt });
		account.fail('GET', { ...fault, after: 1, times: 9 });
		expect(await account.runOnce({ video: id })).toMatchObject({ outcome: 'uploaded' });
		expect(account.asked.length).toBeGreaterThan(10);
	});
});

it('waitUntil fails at once when the credential is refused', async () => {
	account.fail('GET', { status: 401, times: 9 });
	const { error } = await account.run({ video: account.service.state.addVideo().id });
	expect(error?.httpCode).toBe('401');
	expect(account.asked).toHaveLength(1);
});

describe('Timeout (Minutes)', () => {
	const read = (value: unknown) => {
		const context = {
			getNodeParameter: (name: string) => (name === 'timeout' ? value : undefined),
		};
		return timeoutOf(context as unknown as IExecuteSingleFunctions);
	};

	it('is a required number above 0, and read in milliseconds', () => {
		expect([1, '0.5'].map(read)).toEqual([60_000, 30_000]);
		for (const value of [0, -1, '', null, 'soon']) {
			expect(() => read(value)).toThrow(
				expect.objectContaining({
					message: expect.stringContaining('"Timeout (Minutes)" is not a number above 0: '),
					description: 'Enter the maximum number of minutes to wait, such as 30.',
				}),
			);
		}
	});
});
