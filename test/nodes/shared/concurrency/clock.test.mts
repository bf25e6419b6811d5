import { getEventListeners } from 'node:events';

import { afterEach, describe, expect, it, vi } from 'vitest';

import type * as ClockModule from '../../../../nodes/shared/concurrency/clock';
import { built } from '../../../kit/built.mts';
import { VirtualTime } from '../../../kit/time.mts';

const { CancelledError, clock, DeadlineError, elapsed, unlessCancelled, wait, withDeadline } =
	built<typeof ClockModule>('shared/concurrency/clock');

afterEach(() => vi.restoreAllMocks());

const never = async () => await new Promise<never>(() => {});

describe('a wait', () => {
	it('lasts as long as it is to, also beyond what a timer holds', async () => {
		const time = new VirtualTime(0);
		const weeks = 8 * 7 * 24 * 3_600_000;
		await time.until(wait(weeks));
		expect(time.now).toBe(weeks);
	});

	it.each([0, -5, NaN])('of %d is none', async (milliseconds) => {
		const time = new VirtualTime(0);
		await time.until(wait(milliseconds));
		expect(time.now).toBe(0);
	});

	it('moves the time on where only its hands are turned', async () => {
		vi.spyOn(clock, 'sleep').mockResolvedValue(undefined);
		const before = elapsed();
		await wait(3_600_000);
		expect(elapsed() - before).toBeGreaterThanOrEqual(3_600_000);
	});

	it('ends when the execution is cancelled', async () => {
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

it('does not mind that the wall clock is set anew', async () => {
	const before = elapsed();
	vi.spyOn(clock, 'now').mockReturnValue(0);
	expect(elapsed()).toBeGreaterThanOrEqual(before);
});

describe('a work with a deadline', () => {
	it('gives what it gives in time', async () => {
		const time = new VirtualTime(0);
		const work = async () => {
			await time.sleep(900);
			return 'done';
		};
		expect(await time.until(withDeadline(work, 1_000))).toBe('done');
	});

	it('is told when time is up, and nobody waits for it any more', async () => {
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

	it('leaves no listener behind, neither with the deadline nor with the execution', async () => {
		const deadline = new AbortController().signal;
		vi.spyOn(clock, 'deadline').mockReturnValue(deadline);
		const execution = new AbortController().signal;
		const listeners = () =>
			[deadline, execution].map((one) => getEventListeners(one, 'abort').length);
		let end = () => {};
		const ended = new Promise<void>((resolve) => (end = resolve));
		const works = [1, 2].map(() => withDeadline(async () => await ended, 1_000, execution));
		expect(listeners()).toEqual([1, 1]);
		end();
		await Promise.all(works);
		expect(listeners()).toEqual([0, 0]);
	});

	it('ends with the execution', async () => {
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

	it('fails as it fails', async () => {
		const time = new VirtualTime(0);
		const work = async () => await Promise.reject(new Error('broken'));
		await expect(time.until(withDeadline(work, 1_000))).rejects.toThrow('broken');
	});
});
