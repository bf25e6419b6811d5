import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { readState, stateOf } from '../../nodes/VideoSubscriptionTrigger/state.ts';

const header = { fingerprint: 'ours', startedFrom: 7, leftAt: 9 };

describe('a saved state', () => {
	it('is read as it was saved', async () => {
		const checkpoint = { since: 5, seen: new Map([[1, 2]]) };
		const saved = await stateOf(header, checkpoint);
		expect(await readState(structuredClone(saved))).toEqual({
			fingerprint: 'ours',
			startedFrom: 7,
			checkpoint,
		});
	});

	it('of a newer version is refused with an error that says what to do', async () => {
		const saved = await stateOf(header, {});
		const reading = readState({ ...saved, version: saved.version + 1 });
		await expect(reading).rejects.toThrow(UserError);
		await expect(reading).rejects.toMatchObject({
			message: expect.stringContaining('newer version'),
			description: expect.stringMatching(/Install that version.*new trigger node/),
		});
	});
});
