import { describe, expect, it } from 'vitest';

import type * as BreakerModule from '../../../../nodes/shared/client/breaker';
import type * as Concurrency from '../../../../nodes/shared/concurrency/clock';
import { built } from '../../../kit/built.mts';
import { VirtualTime } from '../../../kit/time.mts';

const { CancelledError } = built<typeof Concurrency>('shared/concurrency/clock');
const { Breaker, MAX_OUTAGE_MS, MAX_UNANSWERED, OutageError, PROBE_INTERVAL_MS } =
	built<typeof BreakerModule>('shared/client/breaker');

/** A service that is down, as 20 attempts in a row have shown. */
function down() {
	const [time, breaker] = [new VirtualTime(), new Breaker()];
	let answersAt = Infinity;
	const probes: number[] = [];
	const probe = async () => {
		probes.push(time.now);
		breaker.report(time.now >= answersAt);
		return await Promise.resolve();
	};
	/** Returns when a request may be sent, or its error. */
	const startOf = async (options: object = {}) =>
		await breaker.untilAnswering({ probe, maxWaitMs: 120_000, ...options }).then(
			() => time.now,
			(error: unknown) => error,
		);
	const ends = (options?: object) => time.until(startOf(options));
	const answerAt = (milliseconds: number) => (answersAt = milliseconds);
	for (let count = 0; count < MAX_UNANSWERED; count++) breaker.report(false);
	return { time, breaker, probes, probe, startOf, ends, answerAt };
}

describe('the breaker', () => {
	it('opens after 20 attempts in a row, probes every five seconds, and gives up after a minute', () => {
		expect([MAX_UNANSWERED, PROBE_INTERVAL_MS, MAX_OUTAGE_MS]).toEqual([20, 5_000, 60_000]);
		const breaker = new Breaker();
		for (let count = 0; count < 100; count++) breaker.report(count % 20 === 19);
		expect(breaker.isOpen).toBe(false);
		for (let count = 0; count < 20; count++) breaker.report(false);
		expect(breaker.isOpen).toBe(true);
	});

	it('lets all requests go on with the first probe that is answered', async () => {
		const { time, startOf, probes, answerAt } = down();
		answerAt(28_000);
		const waiting = Array.from({ length: 400 }, async () => await startOf());
		expect(new Set(await time.until(Promise.all(waiting)))).toEqual(new Set([30_000]));
		expect(probes).toEqual([5_000, 10_000, 15_000, 20_000, 25_000, 30_000]);
	});

	it('lets requests go on with an answer to one that was under way', async () => {
		const { time, breaker, ends, probes } = down();
		void time.sleep(2_000).then(() => breaker.report(true));
		expect(await ends()).toBe(5_000);
		expect(probes).toEqual([]);
	});

	it('fails all that wait after a minute, and who comes later at once', async () => {
		const { time, startOf, ends, probes } = down();
		const waiting = Array.from({ length: 400 }, async () => await startOf());
		for (const error of await time.until(Promise.all(waiting))) {
			expect(error).toBeInstanceOf(OutageError);
		}
		expect(time.now).toBe(60_000);
		expect(probes).toHaveLength(12);
		for (let count = 0; count < 50; count++) expect(await ends()).toBeInstanceOf(OutageError);
		expect(time.now).toBe(60_000);
		expect(probes).toHaveLength(12);
	});

	it('probes again for a request that comes later, and closes when it is answered', async () => {
		const { time, ends, probes, answerAt } = down();
		await ends();
		time.now = 90_000;
		expect(await ends()).toBeInstanceOf(OutageError);
		expect(probes.at(-1)).toBe(90_000);
		time.now = 600_000;
		answerAt(600_000);
		expect(await ends()).toBe(600_000);
		expect(await ends()).toBe(600_000);
		expect(probes).toHaveLength(14);
	});

	it('makes a request wait no longer than it may, and a patient one for all of that', async () => {
		const { time, ends, answerAt } = down();
		expect(await ends({ maxWaitMs: 5_000 })).toBeInstanceOf(OutageError);
		expect(time.now).toBe(5_000);
		answerAt(300_000);
		expect(await ends({ maxWaitMs: 1_800_000, isPatient: true })).toBe(300_000);
	});

	it('is not held up by a cancelled request, nor by one whose probe fails', async () => {
		const { time, startOf, answerAt, probe } = down();
		const execution = new AbortController();
		answerAt(10_000);
		let failed = 0;
		const failing = async () => {
			failed++;
			return await Promise.reject(new Error('canceled'));
		};
		const cancelled = startOf({ probe: failing, signal: execution.signal });
		const next = startOf({ probe });
		execution.abort();
		expect(await cancelled).toBeInstanceOf(CancelledError);
		expect(await time.until(next)).toBe(10_000);
		expect(failed).toBe(1);
	});
});
