import type { Logger } from 'n8n-workflow';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { clock } from '../../../../nodes/shared/concurrency/concurrency';
import { applyChanges } from '../../../../nodes/shared/sync/apply';
import { Progress } from '../../../../nodes/shared/sync/report';
import { stopAfterField, StopTime } from '../../../../nodes/shared/sync/stopAfter';

afterEach(() => {
	vi.restoreAllMocks();
});

const silent = { info: () => {} } as unknown as Logger;

const changeOf = (apply: () => Promise<string>) => ({ apply, postpone: () => 'postponed' });

describe('applyChanges', () => {
	it('returns the results in the order of the changes', async () => {
		const changes = ['a', 'b'].map((name) => changeOf(async () => await Promise.resolve(name)));
		const progress = new Progress(silent, 'Sync', 2);
		expect(await applyChanges(changes, StopTime.parse(undefined), progress)).toEqual(['a', 'b']);
	});

	it('begins nothing after the time, and ends what it has begun', async () => {
		const now = vi.spyOn(clock, 'monotonic').mockReturnValue(0);
		const stopTime = StopTime.parse('2');
		const changes = Array.from({ length: 50 }, (_, index) =>
			changeOf(async () => {
				if (index === 9) now.mockReturnValue(120_000);
				return await Promise.resolve('done');
			}),
		);
		const results = await applyChanges(changes, stopTime, new Progress(silent, 'Sync', 50));
		const done = results.filter((result) => result === 'done').length;
		expect(done).toBeLessThanOrEqual(20);
		expect(results.slice(done)).toEqual(Array(50 - done).fill('postponed'));
	});

	it('applies the others before it throws the first failure', async () => {
		const applied: number[] = [];
		const changes = Array.from({ length: 40 }, (_, index) =>
			changeOf(async () => {
				if (index === 3) throw new Error('refused');
				return await Promise.resolve(String(applied.push(index)));
			}),
		);
		const applying = applyChanges(
			changes,
			StopTime.parse(undefined),
			new Progress(silent, 'Sync', 40),
		);
		await expect(applying).rejects.toThrow('refused');
		expect(applied).toHaveLength(39);
	});
});

describe('StopTime', () => {
	it('is never over where the option is not added', () => {
		expect(StopTime.parse(undefined).isOver).toBe(false);
	});

	it.each(['', null, 0, -1, 'soon', true])('refuses %j by name', (value) => {
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
