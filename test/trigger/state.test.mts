import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { readState, stateOf } from '../../nodes/VideoSubscriptionTrigger/state.ts';

const header = { fingerprint: 'ours', startedFrom: 7, leftAt: 9 };

describe('a saved state', () => {
	it.each([
		['with times by ID', { since: 5, seen: new Map([[1, 2]]) }],
		['with IDs in lists', { lists: [{ name: 'a', ids: new Set([3, 1001]) }, { ids: new Set() }] }],
		['with plain arrays', { videos: [1, 2, [3]], from: null, isOld: false }],
		['that is compressed', { ids: new Set(Array.from({ length: 3000 }, (_, n) => n * 7)) }],
	])('%s is read as it was saved', async (_, checkpoint) => {
		const saved = await stateOf(header, checkpoint);
		expect(await readState(structuredClone(saved))).toEqual({
			fingerprint: 'ours',
			startedFrom: 7,
			checkpoint,
		});
	});

	it.each([-1, 1, 7])(
		'of another version is refused with an error that says so: %i',
		async (by) => {
			const saved = await stateOf(header, {});
			const reading = readState({ ...saved, version: saved.version + by });
			await expect(reading).rejects.toThrow(UserError);
			await expect(reading).rejects.toMatchObject({
				message: expect.stringContaining('Another version'),
				description: expect.stringMatching(/Install the version .*new trigger node/),
			});
		},
	);
});
