import type { Logger } from 'n8n-workflow';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { clock } from '../../../../nodes/shared/concurrency/clock';
import { ChangeQueue } from '../../../../nodes/shared/sync/apply';
import { ProgressLog } from '../../../../nodes/shared/sync/report';
import { stopAfterField, StopTime } from '../../../../nodes/shared/sync/stopAfter';

afterEach(() => {
	vi.restoreAllMocks();
});

const silent = { info: () => {} } as unknown as Logger;

/** Runs changes as a whole plan does, all at once. */
async function runAll(
	changes: Array<() => Promise<string>>,
	stopTime: StopTime,
	progress = new ProgressLog(silent, 'Sync', changes.length),
) {
	const queue = new ChangeQueue(progress);
	const postpone = () => 'postponed';
	return await Promise.allSettled(
		changes.map(async (apply) => await queue.run({ apply, postpone }, stopTime)),
	);
}

const valuesOf = (results: Array<PromiseSettledResult<string>>) =>
	results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'));

describe('ChangeQueue', () => {
	it('begins nothing after the time, and ends what it has begun', async () => {
		const now = vi.spyOn(clock, 'monotonic').mockReturnValue(0);
		const stopTime = StopTime.parse('2');
		const changes = Array.from({ length: 50 }, (_, index) => async () => {
			if (index === 9) now.mockReturnValue(120_000);
			return await Promise.resolve('done');
		});
		const results = valuesOf(await runAll(changes, stopTime));
		const done = results.filter((result) => result === 'done').length;
		expect(done).toBeGreaterThan(9);
		expect(done).toBeLessThanOrEqual(20);
		expect(results.slice(done)).toEqual(Array(50 - done).fill('postponed'));
	});

	it('applies the others when one fails, twenty at once, and counts all of them', async () => {
		const progress = new ProgressLog(silent, 'Sync', 40);
		const advance = vi.spyOn(progress, 'advance');
		let running = 0;
		let most = 0;
		const changes = Array.from({ length: 40 }, (_, index) => async () => {
			most = Math.max(most, ++running);
			await new Promise(setImmediate);
			running--;
			if (index === 3) throw new Error('refused');
			return 'done';
		});
		const results = valuesOf(await runAll(changes, StopTime.parse(undefined), progress));
		expect(results.filter((result) => result === 'done')).toHaveLength(39);
		expect(results[3]).toBe('failed');
		expect(most).toBe(20);
		expect(advance).toHaveBeenCalledTimes(40);
	});
});

describe('StopTime', () => {
	it.each([undefined, null, ' '])(
		'is never over where the option is not added or blank: %j',
		(value) => {
			expect(StopTime.parse(value).isOver).toBe(false);
		},
	);

	it.each([0, -1, 'soon', true])('refuses %j by name', (value) => {
		expect(() => StopTime.parse(value)).toThrow(
			'The parameter "Stop After (Minutes)" is not a number above 0',
		);
	});

	it('is the option stopAfter', () => {
		expect(stopAfterField()).toMatchObject({
			displayName: 'Stop After (Minutes)',
			name: 'stopAfter',
			type: 'number',
		});
	});
});
