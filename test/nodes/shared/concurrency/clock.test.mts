import { getEventListeners } from 'node:events';

import { describe, expect, it, vi } from 'vitest';

import type * as Clock from '../../../../nodes/shared/concurrency/clock';
import { built } from '../../../kit/built.mts';
import { VirtualTime } from '../../../kit/time.mts';

const { CancelledError, clock, DeadlineError, unlessCancelled, wait, withDeadline } = built<
	typeof Clock
>('shared/concurrency/clock');

const never = async () => await new Promise<never>(() => {});

describe('wait', () => {
	it('lasts as long as requested', async () => {
		const time = new VirtualTime();
		await time.until(wait(2_500));
		expect(time.now).toBe(2_500);
	});

	it.each([0, -5, NaN])('of %d ms returns at once', async (milliseconds) => {
		const time = new VirtualTime();
		await time.until(wait(milliseconds));
		expect(time.now).toBe(0);
		expect(clock.sleep).not.toHaveBeenCalled();
	});

	it('rejects when the execution is cancelled', async () => {
		vi.spyOn(clock, 'sleep').mockImplementation(never);
		const controller = new AbortController();
		const waiting = expect(wait(1_000, controller.signal)).rejects.toBeInstanceOf(CancelledError);
		controller.abort();
		await waiting;
		await expect(unlessCancelled(never(), controller.signal)).rejects.toBeInstanceOf(
			CancelledError,
		);
	});
});

describe('work with a deadline', () => {
	it('waits no longer than a timer can, which would end at once', async () => {
		const { signal } = new AbortController();
		const deadline = vi.spyOn(clock, 'deadline').mockReturnValue(signal);
		await withDeadline(async () => await Promise.resolve(), 2 ** 40);
		expect(deadline).toHaveBeenCalledWith(2 ** 31 - 1);
	});

	it('returns its result when it settles in time', async () => {
		const time = new VirtualTime();
		const work = async () => {
			await time.sleep(900);
			return 'done';
		};
		expect(await time.until(withDeadline(work, 1_000))).toBe('done');
	});

	it('is aborted when time is up, and is not waited for', async () => {
		const time = new VirtualTime();
		let isCancelled = false;
		const work = async (signal: AbortSignal) => {
			signal.addEventListener('abort', () => (isCancelled = true));
			return await never();
		};
		const late = time.until(withDeadline(work, 1_000));
		await expect(late).rejects.toBeInstanceOf(DeadlineError);
		await expect(late).rejects.toMatchObject({ code: 'ETIMEDOUT', message: 'The time was over' });
		expect(isCancelled).toBe(true);
		expect(time.now).toBe(1_000);
	});

	it('adds no listener to a signal that many requests share', async () => {
		const deadline = new AbortController().signal;
		vi.spyOn(clock, 'deadline').mockReturnValue(deadline);
		const execution = new AbortController().signal;
		let end = () => {};
		const ended = new Promise<void>((resolve) => (end = resolve));
		const work = withDeadline(async () => await ended, 1_000, execution);
		for (const signal of [deadline, execution])
			expect(getEventListeners(signal, 'abort')).toEqual([]);
		end();
		await work;
	});

	it('leaves no listener on its signal when it has settled', async () => {
		const time = new VirtualTime();
		const signals: AbortSignal[] = [];
		const work = async (signal: AbortSignal) => void signals.push(signal);
		await time.until(withDeadline(work, 1_000));
		expect(signals.map((signal) => getEventListeners(signal, 'abort'))).toEqual([[]]);
	});

	it('ends when the execution is cancelled', async () => {
		const time = new VirtualTime();
		const controller = new AbortController();
		let isCancelled = false;
		const work = async (signal: AbortSignal) => {
			signal.addEventListener('abort', () => (isCancelled = true));
			return await never();
		};
		const cancelled = expect(
			time.until(withDeadline(work, 1_000, controller.signal)),
		).rejects.toBeInstanceOf(CancelledError);
		controller.abort();
		await cancelled;
		expect(isCancelled).toBe(true);
	});

	it('rejects with its own error', async () => {
		const time = new VirtualTime();
		const work = async () => await Promise.reject(new Error('broken'));
		await expect(time.until(withDeadline(work, 1_000))).rejects.toThrow('broken');
	});
});
