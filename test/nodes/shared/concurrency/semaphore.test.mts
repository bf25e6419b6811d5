import { describe, expect, it } from 'vitest';

import type * as Concurrency from '../../../../nodes/shared/concurrency/semaphore';
import { built } from '../../../kit/built.mts';

const { FairQueue, Semaphore } = built<typeof Concurrency>('shared/concurrency/semaphore');

describe('a fair queue', () => {
	it('serves its groups in turn, and each group in the order of arrival', () => {
		const queue = new FairQueue<string>();
		for (const entry of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.add(entry.charAt(0), entry);
		queue.add('a', 'a0', true);
		const order = Array.from({ length: 8 }, () => queue.take());
		expect(order).toEqual(['a0', 'b1', 'c1', 'a1', 'b2', 'a2', 'a3', undefined]);
	});

	it('does not return a removed entry', () => {
		const queue = new FairQueue<string>();
		queue.add('a', 'a1');
		queue.add('a', 'a2');
		expect(queue.remove('a', 'a1')).toBe(true);
		expect(queue.remove('a', 'a1')).toBe(false);
		expect(queue.remove('b', 'a2')).toBe(false);
		expect(queue.take()).toBe('a2');
		expect(queue.take()).toBeUndefined();
	});

	it('serves the next group when the only entry of a group has been removed', () => {
		const queue = new FairQueue<string>();
		queue.add('a', 'a1');
		queue.add('b', 'b1');
		queue.remove('a', 'a1');
		expect(queue.take()).toBe('b1');
	});
});

describe('a semaphore', () => {
	const settle = async () => await new Promise(setImmediate);

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
