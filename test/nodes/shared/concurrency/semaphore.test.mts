import { describe, expect, it } from 'vitest';

import type { AcquireOptions } from '../../../../nodes/shared/concurrency/semaphore';
import type * as Concurrency from '../../../../nodes/shared/concurrency/semaphore';
import { built } from '../../../kit/built.mts';

const { Semaphore } = built<typeof Concurrency>('shared/concurrency/semaphore');

describe('a semaphore', () => {
	const settle = async () => await new Promise(setImmediate);

	/** Returns the order in which a semaphore with one slot serves callers, whose group is their first letter. */
	async function served(callers: Array<[group: string, options?: AcquireOptions]>) {
		const semaphore = new Semaphore(1);
		const order: string[] = [];
		const first = semaphore.runExclusive(settle);
		const others = callers.map(async ([name, options]) => {
			const work = async () => await Promise.resolve(order.push(name));
			await semaphore.runExclusive(work, { group: name.charAt(0), ...options }).catch(() => {});
		});
		await Promise.all([first, ...others]);
		return order;
	}

	it('serves its groups in turn, and each group in the order of arrival', async () => {
		const callers = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name): [string] => [name]);
		const order = await served([...callers, ['a0', { isRetry: true }]]);
		expect(order).toEqual(['a0', 'b1', 'c1', 'a1', 'b2', 'a2', 'a3']);
	});

	it('serves the next group when the only caller of a group was cancelled', async () => {
		const cancelled = { signal: AbortSignal.abort() };
		expect(await served([['a1', cancelled], ['b1'], ['c1', cancelled], ['c2']])).toEqual([
			'b1',
			'c2',
		]);
	});

	it('frees no slot for a cancelled call that had none', async () => {
		const semaphore = new Semaphore(1);
		const controller = new AbortController();
		let finish = () => {};
		const first = semaphore.runExclusive(
			async () => await new Promise<void>((resolve) => (finish = resolve)),
		);
		const second = semaphore.runExclusive(async () => 'second', { signal: controller.signal });
		const refused = expect(second).rejects.toThrow('cancelled');
		let isThirdRunning = false;
		const third = semaphore.runExclusive(async () => (isThirdRunning = true));
		controller.abort();
		await refused;
		await settle();
		expect(isThirdRunning).toBe(false);
		finish();
		await Promise.all([first, third]);
	});

	it('frees no slot for a cancelled call that waited for another one', async () => {
		const semaphore = new Semaphore(1);
		const controller = new AbortController();
		let finish = () => {};
		const first = semaphore.runExclusive(
			async () => await new Promise<void>((resolve) => (finish = resolve)),
		);
		let isSecondRunning = false;
		const second = semaphore.runExclusive(async () => (isSecondRunning = true));
		const third = semaphore.runExclusive(async () => 'third', { signal: controller.signal });
		const refused = expect(third).rejects.toThrow('cancelled');
		controller.abort();
		await refused;
		await settle();
		expect(isSecondRunning).toBe(false);
		finish();
		await Promise.all([first, second]);
	});

	it('is free again after a call, whether it succeeded or failed', async () => {
		const semaphore = new Semaphore(1);
		expect(await semaphore.runExclusive(async () => 'first')).toBe('first');
		const failing = semaphore.runExclusive(async () => await Promise.reject(new Error('broken')));
		await expect(failing).rejects.toThrow('broken');
		expect(await semaphore.runExclusive(async () => 'third')).toBe('third');
	});

	it('passes a slot that was granted to a cancelled call to the next one', async () => {
		const semaphore = new Semaphore(1);
		const controller = new AbortController();
		let finish = () => {};
		const first = semaphore.runExclusive(
			async () => await new Promise<void>((resolve) => (finish = resolve)),
		);
		const second = semaphore.runExclusive(async () => 'second', { signal: controller.signal });
		const refused = expect(second).rejects.toThrow('cancelled');
		const third = semaphore.runExclusive(async () => 'third');
		await settle();
		finish();
		controller.abort();
		await Promise.all([first, refused]);
		expect(await third).toBe('third');
	});
});
