import { getEventListeners } from 'node:events';

import { describe, expect, it, vi } from 'vitest';

import type * as ClockModule from '../../../../nodes/shared/concurrency/clock';
import { built } from '../../../kit/built.mts';
import { VirtualTime } from '../../../kit/time.mts';

const { CancelledError, clock, DeadlineError, mapYielding, unlessCancelled, wait, withDeadline } =
	built<typeof ClockModule>('shared/concurrency/clock');

const never = async () => await new Promise<never>(() => {});

describe('wait', () => {
	it('lasts as long as asked, also longer than one timer can run', async () => {
		const time = new VirtualTime(0);
		const weeks = 8 * 7 * 24 * 3_600_000;
		await time.until(wait(weeks));
		expect(time.now).toBe(weeks);
	});

	it.each([0, -5, NaN])('of %d ms returns at once', async (milliseconds) => {
		const time = new VirtualTime(0);
		await time.until(wait(milliseconds));
		expect(time.now).toBe(0);
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
	it('returns its result when it settles in time', async () => {
		const time = new VirtualTime(0);
		const work = async () => {
			await time.sleep(900);
			return 'done';
		};
		expect(await time.until(withDeadline(work, 1_000))).toBe('done');
	});

	it('is aborted when time is up, and is not waited for', async () => {
		const time = new VirtualTime(0);
		let told = false;
		const work = async (signal: AbortSignal) => {
			signal.addEventListener('abort', () => (told = true));
			return await never();
		};
		await expect(time.until(withDeadline(work, 1_000))).rejects.toBeInstanceOf(DeadlineError);
		expect(told).toBe(true);
		expect(time.now).toBe(1_000);
	});

	it('adds no listener to a signal that many requests share', async () => {
		const deadline = new AbortController().signal;
		vi.spyOn(clock, 'deadline').mockReturnValue(deadline);
		const execution = new AbortController().signal;
		let end = () => {};
		const ended = new Promise<void>((resolve) => (end = resolve));
		const work = withDeadline(async () => await ended, 1_000, execution);
		for (const one of [deadline, execution]) expect(getEventListeners(one, 'abort')).toEqual([]);
		end();
		await work;
	});

	it('ends when the execution is cancelled', async () => {
		const time = new VirtualTime(0);
		const controller = new AbortController();
		let told = false;
		const work = async (signal: AbortSignal) => {
			signal.addEventListener('abort', () => (told = true));
			return await never();
		};
		const cancelled = expect(
			time.until(withDeadline(work, 1_000, controller.signal)),
		).rejects.toBeInstanceOf(CancelledError);
		controller.abort();
		await cancelled;
		expect(told).toBe(true);
	});

	it('rejects with its own error', async () => {
		const time = new VirtualTime(0);
		const work = async () => await Promise.reject(new Error('broken'));
		await expect(time.until(withDeadline(work, 1_000))).rejects.toThrow('broken');
	});
});

it('mapYielding yields to the event loop several times a second, however slow a step is', async () => {
	let now = 0;
	const turns: number[] = [0];
	vi.spyOn(clock, 'monotonic').mockImplementation(() => now);
	vi.spyOn(clock, 'sleep').mockImplementation(async () => void turns.push(now));
	const results = await mapYielding([1, 1, 1, 30, 9, 9, 9, 9], (milliseconds) => {
		now += milliseconds;
		return now;
	});
	expect(results).toEqual([1, 2, 3, 33, 42, 51, 60, 69]);
	expect(turns).toEqual([0, 33, 60]);
});
