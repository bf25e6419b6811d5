import { describe, expect, it } from 'vitest';

import type * as Concurrency from '../../../../nodes/shared/concurrency/semaphore';
import { built } from '../../../kit/built.mts';

const { Semaphore } = built<typeof Concurrency>('shared/concurrency/semaphore');

describe('a semaphore', () => {
	const settle = async () => await new Promise(setImmediate);

	type Semaphore = InstanceType<typeof Semaphore>;

	/** Holds a slot during the work. */
	async function holding<T>(
		semaphore: Semaphore,
		work: () => Promise<T>,
		{ group, signal }: { group?: string; signal?: AbortSignal } = {},
	): Promise<T> {
		const release = await semaphore.acquire(group, signal);
		return await work().finally(release);
	}

	/** Returns the order in which a semaphore with one slot serves callers, whose group is their first letter. */
	async function served(callers: Array<[name: string, signal?: AbortSignal]>) {
		const semaphore = new Semaphore(1);
		const order: string[] = [];
		const first = holding(semaphore, settle);
		const rest = callers.map(async ([name, signal]) => {
			const work = async () => await Promise.resolve(order.push(name));
			const group = name.charAt(0);
			await holding(semaphore, work, { group, ...(signal && { signal }) }).catch(() => {});
		});
		await Promise.all([first, ...rest]);
		return order;
	}

	it('serves its groups in turn, and each group in the order of arrival', async () => {
		const callers = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name): [string] => [name]);
		expect(await served(callers)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
	});

	it('serves the next group when the only caller of a group was cancelled', async () => {
		const cancelled = AbortSignal.abort();
		expect(await served([['a1', cancelled], ['b1'], ['c1', cancelled], ['c2']])).toEqual([
			'b1',
			'c2',
		]);
	});

	it('frees no slot for a cancelled call that had none', async () => {
		const semaphore = new Semaphore(1);
		const controller = new AbortController();
		let finish = () => {};
		const first = holding(
			semaphore,
			async () => await new Promise<void>((resolve) => (finish = resolve)),
		);
		const second = holding(semaphore, async () => 'second', { signal: controller.signal });
		const refused = expect(second).rejects.toThrow('canceled');
		let isThirdRunning = false;
		const third = holding(semaphore, async () => (isThirdRunning = true));
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
		const first = holding(
			semaphore,
			async () => await new Promise<void>((resolve) => (finish = resolve)),
		);
		let isSecondRunning = false;
		const second = holding(semaphore, async () => (isSecondRunning = true));
		const third = holding(semaphore, async () => 'third', { signal: controller.signal });
		const refused = expect(third).rejects.toThrow('canceled');
		controller.abort();
		await refused;
		await settle();
		expect(isSecondRunning).toBe(false);
		finish();
		await Promise.all([first, second]);
	});

	it('is free again after a call, whether it succeeded or failed', async () => {
		const semaphore = new Semaphore(1);
		expect(await holding(semaphore, async () => 'first')).toBe('first');
		const failing = holding(semaphore, async () => await Promise.reject(new Error('broken')));
		await expect(failing).rejects.toThrow('broken');
		expect(await holding(semaphore, async () => 'third')).toBe('third');
	});

	it('passes a slot that was granted to a cancelled call to the next one', async () => {
		const semaphore = new Semaphore(1);
		const controller = new AbortController();
		let finish = () => {};
		const first = holding(
			semaphore,
			async () => await new Promise<void>((resolve) => (finish = resolve)),
		);
		const second = holding(semaphore, async () => 'second', { signal: controller.signal });
		const refused = expect(second).rejects.toThrow('canceled');
		const third = holding(semaphore, async () => 'third');
		await settle();
		finish();
		controller.abort();
		await Promise.all([first, refused]);
		expect(await third).toBe('third');
	});
});
